import { html, raw } from "hono/html";
import type { openApiDocument } from "#api/http/openapi";
import { docsStyles } from "./docs-styles";
import type { Operation } from "./example";
import { curlOf } from "./example";

type Meaning = { status: string; text: string };

/** General rules for callers, each with an example. */
const guides = (address: string, meanings: readonly Meaning[]) => [
  {
    id: "signing-in",
    title: "Signing in",
    body: html`
<p><a href="#user.login"><code>POST /user/auth/login</code></a> answers a <code>token</code>, when it ends, and a <code>refreshToken</code>. Send the token as <code>Authorization: Bearer</code>. Before it ends, <a href="#user.refreshToken"><code>POST /user/auth/refresh-token</code></a> answers the next one.</p>
<pre>curl -X POST ${address}/user/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"anna@example.com","password":"your password"}'</pre>
<p>Where two-step login is on, the answer is 403 <code>secondStepNeeded</code> with <code>details.ticket</code>: send the ticket and the code to <a href="#security.secondStep"><code>security.secondStep</code></a>. What needs recent authentication answers 403 <code>freshProofNeeded</code> until the password, and a code where two-step login is on, come with it.</p>
<p>A terminal sends its account's activation key as the token instead.</p>`,
  },
  {
    id: "idempotency",
    title: "Idempotency",
    body: html`
<p>Endpoints that move money need an <code>Idempotency-Key</code> of 8 to 100 letters, digits, <code>-</code> and <code>_</code>. A repeat with the same key is answered as the first request was, so after a timeout send the same again. After a rejection that you mean once more, keep the key and add <code>Idempotency-Attempt: 2</code>, then 3.</p>
<pre>curl -X POST ${address}/vps/servers \\
  -H 'Authorization: Bearer $TOKEN' \\
  -H 'Idempotency-Key: 7d1f0c52-rent-1' \\
  -H 'Content-Type: application/json' \\
  -d '{"rateId":"trader-2","months":1,"operatingSystem":"Windows Server 2022","agreedCents":1900}'</pre>
<p><code>agreedCents</code> is the price that you have shown: where it differs, nothing is charged and the answer is 409 <code>priceDiffers</code>.</p>`,
  },
  {
    id: "limits",
    title: "Limits",
    body: html`
<p>What can be guessed or abused is limited, by client and by address. Too many requests are answered with 429, and <code>Retry-After</code> says how many seconds to wait.</p>
<pre>HTTP/1.1 429 Too Many Requests
Retry-After: 42

{"code":"tooManyTries","message":"Too much requests - try later: in 42 seconds","details":{"count":42}}</pre>
<p>A terminal posts every <code>next_in</code> seconds, as each answer says.</p>`,
  },
  {
    id: "errors",
    title: "Error codes",
    body: html`
<p>Every rejection has a <code>code</code> for programs and a <code>message</code> in the language of <code>Accept-Language</code>; <code>fields</code> names what is wrong with which field.</p>
<pre>{"code":"invalidInput","message":"Please check what was entered","fields":{"months":"Choose a period"}}</pre>
<table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>${meanings.map(({ status, text }) => html`<tr><td><code>${status}</code></td><td>${text}</td></tr>`)}</tbody></table>`,
  },
];

type Document = Awaited<ReturnType<typeof openApiDocument>>;
type Endpoint = { method: string; path: string; operation: Operation };
type Meanings = Parameters<typeof guides>[1];

const prettyJson = (value: unknown) => JSON.stringify(value, null, 2);

/** Renders a text of the document, with code in backticks. */
const prose = (text: string) =>
  text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

/** Lets a path break before each of its segments on a narrow screen. */
const breakable = (path: string) =>
  path.split("/").map((part, index) => (index ? html`<wbr>/${part}` : part));

const operationPart = (endpoint: Endpoint, example: string) => {
  const { method, path, operation } = endpoint;
  return html`
<article id="${operation.operationId}">
<details><summary><h3><code>${method.toUpperCase()} ${breakable(path)}</code></h3> <span>${operation.summary}</span></summary>
<p>${prose(operation.description)}</p>
${operation.parameters && html`<ul>${operation.parameters.map(({ name, in: location, required }) => html`<li><code>${name}</code>, in the ${location}${required ? "" : ", optional"}</li>`)}</ul>`}
<pre>${example}</pre>
${operation.requestBody && html`<details><summary>Body</summary><pre>${prettyJson(operation.requestBody.content)}</pre></details>`}
<details><summary>Answers ${Object.keys(operation.responses).join(", ")}</summary><pre>${prettyJson(operation.responses)}</pre></details>
</details>
</article>`;
};

const containsAll = (terms: readonly string[], { method, path, operation }: Endpoint) => {
  const text =
    `${method} ${path} ${operation.operationId} ${operation.summary} ${operation.description}`.toLowerCase();
  return terms.every((word) => text.includes(word));
};

/**
 * Renders the document as one HTML page without script: general rules first, then the endpoints by module. `search`
 * keeps the endpoints that contain each of its words.
 */
export function docsPage(
  { info, tags = [], paths = {}, components = {}, servers = [] }: Document,
  { meanings, search = "" }: { meanings: Meanings; search?: string },
) {
  const address = servers[0]?.url ?? "/api";
  const schemas = (components.schemas ?? {}) as Record<string, unknown>;
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
        method,
        path,
        operation,
      })),
    )
    .filter((endpoint) => containsAll(terms, endpoint));
  const sections = tags
    .map(({ name, description }) => ({
      name,
      description,
      endpoints: all.filter(({ operation }) => operation.tags[0] === name),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
  const pages = guides(address, meanings);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every endpoint of the ${info.title}">
<title>${info.title}</title>
<style>${raw(docsStyles)}</style>
</head>
<body>
<header><a href="/">${info.title}</a> <span>${info.version}</span></header>
<div class="columns">
<nav aria-label="Contents">
<form method="get" action="/api/docs" role="search"><label for="q">Search endpoints</label><input id="q" name="q" type="search" maxlength="100" value="${search}"> <button>Search</button></form>
<h2>Guide</h2>
<ul>${pages.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
<h2>Modules</h2>
<ul>${sections.map(({ name, endpoints }) => html`<li><a href="#${name}">${name}</a> <span>${endpoints.length}</span></li>`)}</ul>
<p><a href="/api/openapi.json">OpenAPI 3.1</a></p>
</nav>
<main>
<h1>${info.title}</h1>
<p>${prose(info.description ?? "")}</p>
${terms.length > 0 && html`<p role="status">${all.length} found for “${search}”. <a href="/api/docs">Show all</a></p>`}
${terms.length === 0 && pages.map(({ id, title, body }) => html`<section id="${id}"><h2>${title}</h2>${body}</section>`)}
${sections.map(
  ({ name, description, endpoints }) => html`<section id="${name}"><h2>${name}</h2><p>${description}</p>
${endpoints.map((endpoint) => operationPart(endpoint, curlOf(address, endpoint, schemas)))}</section>`,
)}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(schemas).map(([name, schema]) => html`<details id="schema-${name}"><summary>${name}</summary><pre>${prettyJson(schema)}</pre></details>`)}</section>
</main>
</div>
</body>
</html>`;
}
