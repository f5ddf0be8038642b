import { expect, test } from "vitest";
import { zoneOptions } from "#app/lib/dates";
import { timeZone } from "#contract/fields";
import { timeZoneChoices, timeZonesOf } from "./time-zones.server";

const now = new Date("2026-07-01T12:00:00Z");
const zones = (current: string) => timeZonesOf(current, now).map((zone) => zone.split(" ")[1] ?? "");

test("every zone is accepted by the API, and listed once", () => {
  for (const zone of zones("UTC")) expect(timeZone.safeParse(zone).success, zone).toBe(true);
  expect(new Set(zones("UTC")).size).toBe(zones("UTC").length);
});

test("the selected zone is listed, whatever it is", () => {
  expect(zones("UTC")).not.toContain("Europe/Simferopol");
  expect(zones("Europe/Simferopol")).toContain("Europe/Simferopol");
});

test("zones are ordered from west to east and show their UTC offset", () => {
  const list = timeZonesOf("UTC", now);
  expect(list[0]).toBe("-11:00 Pacific/Pago_Pago");
  expect(list).toContain("+00:00 UTC");
  expect(list).toContain("+03:00 Europe/Moscow");
  expect(list).toContain("+05:30 Asia/Kolkata");
  expect(list.at(-1)).toBe("+14:00 Pacific/Kiritimati");
});

test("each set of clock change rules has a city", () => {
  const year = Array.from({ length: 24 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index * 15)));
  const rules = (timeZone: string) => {
    const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    return year
      .map((at) => format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value)
      .join();
  };
  const offered = new Set(zones("UTC").map(rules));
  const missing = Intl.supportedValuesOf("timeZone").filter(
    (zone) => !zone.startsWith("Antarctica/") && !offered.has(rules(zone)),
  );
  expect(missing).toEqual([]);
});

test("a Russian viewer sees Russian names", () => {
  const choices = zoneOptions(timeZoneChoices("UTC", now, "ru"));
  const labelOf = (zone: string) => choices.find(({ value }) => value === zone)?.label;
  expect(labelOf("Europe/Moscow")).toBe("UTC+03:00 Москва");
  expect(labelOf("UTC")).toBe("UTC+00:00 UTC");
  const foreign = choices.filter(({ label }) => !/[а-яё]/i.test(label)).map(({ value }) => value);
  expect(foreign).toEqual(["UTC"]);
  expect(zoneOptions(timeZoneChoices("UTC", now, "en")).map(({ label }) => label)).toContain(
    "UTC-04:00 America/New York",
  );
});
