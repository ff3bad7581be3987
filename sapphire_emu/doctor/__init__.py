"""What of this computer the machine can use: one finding for each thing, and how to mend it."""
