"""One module for each subcommand of ``sapphire``; thin, imported only when called."""
