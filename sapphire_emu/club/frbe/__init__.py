"""Tournament result files of the Belgian federation (FRBE/KBSB/KSB) and fictive ratings."""
