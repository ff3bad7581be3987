"""What every test shares: under SAPPHIRE_NO_SKIPS nothing may be skipped."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# A test states behaviour; how long a loaded machine takes for an example is none.
settings.register_profile("sapphire", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sapphire")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("SAPPHIRE_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report
