/** Read-only operations whose answer a form shows with the confirmation of another one; they take the same input. */
const previewedBy: Readonly<Record<string, string>> = {
  "texts write": "texts compare",
  "texts restore": "texts compare",
  "tariffs price": "tariffs concerned",
};

/** Returns the read-only operation that shows what another one would do, or undefined if there is none. */
export const previewOf = (name: string): string | undefined => previewedBy[name];
export const previewedOperations = Object.entries(previewedBy);

/** Operations whose text is a unified diff, unless nothing differs. */
export const returnsDiff = (name: string): boolean => diffs.has(name);
const diffs: ReadonlySet<string> = new Set(["texts diff", "texts compare"]);

/** A field that starts with a present text, and the input by which the form first asks for it. */
export type StartingText = { field: string; input: readonly string[] };

const startingTexts: Readonly<Record<string, StartingText>> = {
  "texts write": { field: "markdown", input: ["name", "language"] },
};

/** Returns the field of an operation's form that starts with a present text, or undefined if there is none. */
export const startingTextOf = (name: string): StartingText | undefined => startingTexts[name];
export const startingTextOperations = Object.entries(startingTexts);
