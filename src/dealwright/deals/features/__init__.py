"""Numbers of one hand, as tables over the 8192 holdings of a suit and the 560 shapes."""

from dealwright.deals.features.base import Feature
from dealwright.deals.features.catalogue import (
    Features,
    built_in,
    default_features,
    feature,
    feature_names,
    features,
    register,
    whole_hand_names,
)
from dealwright.deals.features.measured import measured
from dealwright.deals.features.points import point_scale

__all__ = [
    "Feature",
    "Features",
    "built_in",
    "default_features",
    "feature",
    "feature_names",
    "features",
    "measured",
    "point_scale",
    "register",
    "whole_hand_names",
]
