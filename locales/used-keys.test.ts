import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { Namespace } from "./texts";

/** Sources that use keys of any namespace: contract messages, errors, emails and answers of the API, commands. */
const namedAnywhere: readonly Namespace[] = ["answers", "api", "errors", "mail", "operations"];

/**
 * Keys that come from enumerations of the contract or database, or from names of commands and email templates, so
 * that no page names them literally. Keys like `kind_${kind}` need no entry because the template literal matches
 * them.
 */
const families: Partial<Record<Namespace, RegExp>> = {
  control: /^turnOn$/,
  dataExport: /^(bytes|kilobytes|megabytes)$/,
  mail: /^\w+(Subject|Text|Button)\w*$/,
  notices:
    /^(monthly|equity|margin|silence|opened|closed|drawdownOver|equityUnder|profitOver|freeMarginUnder|silentMinutes)$/,
  operations: /^(do|row|field|detail|hint|column|value|blank|empty|noChoice|undo)_/,
  server:
    /^((windows|macos|phone)[1-3]|turnOn|restart|resize|block|unblock|remove|resetPassword|takeSnapshot|rollBack|dropSnapshot|passwordShown|accepted)$/,
  // receipts name them by `balanceText`
  postings: /^(cost|txid|receivedAt)$/,
  reinstall: /^not(SetUp|Active)$/,
  serverPassword: /^not(SetUp|Active)$/,
  snapshots: /^accepted$/,
  statistics: /^inPart$/,
};

const sources = ["app", "api", "contract", "server", "statements", "locales"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /(?<!\.test|\/texts)\.tsx?$/.test(path) && !path.includes("/testing/"))
    .map((path) => ({ path, text: readFileSync(path, "utf8") })),
);

/** Returns the sources that can use a namespace: those that name it, and their siblings in a route's folder. */
function sourcesOf(namespace: Namespace): string {
  if (namedAnywhere.includes(namespace)) return sources.map(({ text }) => text).join("\n");
  const names = new RegExp(`["'\`/]${namespace}["'\`.:/]`);
  const folders = new Set(sources.filter(({ text }) => names.test(text)).map(({ path }) => dirname(path)));
  return sources
    .filter(
      ({ path, text }) => names.test(text) || (path.startsWith("app/routes/") && folders.has(dirname(path))),
    )
    .map(({ text }) => text)
    .join("\n");
}

/** Returns the keys that template literals such as `kind_${kind}` can match. */
const templatesOf = (text: string) =>
  [...text.matchAll(/`([\w-]*(?:\$\{[^{}`]*\}[\w-]*)+)`/g)]
    .map(([, literal = ""]) => literal.split(/\$\{[^}]*\}/))
    .filter((literals) => literals.join("").length >= 3)
    .map((literals) => new RegExp(`^${literals.join(".+")}$`));

const plural = /_(zero|one|two|few|many|other)$/;
const namespaces = readdirSync("locales/en")
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", "") as Namespace);

test.each(namespaces)("every key of %s is used", (namespace) => {
  const texts = JSON.parse(readFileSync(`locales/en/${namespace}.json`, "utf8")) as Record<string, string>;
  const keys = new Set(
    Object.keys(texts).map((key) => (key.replace(plural, "_other") in texts ? key.replace(plural, "") : key)),
  );
  const source = sourcesOf(namespace);
  const quoted = new Set([...source.matchAll(/["'`]([\w+:-]+)["'`]/g)].map(([, name]) => name));
  const templates = templatesOf(source);
  const unused = [...keys].filter(
    (key) =>
      !quoted.has(key) &&
      !families[namespace]?.test(key) &&
      !templates.some((template) => template.test(key)),
  );
  expect(unused).toEqual([]);
});
