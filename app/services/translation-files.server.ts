import { createHash } from "node:crypto";
import { onEveryPage } from "#locales/translate";
import { builtFileText, manifestAddress } from "./built-files.server";
import { packedTexts } from "./locale.server";

let manifest: string | undefined;

/**
 * Returns Remix's route manifest with the translations of some namespaces, which `entry.client.tsx` reads. Remix
 * imports its manifest before anything else, so the translations need no extra request (docs/adr/0004).
 */
function contentOf(language: string, namespaces: readonly string[]): string {
  manifest ??= builtFileText(manifestAddress());
  const names = [...onEveryPage, ...namespaces];
  const texts = Object.fromEntries(names.map((name) => [name, packedTexts(language, name)]));
  return `${manifest}\nglobalThis.pageTexts=${JSON.stringify([language, texts])}`;
}

const hashes = new Map<string, string>();

function hashOf(language: string, namespaces: readonly string[]): string {
  const key = `${language}/${namespaces.join(".")}`;
  const known = hashes.get(key);
  if (known) return known;
  const content = contentOf(language, namespaces);
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  hashes.set(key, hash);
  return hash;
}

/**
 * Returns the URL of the file with the manifest and the translations of some namespaces. Browsers cache it forever,
 * because its name contains a hash of its content.
 */
export const addressOfTexts = (language: string, namespaces: readonly string[]): string =>
  `/texts/${language}/${namespaces.join(".")}.${hashOf(language, namespaces)}.js`;

const fileName = /^([\w.]+)\.([\w-]{16})\.js$/;

/** Returns the content of such a file, or undefined if this release does not have it. */
export function textFile(language: string, name: string): string | undefined {
  const [, names = "", hash = ""] = fileName.exec(name) ?? [];
  const namespaces = names.split(".");
  if (!namespaces.every((namespace) => packedTexts(language, namespace))) return undefined;
  const content = contentOf(language, namespaces);
  const actual = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return actual === hash ? content : undefined;
}
