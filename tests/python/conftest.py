"""How hypothesis runs here: the same examples every time; `--hypothesis-profile=explore` looks for new ones."""

from hypothesis import HealthCheck, settings

slow_is_well = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "check", derandomize=True, max_examples=150, deadline=None, suppress_health_check=slow_is_well
)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=slow_is_well)
settings.load_profile("check")
