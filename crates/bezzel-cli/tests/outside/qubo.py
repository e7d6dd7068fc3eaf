"""Minimises a QUBO with D-Wave's tools: qubo.py exact|anneal FILE."""

import sys

import dimod
from dimod.serialization import coo
from dwave.samplers import SimulatedAnnealingSampler

method, path = sys.argv[1:]
with open(path) as file:
    model = coo.load(file)
if method == "exact":
    samples = dimod.ExactSolver().sample(model)
else:
    samples = SimulatedAnnealingSampler().sample(model, num_reads=500, seed=1)
best = samples.first
print("# lowest value", int(best.energy))
print("# times", (samples.record.energy == best.energy).sum())
print("".join(str(best.sample[variable]) for variable in range(len(best.sample))))
