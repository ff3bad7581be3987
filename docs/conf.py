"""How Sphinx makes the site; see build_site.py for where the pages come from."""

from firmware_model import __version__

project = "Sapphire"
author = "The Sapphire maintainers"
release = version = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
exclude_patterns = ["assets/**/*.md"]
suppress_warnings = ["misc.highlighting_failure"]  # blocks that show two languages at once

html_theme = "furo"
html_title = "Sapphire"
html_logo = html_favicon = "sapphire.svg"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#3c5f96", "color-brand-content": "#2c5aa0"},
    "dark_css_variables": {"color-brand-primary": "#8fb0e3", "color-brand-content": "#8fb0e3"},
}
