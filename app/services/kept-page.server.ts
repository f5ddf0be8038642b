import { createHash } from "node:crypto";
import type { Ready } from "./ready.server";
import { readyOf } from "./ready.server";
import { contentSecurityPolicy } from "./security-headers.server";

/** A page as it is sent to everybody. */
export type KeptPage = Ready & { headers: readonly (readonly [name: string, value: string])[] };

/** Once a change is often enough for more than the usual 4, and 9 would take as long as rendering it; what is read often is sent shorter. */
const oncePerChange = 7;
/** What the build alone changes: never again. */
const oncePerBuild = "shortest";

/** Of one answer, and not of the page. */
const ofOneAnswer = new Set(["content-security-policy", "content-length", "link"]);

export type Kind = {
  /** Whether nothing but a build changes it. */
  isOfTheBuild: boolean;
  /** Whether it may have script. */
  hasScript: boolean;
};

/**
 * Makes of a rendered page what can be sent to everybody: its styles and script are allowed by their hash instead of a nonce, which
 * would be of one answer. Null where it can't be: it failed, it sets a cookie, or it brings script that it should not.
 */
export async function keptPageOf(
  answer: Response,
  { isOfTheBuild, hasScript }: Kind,
): Promise<KeptPage | null> {
  const [, nonce] = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
  if (answer.status !== 200 || answer.headers.has("set-cookie") || !nonce) return null;
  const html = (await answer.text()).replaceAll(` nonce="${nonce}"`, "");
  const scripts = hashesIn(html, /<script[^>]*>([\s\S]*?)<\/script>/g);
  if (scripts.length > 0 && !hasScript) return null;
  const styles = hashesIn(html, /<style>([\s\S]*?)<\/style>/g);
  return {
    ...(await readyOf(Buffer.from(html), isOfTheBuild ? oncePerBuild : oncePerChange)),
    headers: [
      ...[...answer.headers].filter(([name]) => !ofOneAnswer.has(name)),
      ["content-security-policy", contentSecurityPolicy([...styles, ...scripts])],
    ],
  };
}

const hashesIn = (html: string, blocks: RegExp) =>
  [...html.matchAll(blocks)].map(([, text = ""]) => hashOf(text));

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
