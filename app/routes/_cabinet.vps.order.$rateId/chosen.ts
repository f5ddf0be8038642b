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
  const given = pick((name) => query.get(name));
  const months = periods.map((period) => String(period.months));
  return {
    ...given,
    months: months.find((one) => one === given.months) ?? months[0],
    operatingSystem: operatingSystems.find((one) => one === given.operatingSystem) ?? operatingSystems[0],
  };
}

/** What was sent of the form, as its address says it. */
export const sentChoice = (sent: Record<string, unknown> | null | undefined): Chosen =>
  pick((name) => sent?.[name]);
