"""Tests of the OpenSpiel games."""
