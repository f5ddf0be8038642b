/**
 * The kinds of alerts, without schemas, because browsers need the names at once and the validation later. An entry
 * defines a kind: from it follow the form's switch and field, the validation, what is stored, when the alert fires,
 * and the format of its threshold (docs/adding.md).
 */

/** Unit of a threshold. */
export type AlertUnit = "percent" | "money" | "minutes";

/**
 * The number that a kind requires: its field in forms and endpoints, and its valid range (otherwise the error
 * `message`, a key of errors.json).
 */
type Threshold = { field: string; unit: AlertUnit; min: number; max: number; message: string };

/**
 * The figure that a kind watches: the largest available value of `figures` (names of the public JSON, fractions if
 * the unit is percent; `profit_with_open` is the net profit plus the floating profit). The alert fires past the
 * threshold, and is armed again once the figure has returned by `band` of the threshold, at least by `bandMin`
 * (docs/adr/0026).
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
/** The fields with a threshold. */
export type ThresholdField = Fields<typeof alertTable>[AlertKind];

/** Returns the kinds of a table, in its order. */
export const kindsOf = <K extends string>(table: Record<K, AlertEntry>) => Object.keys(table) as [K, ...K[]];

export const alertKinds = kindsOf<AlertKind>(alertTable);

/** Returns the entry of a kind with the general type, for code that treats all kinds alike. */
export const alertEntry = (kind: AlertKind): AlertEntry => alertTable[kind];

/** The kinds with a threshold, with its field. */
export const thresholdKinds: readonly { kind: AlertKind; field: ThresholdField; unit: AlertUnit }[] =
  alertKinds.flatMap((kind) => {
    const { threshold } = alertEntry(kind);
    return threshold ? [{ kind, field: threshold.field as ThresholdField, unit: threshold.unit }] : [];
  });
