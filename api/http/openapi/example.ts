type Json = { [name: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Fields whose meaning their schema does not tell. */
const exampleValues: Json = {
  email: "anna@example.com",
  password: "your password",
  language: "en",
  name: "Anna",
  months: 1,
  operatingSystem: "Windows Server 2022",
  period: "month",
};

/** Returns a value that a schema of the document accepts, without optional fields. */
export function exampleOf(schema: unknown, schemas: Json, name = ""): unknown {
  if (!isJson(schema)) return null;
  if (typeof schema.$ref === "string")
    return exampleOf(schemas[schema.$ref.split("/").at(-1) ?? ""], schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (name in exampleValues) return exampleValues[name];
  const [choice] = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as unknown[];
  if (choice) return exampleOf(choice, schemas, name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object": {
      const required = (schema.required ?? []) as string[];
      const properties = isJson(schema.properties) ? schema.properties : {};
      return Object.fromEntries(
        required.map((field) => [field, exampleOf(properties[field], schemas, field)]),
      );
    }
    case "array":
      return [exampleOf(schema.items, schemas)];
    case "integer":
    case "number":
      return name.endsWith("Cents") ? 1900 : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return schema.format === "date-time"
        ? "2026-11-24T00:00:00Z"
        : schema.format === "date"
          ? "2026-11-24"
          : "…";
  }
}

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema?: unknown }> };
  responses: Record<string, unknown>;
};

/** Returns an operation as a shell command. */
export function curlOf(
  address: string,
  { method, path, operation }: { method: string; path: string; operation: Operation },
  schemas: Json,
): string {
  const { security = [], parameters = [], requestBody } = operation;
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [scheme] = security.flatMap(Object.keys);
  const isForm = type === "multipart/form-data";
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${address}${path}`,
    scheme && `-H 'Authorization: Bearer ${scheme === "activationKey" ? "$ACTIVATION_KEY" : "$TOKEN"}'`,
    parameters.some(({ name, required }) => name === "idempotency-key" && required) &&
      "-H 'Idempotency-Key: 7d1f0c52-rent-1'",
    media && !isForm && "-H 'Content-Type: application/json'",
    media && !isForm && `-d '${JSON.stringify(exampleOf(media.schema, schemas))}'`,
    media &&
      isForm &&
      Object.keys((exampleOf(media.schema, schemas) as Json | null) ?? {})
        .map((field) => `-F '${field}=…'`)
        .join(" "),
  ];
  return lines.filter(Boolean).join(" \\\n  ");
}
