import { mended } from "#statements/clean-text";
import type { Decimal } from "#statements/decimal";
import { parseDecimal } from "#statements/decimal";

/** Keys of `locales/*\/api.json`: why a field was rejected. */
export type FieldFault =
  | "fieldMissing"
  | "fieldNotNumber"
  | "fieldNotTime"
  | "fieldUnknownWord"
  | "fieldTooLong";

export type Values = Record<string, unknown>;

/** Reads the fields of one object of a terminal's post and records what could not be read, by its path. */
export class Fields {
  constructor(
    private readonly values: Values,
    private readonly pathPrefix: string,
    readonly rejected: Record<string, FieldFault>,
    /** Converts the time shown on the broker's clock to UTC. */
    private readonly clock: (shown: number) => number = (shown) => shown,
  ) {}

  private refuse(name: string, fault: FieldFault): null {
    this.rejected[this.pathPrefix + name] = fault;
    return null;
  }

  private value(name: string): unknown {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    return value === null || value === "" ? undefined : value;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /**
   * Returns a text, also if it was sent as a number, without control characters and cut to `max`; undefined if it is
   * missing.
   */
  text(name: string, max: number): string | undefined {
    const value = this.value(name);
    if (typeof value !== "string" && typeof value !== "number") return undefined;
    const text = mended(String(value)).trim();
    return text === "" ? undefined : text.slice(0, max);
  }

  /** Reads a required identifier such as a ticket, of at most `max` characters. */
  name(name: string, max: number): string | null {
    const text = this.text(name, max + 1);
    if (text === undefined) return this.refuse(name, "fieldMissing");
    return text.length > max ? this.refuse(name, "fieldTooLong") : text;
  }

  /**
   * Reads a decimal; returns `missing` if the field is absent (the field is required if `missing` is undefined).
   * Rejects non-numbers (`nan`, `inf`).
   */
  decimal(name: string, missing?: Decimal): Decimal | null {
    const value = this.value(name);
    if (value === undefined) return missing === undefined ? this.refuse(name, "fieldMissing") : missing;
    const read = typeof value === "string" || typeof value === "number" ? parseDecimal(value) : null;
    return read === null ? this.refuse(name, "fieldNotNumber") : read;
  }

  /** Reads an integer between two limits; undefined if the field is absent. */
  integer(name: string, min: number, max: number): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
    if (Number.isFinite(number) && number >= min && number <= max) return Math.round(number);
    this.refuse(name, "fieldNotNumber");
    return undefined;
  }

  word<W extends string>(name: string, allowed: readonly W[], missing?: W): W | null {
    const value = this.value(name);
    if (value === undefined) return missing ?? this.refuse(name, "fieldMissing");
    const found = typeof value === "string" && allowed.find((word) => word === value.trim().toLowerCase());
    return found || this.refuse(name, "fieldUnknownWord");
  }

  /** Reads a moment in UTC and as the broker's clock showed it, epoch milliseconds. Rejects times after `latest`. */
  time(name: string, latest: number): { time: number; shown: number } | null {
    const value = this.value(name);
    if (value === undefined) return this.refuse(name, "fieldMissing");
    const shown = brokerTime(value);
    const time = shown === null ? null : this.clock(shown);
    return shown === null || time === null || time < earliest || time > latest
      ? this.refuse(name, "fieldNotTime")
      : { time, shown };
  }
}

const earliest = Date.UTC(1990, 0, 1);
const written = /^(\d{4})[.\-/](\d{2})[.\-/](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?)?Z?$/;

/**
 * Parses epoch seconds (or milliseconds) as number or text, or `YYYY.MM.DD HH:MM:SS`, as if the broker's clock were
 * UTC.
 */
export function brokerTime(value: unknown): number | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).trim();
  if (/^\d{1,16}(\.\d+)?$/.test(text)) {
    const number = Number(text);
    return Math.round(number > 100_000_000_000 ? number : number * 1000);
  }
  const match = written.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(time);
  return back.getUTCMonth() === month - 1 &&
    back.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
    ? time
    : null;
}
