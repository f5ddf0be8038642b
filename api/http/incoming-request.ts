import type { Context } from "hono";
import type { SentBody } from "./timed-body";

/** A call as it was asked for: over the network, or by the cabinet in the same process (`createReadClient`). */
export type IncomingRequest = {
  headers: Pick<Headers, "get">;
  /** The values of its path. */
  params: Record<string, string>;
  query: Record<string, string>;
  /** What was sent with it, to be read once. */
  readonly body: SentBody | null;
  /** The same as a request; one that did not come over the network is made one only where it is asked for. */
  readonly request: Request;
};

/**
 * What a server knows of a call beside its request: to make the request anew, or its body a stream of the web, costs as much as all
 * that a terminal's post is read and parsed with.
 */
export type Arrival = { clientAddress?: string; incoming?: SentBody };

/** What came over the network. */
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
