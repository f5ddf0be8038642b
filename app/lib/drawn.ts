/** What a document is drawn with and the browser is not told: a function, which does not travel (docs/decisions/0022). */
export type Drawn<T> = T | (() => T) | undefined;

/** The value where it is known: on the server always, in the browser after the first load within the app. */
export const known = <T>(drawn: Drawn<T>): T | undefined =>
  typeof drawn === "function" ? (drawn as () => T)() : drawn;
