"""Solves an LP or MPS file with HiGHS: highs.py MODEL SOLUTION."""

import sys

import highspy

highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
if highs.readModel(sys.argv[1]) != highspy.HighsStatus.kOk:
    sys.exit("HiGHS cannot read the model")
highs.run()
highs.writeSolution(sys.argv[2], 0)
