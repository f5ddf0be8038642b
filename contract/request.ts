import type { Endpoint, Input } from "./endpoint";

/** The HTTP request of an endpoint, without the headers that identify the caller. */
export type EndpointRequest = {
  method: Endpoint["method"];
  /** Below `/api`, including the query. */
  path: string;
  /** Without `content-type` if the body sets its own. */
  headers: Record<string, string>;
  body: string | FormData | undefined;
};

/**
 * Builds the request of an endpoint: `:name` parts of its path are filled in from the input; the rest goes into the
 * query (GET, DELETE), into JSON, or into form data (`body: "multipart"`: a list is sent as `name[]`).
 */
export function requestOf<C extends Endpoint>(endpoint: C, input: Input<C>): EndpointRequest {
  const rest = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (endpoint.method !== "POST") {
    const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
    return { method: endpoint.method, path: query ? `${path}?${query}` : path, headers: {}, body: undefined };
  }
  if (endpoint.body === "multipart") return { method: "POST", path, headers: {}, body: formOf(entries) };
  const headers = { "content-type": "application/json" };
  return { method: "POST", path, headers, body: JSON.stringify(rest) };
}

function formOf(entries: [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) {
    if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, item as File);
    else form.append(name, value instanceof File ? value : String(value));
  }
  return form;
}
