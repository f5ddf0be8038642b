import { paths, withQuery } from "#app/paths";
import { returnToMaxLength } from "#contract/rules";

/**
 * The form state in the order page's URL, so that a client who returns from a deposit finds the form as they left it.
 */
const names = ["months", "operatingSystem", "comment", "promoCode", "autoRenewal"] as const;
export type Selection = Partial<Record<(typeof names)[number], string>>;

type Offered = { periods: readonly { months: number }[]; operatingSystems: readonly string[] };

const pick = (sentAs: (name: string) => unknown): Selection =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = sentAs(name);
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );

/** Returns the form state in a URL; period and operating system fall back to the first one offered. */
export function readSelection(query: URLSearchParams, { periods, operatingSystems }: Offered): Selection {
  const choice = pick((name) => query.get(name));
  const months = periods.map((period) => String(period.months));
  return {
    ...choice,
    months: months.find((one) => one === choice.months) ?? months[0],
    operatingSystem: operatingSystems.find((one) => one === choice.operatingSystem) ?? operatingSystems[0],
  };
}

/**
 * Returns the order page's URL with the form state except the period, within the maximum length of `returnTo`: a long
 * comment is dropped.
 */
export function orderAddress(rateId: string, { months: _, ...chosen }: Selection): string {
  const whole = withQuery(paths.vpsOrder(rateId), chosen);
  const isWithinLimit = whole.length <= returnToMaxLength - "&months=12".length;
  const address = isWithinLimit
    ? whole
    : withQuery(paths.vpsOrder(rateId), { ...chosen, comment: undefined });
  return address.includes("?") ? address : `${address}?`;
}

/** Returns the submitted form state. */
export const sentChoice = (body: FormData): Selection => pick((name) => body.get(name));
