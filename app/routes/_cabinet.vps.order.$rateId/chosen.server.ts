import { paths, withQuery } from "#app/paths";
import { returnToMaxLength } from "#contract/rules";

/** What an address of the order says of its form: who comes back from a deposit finds it as it was left. */
const names = ["months", "operatingSystem", "comment", "promoCode", "autoRenewal"] as const;
export type Chosen = Partial<Record<(typeof names)[number], string>>;

type Offered = { periods: readonly { months: number }[]; operatingSystems: readonly string[] };

const pick = (sentAs: (name: string) => unknown): Chosen =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = sentAs(name);
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );

/** What an address has chosen; of period and system what is offered, else the first. */
export function readChosen(query: URLSearchParams, { periods, operatingSystems }: Offered): Chosen {
  const choice = pick((name) => query.get(name));
  const months = periods.map((period) => String(period.months));
  return {
    ...choice,
    months: months.find((one) => one === choice.months) ?? months[0],
    operatingSystem: operatingSystems.find((one) => one === choice.operatingSystem) ?? operatingSystems[0],
  };
}

/** The order's address with what was chosen in it but for the period, short enough to come back to: a long comment stays behind. */
export function orderAddress(rateId: string, { months: _, ...chosen }: Chosen): string {
  const whole = withQuery(paths.vpsOrder(rateId), chosen);
  const hasRoom = whole.length <= returnToMaxLength - "&months=12".length;
  const address = hasRoom ? whole : withQuery(paths.vpsOrder(rateId), { ...chosen, comment: undefined });
  return address.includes("?") ? address : `${address}?`;
}

/** What was sent of the form. */
export const sentChoice = (body: FormData): Chosen => pick((name) => body.get(name));
