"""Figures of the balance and the equity; those of the trades alone are in `figures.py`."""

from decimal import Decimal

from figures import DAY, ONE, ZERO, Falls, annual, daily_returns, divide, fall_of, mean, result, sample_deviation
from figures import timeline, trade_figures


def equity_before(history, time, balance):
    """The equity right before a cash flow where a snapshot tells it, else the balance."""
    known = [s for s in history["snapshots"] if time - 300 <= s["time"] < time]
    if not known:
        return balance
    last = max(known, key=lambda s: s["time"])
    is_closed_since = any(last["time"] < t["closeTime"] <= time for t in history["trades"])
    return balance if is_closed_since else Decimal(last["equity"])


def growth_of(history, events, opening):
    """Time-weighted: the product over the spans between cash flows, less 1. None once a balance or a span's end was not positive."""
    factor, base, balance = ONE, opening, opening
    for time, kind, amount, _ in events:
        if kind != "flow":
            if balance <= 0 or balance + amount <= 0:
                return None
            balance += amount
            continue
        before = equity_before(history, time, balance)
        if before != base:
            if base <= 0 or before <= 0:
                return None
            factor *= before / base
        balance += amount
        base = before + amount
    if balance != base:
        if base <= 0:
            return None
        factor *= balance / base
    return factor - 1


def hpr_figures(steps, found):
    keys = ("ahpr", "ghpr", "hpr_sd", "sharpe_per_trade")
    found |= dict.fromkeys(keys)
    if not steps or any(before <= 0 for before, _ in steps):
        return
    ratios = [ONE + p / before for before, p in steps]
    found["ahpr"] = mean(ratios)
    if all(ratio > 0 for ratio in ratios):
        product = ONE
        for ratio in ratios:
            product *= ratio
        found["ghpr"] = product ** (ONE / len(ratios))
    if len(ratios) > 1:
        found["hpr_sd"] = sample_deviation(ratios)
        found["sharpe_per_trade"] = divide(found["ahpr"] - 1, found["hpr_sd"])


def balance_at(events, opening, time):
    """The balance before what happens at this very moment."""
    return opening + sum((amount for moment, _, amount, _ in events if moment < time), ZERO)


def per_trade_compounded(events, opening):
    """What is booked apart counts on the balance before it, a trade on the balance at its opening."""
    product = ONE
    for time, kind, amount, source in events:
        if kind == "flow":
            continue
        balance = balance_at(events, opening, source["openTime"] if kind == "trade" else time)
        if balance <= 0 or balance + amount <= 0:
            return None
        product *= ONE + amount / balance
    return product - 1


def first_balance(events, opening):
    """The balance before the first result, after the cash flows before it."""
    for _, kind, amount, _ in events:
        if kind != "flow":
            break
        opening += amount
    return opening


def day_falls(events, opening, last_day):
    """The falls that last past the end of a day: their depths in percent of the peak, and their lengths in days."""
    peak, balance, ends = opening, opening or ZERO, {}
    for time, kind, amount, _ in events:
        balance += amount
        is_new = kind == "flow" or peak is None or balance >= peak
        peak = balance if is_new else peak
        began = time if is_new else ends[max(ends)][2] if ends else None
        ends[time // DAY] = (peak, balance, began)
    depths, spells, current = [], [], None
    for day in range(min(ends, default=last_day + 1), last_day + 1):
        end = ends.get(day, end if day > min(ends) else None)
        peak, balance, began = end
        if balance >= peak:
            current = None
            continue
        # one fall lasts from one peak to the next: which peak it is, the moment of it tells
        if current is None or current != (began, peak):
            current = (began, peak)
            depths.append(ZERO if peak > 0 else None)
            spells.append(0)
        spells[-1] += 1
        if depths[-1] is not None:
            depths[-1] = max(depths[-1], (peak - balance) / peak)
    return depths, spells


def open_seconds(trades):
    total, until = 0, None
    for start, end in sorted((t["openTime"], t["closeTime"]) for t in trades):
        if until is not None:
            start = max(start, until)
        total += max(0, end - start)
        until = end if until is None else max(until, end)
    return total


def equity_figures(history, has_balance, found):
    keys = ("maximal", "relative", "current")
    found |= {f"equity_{key}_drawdown": None for key in keys} | {"equity_absolute_drawdown": None}
    marks = sorted((s["time"], Decimal(s["equity"])) for s in history["snapshots"])
    if len({equity for _, equity in marks}) < 2:
        return
    flows = [(t, a) for t, kind, a, _ in timeline(history) if kind == "flow"]
    falls, paid, deepest = Falls(marks[0][1]), marks[0][1], ZERO
    for (earlier, _), (time, equity) in zip(marks, marks[1:]):
        moved = [a for t, a in flows if earlier < t <= time]
        falls.move(equity, bool(moved))
        paid += sum(moved, ZERO)
        deepest = max(deepest, paid - equity)
    found["equity_maximal_drawdown"] = fall_of(falls.maximal, True)
    found["equity_relative_drawdown"] = fall_of(falls.relative, True)
    found["equity_current_drawdown"] = fall_of(falls.fall(), True)
    found["equity_absolute_drawdown"] = deepest


def figures_of(history):
    trades = sorted(history["trades"], key=lambda t: (t["closeTime"], int(t["ticket"])))
    events, found = timeline(history), {}
    has_balance = history["opening"] is not None
    opening = Decimal(history["opening"] or 0)
    sums, total = [ZERO], ZERO
    for _, kind, amount, _ in events:
        total += amount if kind != "flow" else ZERO
        sums += [total] if kind == "trade" else []
    trade_figures(trades, sums, found)

    first = min([e[0] for e in events] + [t["openTime"] for t in trades] + [s["time"] for s in history["snapshots"]])
    last = max([e[0] for e in events] + [s["time"] for s in history["snapshots"]])
    balance = paid = highest = opening
    falls, deepest, steps, deposits, withdrawals, net = Falls(opening), ZERO, [], ZERO, ZERO, ZERO
    for time, kind, amount, source in events:
        if kind == "trade":
            steps.append((balance, amount))
        balance += amount
        if kind == "flow":
            paid += amount
        if kind == "flow" and source["type"] == "balance":
            deposits, withdrawals = deposits + max(ZERO, amount), withdrawals + max(ZERO, -amount)
        if kind in ("trade", "booked"):
            net += amount
        highest = max(highest, balance)
        falls.move(balance, kind == "flow")
        deepest = max(deepest, paid - balance)

    found |= {"net_profit": net, "deposits": deposits, "withdrawals": withdrawals}
    found["maximal_drawdown"] = fall_of(falls.maximal, has_balance)
    found["relative_drawdown"] = fall_of(falls.relative, has_balance) if has_balance else None
    found["current_drawdown"] = fall_of(falls.fall(), has_balance)
    found["absolute_drawdown"] = deepest
    found["recovery_factor"] = divide(net, falls.maximal[0])
    depths, spells = day_falls(events, opening if opening != 0 or not has_balance else None, last // DAY)
    all_days = last // DAY - first // DAY + 1
    found["time_under_water"] = {
        "share": Decimal(sum(spells)) / all_days,
        "longest_seconds": max(spells, default=0) * DAY,
    }
    found["trading_activity"] = divide(Decimal(open_seconds(trades)), last - first)
    balance_keys = ("growth", "gain_time_weighted", "gain_per_trade_compounded", "absolute_gain", "profit_percent")
    balance_keys += ("cagr", "calmar", "average_drawdown", "opening", "balance", "max_balance")
    found |= dict.fromkeys(balance_keys)
    hpr_figures(steps if has_balance else [], found)
    returns, left_out, is_ruined = daily_returns(history)
    annual(returns, is_ruined, found)
    is_watched = bool(history["snapshots"])
    found["daily_returns_left_out"] = left_out if is_watched else None
    found["daily_returns"] = len(returns) if is_watched else None
    found["equity"] = Decimal(history["snapshots"][-1]["equity"]) if is_watched else None
    equity_figures(history, has_balance, found)
    if not trades:
        keys = ("maximal_drawdown", "relative_drawdown", "absolute_drawdown", "recovery_factor", "trading_activity")
        found |= dict.fromkeys((*keys, "time_under_water"))
    if not has_balance:
        return found
    found |= {"opening": opening, "balance": balance, "max_balance": highest}
    if not trades:
        return found
    found["growth"] = found["gain_time_weighted"] = growth_of(history, events, opening)
    found["gain_per_trade_compounded"] = per_trade_compounded(events, opening)
    found["absolute_gain"] = divide(net, opening + deposits)
    start = first_balance(events, opening)
    found["profit_percent"] = net / start if start > 0 else None
    days = Decimal(last - first) / DAY
    if found["growth"] is not None and days >= 90 and found["growth"] > -1:
        found["cagr"] = (1 + found["growth"]) ** (Decimal("365.25") / days) - 1
    found["calmar"] = divide(found["cagr"], found["relative_drawdown"]["percent"])
    found["average_drawdown"] = mean(depths) if depths and None not in depths else None
    return found
