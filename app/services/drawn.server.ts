import type { Drawn } from "#app/lib/drawn";
import { requestContext } from "./request-context.server";

/** Data that the browser need not have while it shows the document that was drawn with it. Loads within the app get it. */
export const drawnData = <T>(value: T): Drawn<T> => (requestContext().isDocument ? () => value : value);
