"""Z-Chess ratings (Zoltan Bartok, 1998): the chart, titles, conversion, whole events."""
