"""Groups articles by the information lost in merging them, and cuts where language models predict best."""

from __future__ import annotations

from newsloom.clusterers.loglikelihood.clusterer import LogLikelihoodClusterer
from newsloom.clusterers.loglikelihood.distance import distance, distance_matrix, log_likelihood
from newsloom.clusterers.loglikelihood.mixture import Fit, fit
from newsloom.clusterers.loglikelihood.models import LanguageModel

__all__ = ["Fit", "LanguageModel", "LogLikelihoodClusterer", "distance", "distance_matrix", "fit", "log_likelihood"]
