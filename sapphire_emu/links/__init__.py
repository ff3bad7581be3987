"""The machine's serial ports in the world: pseudo-terminals, real ports, the network, printers.

``opening.open_link`` turns what the user wrote after ``--serial`` into a link. Every link has a
thread and a bounded queue (:mod:`line`), so that nothing at the other end can hold up the machine.
"""
