import type { Endpoint } from "#contract/endpoint";
import { errorBody } from "#contract/endpoint";
import { fieldsOf } from "./schema-fields";

const content = { "application/json": { schema: errorBody } };

const meanings = {
  400: ["Unreadable", "The request can't be read"],
  401: ["NotSignedIn", "There is no session, or it is over"],
  403: ["NotAllowed", "Closed to this client, or it needs a fresh proof (`freshProofNeeded`)"],
  404: ["NotFound", "Not there, or somebody else's"],
  408: ["TooSlow", "The body did not come in time"],
  409: ["Conflict", "Something else came first: `code` says what"],
  413: ["TooLarge", "The body is larger than it may be"],
  422: ["Invalid", "`fields` says of each field what is wrong with it"],
  429: ["TooMany", "Too often: `Retry-After` and `details.count` say how many seconds to wait"],
  503: ["Unavailable", "Nothing was done, or it is not known: the same may be sent again"],
  507: ["NoRoom", "Too little of the disk is free to take files"],
} as const;

/** Statuses and their meanings, for people. */
export const errorMeanings = Object.entries(meanings).map(([status, [, text]]) => ({ status, text }));

/** The error responses of all endpoints, described once; `code` is a key of `locales/en/api.json`. */
export const errorResponses = Object.fromEntries(
  Object.values(meanings).map(([name, description]) => [name, { description, content }]),
);

/** Returns the errors that an endpoint may respond with, by its declaration. */
export function errorResponsesOf(endpoint: Endpoint): Record<string, { $ref: string }> {
  const isPost = endpoint.method === "POST";
  const isOpen = endpoint.access === "public";
  const may: Record<keyof typeof meanings, boolean> = {
    400: true,
    // endpoints that open a session reject wrong credentials
    401: !isOpen || "token" in fieldsOf(endpoint.output),
    403: endpoint.section !== undefined || endpoint.recentAuth !== undefined,
    // an object named in a body or a query may be missing too
    404: endpoint.path.includes(":") || endpoint.access === "client",
    408: isPost,
    409: isPost || endpoint.path.includes(":"),
    413: isPost,
    422: true,
    429: true,
    503: true,
    507: endpoint.body === "multipart",
  };
  const statuses = Object.entries(meanings).filter(
    ([status]) => may[Number(status) as keyof typeof meanings],
  );
  return Object.fromEntries(
    statuses.map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
