/**
 * The kinds of alerts, without schemas: browsers need the words at once, the checks later. One entry is a kind: the form's switch and
 * field, the check of what is typed, what is stored, when it rings and how its threshold is written follow from it
 * (docs/adding.md).
 */

/** What a threshold is counted in. */
export type AlertUnit = "percent" | "money" | "minutes";

/** The number that a kind asks for: its field in forms and calls, and what may be typed (else `message`, a key of errors.json). */
type Threshold = { field: string; unit: AlertUnit; min: number; max: number; message: string };

/**
 * The figure that a kind watches: the largest that an account has of `figures` (names of the public JSON, fractions where the unit is
 * percent; `profit_with_open` is the net profit and what is floating). It rings past the threshold, and is ready again once the figure
 * has come back by `band` of the threshold, at least by `bandMin` (docs/adr/0026).
 */
type Watch = { figures: readonly string[]; rings: "over" | "under"; band: number; bandMin: number };

export type AlertEntry = { threshold?: Threshold; watch?: Watch };

export const alertTable = {
  drawdown: {
    threshold: { field: "drawdownOver", unit: "percent", min: 0.1, max: 100, message: "drawdownRange" },
    watch: {
      figures: ["equity_current_drawdown", "current_drawdown"],
      rings: "over",
      band: 0.1,
      bandMin: 0.1,
    },
  },
  equity: {
    threshold: { field: "equityUnder", unit: "money", min: 0, max: 1e12, message: "moneyRange" },
    watch: { figures: ["equity"], rings: "under", band: 0.02, bandMin: 1 },
  },
  profit: {
    threshold: { field: "profitOver", unit: "money", min: 0, max: 1e12, message: "moneyRange" },
    watch: { figures: ["profit_with_open"], rings: "over", band: 0.1, bandMin: 1 },
  },
  margin: {
    threshold: { field: "freeMarginUnder", unit: "money", min: 0, max: 1e12, message: "moneyRange" },
    watch: { figures: ["free_margin"], rings: "under", band: 0.02, bandMin: 1 },
  },
  silence: {
    threshold: { field: "silentMinutes", unit: "minutes", min: 1, max: 10_080, message: "minutesRange" },
  },
  opened: {},
  closed: {},
} as const satisfies Record<string, AlertEntry>;

export type AlertKind = keyof typeof alertTable;

type Fields<T> = {
  [K in keyof T]: T[K] extends { threshold: { field: infer F extends string } } ? F : never;
};
/** The fields that hold a threshold. */
export type ThresholdField = Fields<typeof alertTable>[AlertKind];

/** The kinds of a table, in its order. */
export const kindsOf = <K extends string>(table: Record<K, AlertEntry>) => Object.keys(table) as [K, ...K[]];

export const alertKinds = kindsOf<AlertKind>(alertTable);

/** A kind as its entry says, for code that asks every kind the same. */
export const alertEntry = (kind: AlertKind): AlertEntry => alertTable[kind];

/** The kinds that ask for a number, with the field that holds it. */
export const thresholdKinds: readonly { kind: AlertKind; field: ThresholdField; unit: AlertUnit }[] =
  alertKinds.flatMap((kind) => {
    const { threshold } = alertEntry(kind);
    return threshold ? [{ kind, field: threshold.field as ThresholdField, unit: threshold.unit }] : [];
  });
