"""The user's rating seen from outside the machine: sums, other systems, pictures, simulation."""
