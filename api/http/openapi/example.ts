type Json = { [name: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Values of fields whose meaning their schema does not tell, by the field's name. */
const exampleValues: Json = {
  account: "5012345",
  accountName: "London EAs",
  accountNumber: "5012345",
  activationKey: "4cf1b7d2-89e0-4b51-a1f3",
  address: "1 Main Street, London",
  amount: "120.50",
  balance: "10000.00",
  card: "4242",
  closePrice: "1.08520",
  code: "123456",
  comment: "London EAs",
  company: "Lee Trading Ltd",
  computed: "120.50",
  country: "GB",
  currency: "USD",
  date: "2026-11-24",
  deals_from: "1764000000",
  departmentId: "technical",
  device: "Chrome on Windows",
  difference: "0.00",
  dueOn: "2026-11-30",
  email: "anna@example.com",
  equity: "10120.50",
  fileName: "ReportHistory-5012345.html",
  hint: "4242",
  "idempotency-attempt": "1",
  "idempotency-key": "7d1f0c52-rent-1",
  ip: "203.0.113.7",
  language: "en",
  login: "Administrator",
  markdown: "# Offer",
  method: "sandbox",
  methodName: "Bank card",
  month: "2026-11",
  name: "Anna",
  newEmail: "anna@example.org",
  newPassword: "another password",
  number: "1001",
  oldPassword: "your password",
  openPrice: "1.08400",
  openResult: "12.50",
  operatingSystem: "Windows Server 2022",
  password: "your password",
  payer: "ANNA LEE",
  period: "month",
  rateId: "trader-1",
  reason: "The card was declined.",
  recipient: "boris@example.com",
  recipientName: "Boris",
  recoveryCodes: "abcde23456",
  referral_code: "1A2B3C",
  response: "{}",
  returnTo: "/vps",
  returnUrl: "https://cabinet.example.com/balance-operations",
  says: "120.50",
  search: "London",
  secondFactorCode: "123456",
  server: "Broker-Live",
  snapshot: "before-update",
  subject: "London EAs",
  symbol: "EURUSD",
  tariff: "Trader 1",
  taxId: "GB123456789",
  text: "My server does not start.",
  threshold: "20",
  ticket: "GN2kqv4T0d",
  time_zone: "Europe/London",
  title: "Server does not start",
  today: "12.50",
  token: "f0f9a1c44d7b4c55",
  txid: "4d7a9f1c2e8b6035",
  version: "2026-11-01",
  volume: "0.10",
  wallet: "TQ5NMqJjhpQGK7YJbZa7UTHdW1Vu2hUeKe",
  year: "2026",
  zone: "Europe/London",
};

/** Returns a value that a schema of the document accepts, without optional fields. */
export function exampleOf(schema: unknown, schemas: Json, name = ""): unknown {
  if (!isJson(schema)) return null;
  if (typeof schema.$ref === "string")
    return exampleOf(schemas[schema.$ref.split("/").at(-1) ?? ""], schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.type === typeof exampleValues[name]) return exampleValues[name];
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
      return Array.isArray(schema.prefixItems)
        ? schema.prefixItems.map((item) => exampleOf(item, schemas))
        : [exampleOf(schema.items, schemas, name)];
    case "integer":
    case "number":
      return name.endsWith("Cents") ? 1900 : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return exampleText(name, schema.format);
  }
}

function exampleText(name: string, format: unknown): string {
  if (format === "date-time") return "2026-11-24T00:00:00Z";
  if (format === "date" || name === "from" || name === "to") return "2026-11-24";
  if (/^id$|Ids?$|Ticket$|tickets$/.test(name)) return "q3T9xKfW2mRb7LzYp0Ac";
  if (/url$|link$|path$/i.test(name)) return "https://cabinet.example.com/";
  return "text";
}

type Content = Record<string, { schema?: unknown; example?: unknown }>;

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: object[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, unknown>;
};

/** Adds an example to each operation's parameters, JSON request and response. */
export function addExamples(document: { paths?: object; components?: { schemas?: object } }): void {
  const schemas = { ...document.components?.schemas } as Json;
  for (const methods of Object.values(document.paths ?? {}))
    for (const { parameters, requestBody, responses } of Object.values(
      methods as Record<string, Operation>,
    )) {
      for (const parameter of parameters ?? [])
        parameter.example ??= exampleOf(parameter.schema, schemas, parameter.name);
      const done = responses["200"] as { content?: Content } | undefined;
      for (const content of [requestBody?.content, done?.content]) {
        const media = content?.["application/json"];
        if (media) media.example = exampleOf(media.schema, schemas);
      }
    }
}

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
