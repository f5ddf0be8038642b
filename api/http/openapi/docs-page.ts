import { html } from "hono/html";
import type { openApiDocument } from "#api/http/openapi";

type Document = ReturnType<typeof openApiDocument>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
};

const shown = (value: unknown) => JSON.stringify(value, null, 2);

/** Words of the document, with what stands in backticks as code. */
const prose = (text: string) =>
  text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

/** A path that a narrow screen may break before each of its parts. */
const breakable = (path: string) =>
  path.split("/").map((part, index) => (index ? html`<wbr>/${part}` : part));

const operationPart = (method: string, path: string, operation: Operation) => html`
<article id="${operation.operationId}">
<h3><code>${method.toUpperCase()} ${breakable(path)}</code></h3>
<p>${prose(operation.description)}</p>
${operation.parameters && html`<ul>${operation.parameters.map(({ name, in: place, required }) => html`<li><code>${name}</code>, in the ${place}${required ? "" : ", optional"}</li>`)}</ul>`}
${operation.requestBody && html`<details><summary>Body</summary><pre>${shown(operation.requestBody.content)}</pre></details>`}
<details><summary>Answers ${Object.keys(operation.responses).join(", ")}</summary><pre>${shown(operation.responses)}</pre></details>
</article>`;

/** The document for a person, on one page without script or styles of its own. */
export function docsPage({ info, tags = [], paths = {}, components = {} }: Document) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every call of the ${info.title}">
<title>${info.title}</title>
</head>
<body>
<main>
<h1>${info.title} ${info.version}</h1>
<p>${prose(info.description ?? "")}</p>
<p>For machines: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Parts"><ul>${tags.map(({ name, description }) => html`<li><a href="#${name}">${name}</a>: ${description}</li>`)}</ul></nav>
${tags.map(
  ({ name, description }) => html`<section id="${name}"><h2>${name}</h2><p>${description}</p>
${all.filter(({ operation }) => operation.tags[0] === name).map(({ method, path, operation }) => operationPart(method, path, operation))}</section>`,
)}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas ?? {}).map(([name, schema]) => html`<details id="schema-${name}"><summary>${name}</summary><pre>${shown(schema)}</pre></details>`)}</section>
</main>
</body>
</html>`;
}
