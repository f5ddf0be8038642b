import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schema } from "./openapi-values";

type Content = Record<string, { schema: Schema }>;
type Answer = { $ref?: string; content?: Content; links?: Record<string, Link> };
export type Link = {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
};
export type Operation = {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};
export type Document = { paths: Record<string, Record<string, Operation>>; components: object };
export type DocumentedEndpoint = { method: string; path: string; operation: Operation };

const pointerPart = (text: string) => text.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the value at a JSON pointer; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string, unknown>)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return current;
}

/** Reads an OpenAPI document for a test client: operations by id, and validation of responses. */
export function readDocument(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");
  const places = new Map<string, DocumentedEndpoint>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      places.set(operation.operationId, { method: method.toUpperCase(), path, operation });

  /** Returns what is wrong with a response; null if nothing is. */
  function complaint(
    { method, path, operation }: DocumentedEndpoint,
    status: number,
    type: string,
    body: unknown,
  ): string | null {
    const responsePointer = `/paths/${pointerPart(path)}/${method.toLowerCase()}/responses/${status}`;
    const declared = operation.responses[status];
    if (!declared) return `the document has no ${status}`;
    const answer = (declared.$ref ? valueAt(document, declared.$ref.slice(1)) : declared) as Answer;
    if (!answer.content) return null;
    const [expected = ""] = Object.keys(answer.content);
    if (!type.startsWith(expected)) return `is ${type} instead of ${expected}`;
    const pointer = `${declared.$ref?.slice(1) ?? responsePointer}/content/${pointerPart(expected)}/schema`;
    const validate = ajv.getSchema(`document#${encodeURI(pointer)}`);
    if (!validate) return `has no schema at ${pointer}`;
    return validate(body) ? null : `is not as described: ${ajv.errorsText(validate.errors)}`;
  }

  /** Returns the operations reachable from one by links. */
  function reachedFrom(first: string): Set<string> {
    const reached = new Set([first]);
    for (const id of reached)
      for (const { operationId } of Object.values(places.get(id)?.operation.responses["200"]?.links ?? {}))
        reached.add(operationId);
    return reached;
  }

  return {
    places,
    complaint,
    reachedFrom,
    resolve: (ref: string) => valueAt(document, ref.slice(1)) as Schema,
  };
}

export type ReadDocument = ReturnType<typeof readDocument>;
