"""Numbers of one hand, as tables over the 8192 holdings of a suit and the 560 shapes."""

from dealwright.features.measured import measured
from dealwright.features.points import point_scale
from dealwright.features.registry import Feature, feature, feature_names, features, register

__all__ = ["Feature", "feature", "feature_names", "features", "measured", "point_scale", "register"]
