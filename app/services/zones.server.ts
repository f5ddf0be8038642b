import { dateFormat } from "#contract/formats";

/**
 * A city or two for each set of rules that clocks go by today, instead of the 400 zones of the IANA database,
 * many of which differ in the last century only. The API takes any of them.
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

/** How far a zone's clock is ahead of UTC at a moment, such as `+05:30`. */
function offsetOf(timeZone: string, at: Date): string {
  const format = dateFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return name.slice("GMT".length) || "+00:00";
}

const minutesOf = (offset: string) => {
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (hours * 60 + minutes) * (offset.startsWith("-") ? -1 : 1);
};

/** The zones to choose from, from west to east, as `+03:00 Europe/Moscow`; UTC and the one in use in any case. */
export function zonesOf(current: string, now: Date): string[] {
  return [...new Set(["UTC", current, ...zones])]
    .map((zone) => ({ zone, offset: offsetOf(zone, now) }))
    .sort((a, b) => minutesOf(a.offset) - minutesOf(b.offset) || (a.zone < b.zone ? -1 : 1))
    .map(({ zone, offset }) => `${offset} ${zone}`);
}
