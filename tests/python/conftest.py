"""How the tests run here.

Hypothesis tries the same examples every time; `--hypothesis-profile=explore` looks for new ones. Ctrl-C is heard, also
where the tests run in the background of a shell, which has what it starts there ignore it.
"""

import signal

from hypothesis import HealthCheck, settings

slow_is_well = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "check", derandomize=True, max_examples=150, deadline=None, suppress_health_check=slow_is_well
)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=slow_is_well)
settings.load_profile("check")

signal.signal(signal.SIGINT, signal.default_int_handler)
