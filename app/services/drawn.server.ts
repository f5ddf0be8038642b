import type { Drawn } from "#app/lib/drawn";

/**
 * Data that the browser need not have while it shows the document that was drawn with it. Loads within the app
 * get it, and so does a client that does not say what it loads the page for.
 */
export const drawnData = <T>(request: Request, value: T): Drawn<T> =>
  request.headers.get("sec-fetch-dest") === "document" ? () => value : value;
