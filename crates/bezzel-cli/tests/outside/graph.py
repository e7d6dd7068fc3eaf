"""Reads a graph with networkx and prints its size and a largest stable set: graph.py FORMAT FILE."""

import sys

import networkx

kind, path = sys.argv[1:]
graph = {"graph6": networkx.read_graph6, "graphml": networkx.read_graphml}[kind](path)
print("#", graph.number_of_nodes(), graph.number_of_edges())
print(*networkx.max_weight_clique(networkx.complement(graph), weight=None)[0])
