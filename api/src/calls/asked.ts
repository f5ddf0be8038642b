import type { Context } from "hono";

/** A call as it was asked for: over the network, or by the cabinet in the same process (`createReader`). */
export type Asked = {
  headers: Pick<Headers, "get">;
  /** The values of its path. */
  params: Record<string, string>;
  query: Record<string, string>;
  /** The same as a request; one that did not come over the network is made one only where it is asked for. */
  readonly request: Request;
};

/** What came over the network. */
export const askedOf = ({ req }: Context): Asked => ({
  headers: req.raw.headers,
  params: req.param(),
  query: req.query(),
  request: req.raw,
});
