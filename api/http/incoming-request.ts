import type { Context } from "hono";
import type { SentBody } from "./timed-body";

/** A request, from the network or from the cabinet in the same process (`createReadClient`). */
export type IncomingRequest = {
  headers: Pick<Headers, "get">;
  /** The path parameters. */
  params: Record<string, string>;
  query: Record<string, string>;
  /** The body, which can be read once. */
  readonly body: SentBody | null;
  /** The same as a `Request`, created on first access if it did not come over the network. */
  readonly request: Request;
};

/**
 * What the server knows of a request besides it. Recreating the request, or making its body a web stream, costs as
 * much as reading and parsing a terminal's post.
 */
export type Arrival = { clientAddress?: string; incoming?: SentBody };

/** Returns the incoming request of a network request. */
export const incomingRequestOf = ({
  req,
  env,
}: Context<{ Bindings: Arrival | undefined }>): IncomingRequest => ({
  headers: headersOf(req.raw, env?.clientAddress),
  params: req.param(),
  query: req.query(),
  get body() {
    return env?.incoming ?? req.raw.body;
  },
  request: req.raw,
});

const headersOf = ({ headers }: Request, address: string | undefined): IncomingRequest["headers"] =>
  address === undefined
    ? headers
    : { get: (name) => (name === "x-client-address" ? address : headers.get(name)) };
