"""What a budget of concentrated differential privacy (zCDP) guarantees, as epsilon and delta."""

from math import exp, log, log1p


def epsilon_of(rho: float, delta: float) -> float:
    """The least epsilon so that rho-zCDP is (epsilon, delta)-differential privacy: the minimum over a > 1 of
    rho a + (ln(1 / (a delta)) + (a - 1) ln(1 - 1 / a)) / (a - 1) (Canonne, Kamath and Steinke 2020,
    proposition 12). Natural logarithms. ValueError unless rho > 0 and 0 < delta < 1.
    """
    if rho <= 0 or not 0 < delta < 1:
        raise ValueError((rho, delta))
    from scipy.optimize import minimize_scalar

    def bound(place: float) -> float:
        order = 1 + exp(place)
        return rho * order + (-log(order * delta) + (order - 1) * log1p(-1 / order)) / (order - 1)

    found = minimize_scalar(bound, bounds=(-20.0, 20.0), method="bounded", options={"xatol": 1e-12})
    return max(0.0, float(found.fun))
