import type { Mark } from "./mark";
import { productMark } from "./mark";
import type { TokenName } from "./tokens";
import { tokens } from "./tokens";

const bandNames = [
  "band",
  "band-raised",
  "band-line",
  "on-band",
  "band-muted",
  "band-accent",
  "brass",
] as const;
export type BandColors = Record<(typeof bandNames)[number], string>;

/** Days are 1 (Monday) to 7. The times are in `zone`: `UTC` or `UTC+03:00`. */
export type SupportHours = { fromDay: number; toDay: number; from: string; to: string; zone: string };

/** The brand of the product on pages, in emails, pictures and documents. */
export type Brand = {
  name: string;
  mark: Mark;
  /** Colours of the dark band (header, hero sections) and of the elements on it. */
  band: BandColors;
  /** Legal details of the provider, one line each: the company, its registration, its address. */
  legal: string[];
  /** Support email address for clients; empty if not configured. */
  supportEmail: string;
  /** Support hours; null if not configured, `always` for 24/7. */
  supportHours: SupportHours | "always" | null;
};

/** The settings of a brand; see `.env.example`. */
export type BrandSettings = Partial<
  Record<
    | "PRODUCT_NAME"
    | "BRAND_MARK"
    | "BRAND_BAND"
    | "LEGAL_NAME"
    | "LEGAL_ADDRESS"
    | "LEGAL_DETAILS"
    | "SUPPORT_EMAIL"
    | "SUPPORT_HOURS",
    string
  >
>;

/** The provider in demos and tests. */
export const exampleProvider = {
  LEGAL_NAME: "Example Ltd",
  LEGAL_ADDRESS: "1 Example Street, Riga, LV-1010",
  SUPPORT_EMAIL: "support@example.com",
} satisfies BrandSettings;

const defaultBand = Object.fromEntries(bandNames.map((name) => [name, tokens[name].dark])) as BandColors;

/** Minimum contrast by WCAG 2.2 AA: for text, and for other elements that must be visible. */
const leastContrast = { text: 4.5, shape: 3 };

/** Elements on the band, and on its raised parts. */
const onBand = [
  { name: "on-band", least: leastContrast.text, what: "text" },
  { name: "band-muted", least: leastContrast.text, what: "quiet text" },
  { name: "brass", least: leastContrast.shape, what: "the brass line of the current page" },
] satisfies { name: TokenName; least: number; what: string }[];

/**
 * Parses the brand's settings.
 * @throws if a setting is invalid or the band's colour is too light; the message tells the operator what to change.
 */
export function readBrand(settings: BrandSettings): Brand {
  return {
    name: settings.PRODUCT_NAME || "Tradehost",
    mark: readMark(settings.BRAND_MARK),
    band: readBand(settings.BRAND_BAND),
    legal: [
      settings.LEGAL_NAME ?? "",
      ...(settings.LEGAL_DETAILS ?? "").split(";"),
      settings.LEGAL_ADDRESS ?? "",
    ]
      .map((line) => line.trim())
      .filter(Boolean),
    supportEmail: settings.SUPPORT_EMAIL ?? "",
    supportHours: readHours(settings.SUPPORT_HOURS),
  };
}

function readBand(color: string | undefined): BandColors {
  if (!color) return defaultBand;
  if (!/^#[0-9a-f]{6}$/i.test(color))
    throw new Error(
      `BRAND_BAND is “${color}”: give a colour as # and six digits, such as ${defaultBand.band}.`,
    );
  const band = {
    ...defaultBand,
    band: color,
    "band-raised": between(color, defaultBand["band-muted"], 0.08),
    "band-line": between(color, defaultBand["band-muted"], 0.27),
  };
  for (const { name, least, what } of onBand)
    for (const ground of [band.band, band["band-raised"]]) {
      const found = contrast(band[name], ground);
      if (found < least)
        throw new Error(
          `BRAND_BAND is ${color}: ${what} on it would have a contrast of ${found.toFixed(2)}:1, at least ${least}:1 is needed. Choose a darker colour.`,
        );
    }
  return band;
}

function readMark(setting: string | undefined): Mark {
  if (!setting) return productMark;
  if (/^\p{L}[\p{L}\p{N}]?$/u.test(setting)) return { letters: setting };
  if (/^M[MmLlHhVvCcSsQqTtAaZz\d\s,.+-]{4,2000}$/.test(setting))
    return { strokes: [{ d: setting, color: "band-accent", width: 2.25 }] };
  throw new Error(
    "BRAND_MARK is neither one or two letters nor a path: give the data of an SVG path on a grid of 28 by 28, such as M4 5h20v7H4z.",
  );
}

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function readHours(setting: string | undefined): Brand["supportHours"] {
  if (!setting) return null;
  if (setting === "24/7") return "always";
  const days = dayNames.join("|");
  const [, first = "", last = "", from = "", to = "", zone = ""] =
    new RegExp(`^(${days})-(${days}) (\\d\\d:\\d\\d)-(\\d\\d:\\d\\d) (UTC(?:[+-]\\d\\d:\\d\\d)?)$`).exec(
      setting,
    ) ?? [];
  if (!zone)
    throw new Error(`SUPPORT_HOURS is “${setting}”: write it as Mon-Fri 09:00-18:00 UTC+03:00, or as 24/7.`);
  return { fromDay: dayNames.indexOf(first) + 1, toDay: dayNames.indexOf(last) + 1, from, to, zone };
}

/** Returns whether a brand's band differs from the style sheet's default. */
export const hasOwnBand = ({ band }: Pick<Brand, "band">): boolean => band.band !== defaultBand.band;

type Channels = [red: number, green: number, blue: number];

/** Parses `#abc` or `#aabbcc` into three numbers from 0 to 255. */
function channelsOf(color: string): Channels {
  const digits = color.slice(1);
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const channel = (index: number) => Number.parseInt(whole.slice(index * 2, index * 2 + 2), 16);
  return [channel(0), channel(1), channel(2)];
}

/** Returns the relative luminance by WCAG 2.2, 0 (black) to 1 (white). */
function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Mixes two colours: `share` 0 is the first, 1 the second. */
function between(one: string, other: string, share: number): string {
  const second = channelsOf(other);
  const mixed = channelsOf(one).map((value, index) =>
    Math.round(value + ((second[index] ?? value) - value) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
