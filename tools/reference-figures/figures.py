"""Figures of a trading history, a second time: written from the definitions alone (docs/formulas.md), in exact decimals.

A history is what `histories.py` makes: opening (money or None), trades, operations, snapshots; times in seconds of UTC.
An undefined figure is None. Nothing here is rounded: the test allows for the last place of what the product rounds.
"""

from datetime import datetime, timezone
from decimal import Decimal, getcontext
from itertools import groupby

getcontext().prec = 60
ZERO, ONE = Decimal(0), Decimal(1)
DAY = 86_400
BOOKED_APART = {"interest", "dividend", "commission", "charge", "tax"}


def result(trade):
    return sum((Decimal(trade[part]) for part in ("profit", "swap", "commission", "fee", "taxes")), ZERO)


def mean(values):
    return sum(values, ZERO) / len(values)


def sample_deviation(values):
    middle = mean(values)
    return (sum(((value - middle) ** 2 for value in values), ZERO) / (len(values) - 1)).sqrt()


def divide(dividend, divisor):
    return None if divisor is None or dividend is None or divisor == 0 else dividend / divisor


def timeline(history):
    """What changes the balance, in order: (time, kind, amount, source). Kinds: trade, flow (corrections too), booked."""
    events = [(t["closeTime"], 0, int(t["ticket"]), "trade", result(t), t) for t in history["trades"]]
    for operation in history["operations"]:
        kind = operation["type"]
        if kind == "credit":
            continue
        name = "booked" if kind in BOOKED_APART else "flow"
        key = (operation["time"], 1, int(operation["ticket"]))
        events.append((*key, name, Decimal(operation["amount"]), operation))
    return [(event[0], *event[3:]) for event in sorted(events, key=lambda event: event[:3])]


class Falls:
    """The falls of a line from its running peak; a cash flow starts the peak again."""

    def __init__(self, start):
        self.value = self.peak = start
        self.maximal = self.relative = (ZERO, None)

    def fall(self):
        money = self.peak - self.value
        return (money, money / self.peak if self.peak > 0 else None)

    def move(self, value, is_flow=False):
        self.value = value
        if is_flow or value >= self.peak:
            self.peak = value
            return
        money, percent = self.fall()
        if money > self.maximal[0]:
            self.maximal = (money, percent)
        if percent is not None and percent > (self.relative[1] or ZERO):
            self.relative = (money, percent)


def fall_of(pair, has_balance):
    money, percent = pair
    if not has_balance:
        percent = None
    elif percent is None and money == 0:
        percent = ZERO
    return {"money": money, "percent": percent}


def runs_of(results):
    signs = [(value > 0, value) for value in results if value != 0]
    return [(won, [value for _, value in group]) for won, group in groupby(signs, key=lambda pair: pair[0])]


def run_figures(runs, is_won, found):
    name = "win" if is_won else "loss"
    mine = [values for won, values in runs if won is is_won]
    if not mine:
        for key in (f"longest_{name}_run", f"richest_{name}_run", f"mean_{name}_run"):
            found[key] = None
        return
    longest = max(mine, key=len)
    richest = max(mine, key=lambda values: abs(sum(values, ZERO)))
    found[f"longest_{name}_run"] = {"count": len(longest), "money": sum(longest, ZERO)}
    found[f"richest_{name}_run"] = {"count": len(richest), "money": sum(richest, ZERO)}
    found[f"mean_{name}_run"] = Decimal(sum(map(len, mine))) / len(mine)


def trade_figures(trades, sums, found):
    results = [result(trade) for trade in trades]
    wins, losses = [p for p in results if p > 0], [p for p in results if p < 0]
    count = len(results)
    found |= {"trades": count, "wins": len(wins), "losses": len(losses)}
    found["win_rate"] = divide(Decimal(len(wins)), count)
    for side in ("long", "short"):
        mine = [p for p, trade in zip(results, trades) if trade["side"] == side]
        found[f"{side}_trades"] = len(mine)
        found[f"{side}_won"] = divide(Decimal(sum(p > 0 for p in mine)), len(mine))
    profit, loss = sum(wins, ZERO), sum(losses, ZERO)
    found |= {"gross_profit": profit, "gross_loss": loss}
    found["profit_factor"] = divide(profit, abs(loss))
    found["expectancy"] = divide(profit + loss, count)
    found["average_win"], found["average_loss"] = divide(profit, len(wins)), divide(loss, len(losses))
    found["best_trade"] = max(results, default=None)
    found["worst_trade"] = min(results, default=None)
    found["result_sd"] = sample_deviation(results) if count > 1 else None
    runs = runs_of(results)
    run_figures(runs, True, found)
    run_figures(runs, False, found)
    decided, product = len(wins) + len(losses), 2 * len(wins) * len(losses)
    found["z_score"] = None
    if decided >= 30 and product > decided:
        spread = (Decimal(product) * (product - decided) / (decided - 1)).sqrt()
        found["z_score"] = (decided * (Decimal(len(runs)) - Decimal("0.5")) - product) / spread
    regression(sums, found)
    closed = {t["position"]: t["closeTime"] - t["openTime"] for t in trades if t["final"]}
    found["holding_seconds"] = divide(Decimal(sum(closed.values())), len(closed))


def regression(sums, found):
    """Pearson's r and the standard error of (trade number, running sum of results); number 0 is before the first trade."""
    count = len(sums)
    found["lr_correlation"] = found["lr_standard_error"] = None
    if count < 3:
        return
    middle_x, middle_y = Decimal(count - 1) / 2, mean(sums)
    xx = sum(((x - middle_x) ** 2 for x in range(count)), ZERO)
    yy = sum(((y - middle_y) ** 2 for y in sums), ZERO)
    xy = sum(((x - middle_x) * (y - middle_y) for x, y in enumerate(sums)), ZERO)
    if yy > 0:
        found["lr_correlation"] = xy / (xx * yy).sqrt()
    found["lr_standard_error"] = (max(ZERO, yy - xy * xy / xx) / (count - 2)).sqrt()


def daily_returns(history):
    """Returns by weekday over the known equity, chained over cash flows; how many a gap left out; whether an equity was not positive."""
    flows = [(t, kind, amount) for t, kind, amount, _ in timeline(history) if kind == "flow"]
    marks = sorted((s["time"], Decimal(s["equity"])) for s in history["snapshots"])
    returns, skipped, is_ruined = [], 0, False
    factor, before, last_day = ONE, None, None
    weekday_of = lambda day: datetime.fromtimestamp(day * DAY, timezone.utc).weekday()
    by_day = [(day, list(group)) for day, group in groupby(marks, key=lambda mark: mark[0] // DAY)]
    for day, group in by_day:
        for time, equity in group:
            if before is not None:
                moved = sum((a for t, _, a in flows if before[0] < t <= time), ZERO)
                # what flowed between two known equities flowed right after the first
                base = before[1] + moved
                factor = None if factor is None or base <= 0 or equity <= 0 else factor * equity / base
            before = (time, equity)
        if weekday_of(day) > 4:
            continue
        if last_day is not None:
            silent = sum(weekday_of(other) < 5 for other in range(last_day + 1, day))
            if silent > 5:
                skipped += 1
            elif factor is None:
                is_ruined = True
            else:
                returns.append(factor - 1)
        factor, last_day = ONE, day
    return returns, skipped, is_ruined


def annual(returns, is_ruined, found):
    found["sharpe_annual"] = found["sortino_annual"] = None
    if is_ruined or len(returns) < 30:
        return
    year = Decimal(252).sqrt()
    spread = sample_deviation(returns)
    downside = (sum((min(ZERO, r) ** 2 for r in returns), ZERO) / len(returns)).sqrt()
    found["sharpe_annual"] = mean(returns) / spread * year if spread > 0 else None
    found["sortino_annual"] = mean(returns) / downside * year if downside > 0 else None
