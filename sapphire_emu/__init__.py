"""The world around the machine: the only clocks, files, threads, ports and pixels."""
