"""Random histories with their figures, as JSON lines: python3 histories.py <first seed> <count>."""

import json
import random
import sys
from decimal import Decimal

from account import figures_of

PLACES = {"USD": 2, "EUR": 2, "JPY": 0, "KWD": 3, "BTC": 8}
HOUR, DAY = 3_600, 86_400
MONDAY = 1_767_571_200  # 2026-01-05
BOOKED = ["interest", "dividend", "commission", "charge", "tax"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.currency = self.random.choice(list(PLACES))
        self.unit = Decimal(1).scaleb(-PLACES[self.currency])
        self.times = set()

    def time(self, start, end):
        """A moment that nothing else has: what happens at one moment has no order. A minute stays free on either side."""
        while True:
            found = self.random.randrange(int(start), int(end)) // 300 * 300 + 60
            if found not in self.times:
                self.times.add(found)
                return found

    def money(self, low, high):
        return str((Decimal(self.random.randrange(low, high)) * self.unit).quantize(self.unit))


def trades_of(make, days, stakes):
    chance, trades = make.random, []
    for number in range(chance.choice([0, 1, 2, 3, 10, 25, 40, 60])):
        position = str(1_000 + number)
        opened = make.time(MONDAY + DAY, MONDAY + (days - 1) * DAY)
        parts = chance.choice([1, 1, 1, 2, 3])
        closes = sorted(make.time(opened + 600, opened + 600 + chance.choice([HOUR, DAY, 6 * DAY])) for _ in range(parts))
        side = chance.choice(["long", "short"])
        for index, closed in enumerate(closes):
            costs = chance.random() < 0.5
            trades.append({
                "ticket": str(10_000 + 10 * number + index), "position": position, "side": side,
                "openTime": opened, "closeTime": closed, "final": index == parts - 1,
                "profit": make.money(0, 1) if chance.random() < 0.08 and not costs else make.money(-stakes, stakes),
                "swap": make.money(-50, 20) if costs else "0",
                "commission": make.money(-80, 1) if costs else "0",
                "fee": make.money(-10, 1) if costs else "0",
                "taxes": "0",
            })
    return trades


def operations_of(make, start, end, opening):
    chance, operations = make.random, []

    def add(time, kind, amount):
        operations.append({"ticket": str(50_000 + len(operations)), "time": time, "type": kind, "amount": amount})

    if opening == "0":
        add(MONDAY + 60, "balance", make.money(100_000, 2_000_000))
        make.times.add(MONDAY + 60)
    for _ in range(chance.choice([0, 0, 1, 2, 4])):
        add(make.time(start, end), "balance", make.money(-150_000, 400_000))
    for _ in range(chance.choice([0, 0, 1, 3])):
        add(make.time(start, end), chance.choice(BOOKED), make.money(-3_000, 1_500))
    if chance.random() < 0.1:
        add(make.time(start, end), "correction", make.money(-2_000, 2_000))
    return [operation for operation in operations if Decimal(operation["amount"]) != 0]


def snapshots_of(make, history, days):
    """The equity at every day's end but in gaps, and a minute before and after each cash flow."""
    chance = make.random
    flows = [o["time"] for o in history["operations"] if o["type"] == "balance"]
    gap = range(0)
    if chance.random() < 0.4:
        start = chance.randrange(3, days)
        gap = range(start, start + chance.choice([1, 4, 9, 20]))
    moments = [MONDAY + (day + 1) * DAY - 30 for day in range(days) if day not in gap]
    marks = sorted(moments + [t - 60 for t in flows[1:]] + [t + 60 for t in flows])
    found, floating = [], Decimal(0)
    changes = [(o["time"], Decimal(o["amount"])) for o in history["operations"]]
    for trade in history["trades"]:
        parts = ("profit", "swap", "commission", "fee", "taxes")
        changes.append((trade["closeTime"], sum((Decimal(trade[part]) for part in parts), Decimal(0))))
    for time in marks:
        balance = Decimal(history["opening"]) + sum((a for t, a in changes if t <= time), Decimal(0))
        is_open = any(t["openTime"] <= time < t["closeTime"] for t in history["trades"])
        if time - 120 not in marks:
            floating = Decimal(make.money(-20_000, 20_000)) if is_open else Decimal(0)
        found.append({"time": time, "balance": str(balance), "equity": str(balance + floating)})
    return found


def make_history(seed):
    make = Maker(seed)
    days = make.random.choice([20, 60, 75, 120, 200])
    opening = make.random.choice(["0", "0", "0", make.money(50_000, 900_000), None])
    stakes = make.random.choice([2_000, 20_000, 20_000, 120_000])
    history = {"seed": seed, "currency": make.currency, "opening": opening}
    history["trades"] = trades_of(make, days, stakes)
    start, end = MONDAY + 2 * DAY, MONDAY + days * DAY
    history["operations"] = [] if opening is None else operations_of(make, start, end, opening)
    if opening is None and not history["trades"]:
        return make_history(seed + 1_000_003)
    is_watched = opening is not None and make.random.random() < 0.5
    history["snapshots"] = snapshots_of(make, history, days) if is_watched else []
    if not history["trades"] and not history["operations"]:
        return make_history(seed + 1_000_003)
    return history


def plain(value):
    """Decimals as text with 25 digits: what is exact stays exact, and no file holds sixty digits of a root."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return format(+value.quantize(Decimal(1).scaleb(-20)).normalize(), "f") if isinstance(value, Decimal) else value


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    for number in range(first, first + count):
        made = make_history(number)
        print(json.dumps({"history": made, "figures": plain(figures_of(made))}))
