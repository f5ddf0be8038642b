import { zoneName } from "#app/lib/dates";
import { zoneLocation, zoneOffset } from "#contract/formats";
import type { Language } from "#contract/languages";
import { defaultLanguage } from "#contract/languages";
import { offsetText } from "#statements/time-zone";

/**
 * One or two cities for each distinct set of current time zone rules, instead of the 400 IANA zones, many of which
 * differ only in the last century. The API accepts any IANA zone.
 */
const cities = {
  Africa: "Cairo Casablanca Johannesburg Lagos Nairobi",
  America:
    "Adak Anchorage Argentina/Buenos_Aires Bogota Caracas Chicago Denver Halifax Havana Los_Angeles Mexico_City " +
    "Miquelon New_York Noronha Nuuk Phoenix Santiago Sao_Paulo St_Johns Toronto",
  Asia:
    "Almaty Baku Bangkok Beirut Bishkek Chita Dhaka Dubai Ho_Chi_Minh Hong_Kong Irkutsk Jakarta Jerusalem Kabul " +
    "Kamchatka Karachi Kathmandu Kolkata Krasnoyarsk Magadan Manila Novosibirsk Omsk Riyadh Seoul Shanghai Singapore " +
    "Taipei Tashkent Tbilisi Tehran Tokyo Ulaanbaatar Vladivostok Yakutsk Yangon Yekaterinburg Yerevan",
  Atlantic: "Azores Cape_Verde Reykjavik",
  Australia: "Adelaide Brisbane Darwin Eucla Lord_Howe Perth Sydney",
  Europe:
    "Athens Belgrade Berlin Bucharest Chisinau Helsinki Istanbul Kaliningrad Kyiv Lisbon London Madrid Minsk Moscow " +
    "Paris Prague Riga Rome Samara Sofia Tallinn Vilnius Warsaw Zurich",
  Pacific:
    "Apia Auckland Chatham Easter Fiji Gambier Honolulu Kiritimati Marquesas Norfolk Pago_Pago Pitcairn Port_Moresby",
};

const zones = Object.entries(cities).flatMap(([area, names]) =>
  names.split(" ").map((name) => `${area}/${name}`),
);

/**
 * Returns the zones to choose from, west to east, as `+03:00 Europe/Moscow`; always includes UTC and the current
 * zone.
 */
export function timeZonesOf(current: string, now: Date): string[] {
  return [...new Set(["UTC", current, ...zones])]
    .map((zone) => ({ zone, offset: zoneOffset(zone, now.getTime()) }))
    .sort((a, b) => a.offset - b.offset || (a.zone < b.zone ? -1 : 1))
    .map(({ zone, offset }) => `${offsetText(offset)} ${zone}`);
}

/** Returns a zone's display name: `Europe/Moscow`, or in other languages its city or country by CLDR, `Москва`. */
function zoneDisplayName(zone: string, language: Language, now: Date): string {
  if (language === defaultLanguage || zone === "UTC") return zoneName(zone);
  return zoneLocation(zone, language, now.getTime()) ?? zoneName(zone);
}

/**
 * Returns the zones with their names in a compact form, one per line: `Europe/Moscow UTC+03:00 Москва`
 * (`zoneOptions`).
 */
export const timeZoneChoices = (current: string, now: Date, language: Language): string =>
  timeZonesOf(current, now)
    .map((one) => {
      const [offset = "", value = ""] = one.split(" ");
      return `${value} UTC${offset} ${zoneDisplayName(value, language, now)}`;
    })
    .join("\n");
