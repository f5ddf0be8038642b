import { requestContext } from "./request-context.server";

/** Whether nobody may ever see what is being loaded: it takes no message away and counts nothing. */
export const isAhead = (): boolean => requestContext().isAhead;

/** The rules' own address (`app/routes/speculation-rules[.]json`). */
const rulesPath = "/speculation-rules.json";

/**
 * Lets a browser fetch a page while a link to it is hovered over or pressed (a header, which needs no script). Not where script
 * loads what follows, nor for who saves data.
 */
export function fetchAhead(request: Request, headers: Headers, { hasScript }: { hasScript: boolean }): void {
  if (!hasScript && request.headers.get("save-data") !== "on")
    headers.set("speculation-rules", `"${rulesPath}"`);
}
