import { createHash } from "node:crypto";
import type { Ready } from "./ready.server";
import { readyOf } from "./ready.server";
import { contentSecurityPolicy } from "./security-headers.server";

/** A page as it is sent to everybody. */
export type KeptPage = Ready & { headers: readonly (readonly [name: string, value: string])[] };

/** Once a change is often enough for more than the usual 4, and 9 would take as long as rendering it; what is read often is sent shorter. */
const quality = 7;

/** Of one answer, and not of the page. */
const ofOneAnswer = new Set(["content-security-policy", "content-length"]);

/**
 * Makes of a rendered page what can be sent to everybody: its styles are allowed by their hash instead of a nonce, which would be
 * of one answer. Null where it can't be: it failed, it sets a cookie, or it brings script.
 */
export async function keptPageOf(answer: Response): Promise<KeptPage | null> {
  const [, nonce] = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
  if (answer.status !== 200 || answer.headers.has("set-cookie") || !nonce) return null;
  const html = (await answer.text()).replaceAll(` nonce="${nonce}"`, "");
  if (html.includes("<script")) return null;
  const hashes = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = ""]) => hashOf(text));
  return {
    ...(await readyOf(Buffer.from(html), quality)),
    headers: [
      ...[...answer.headers].filter(([name]) => !ofOneAnswer.has(name)),
      ["content-security-policy", contentSecurityPolicy(hashes)],
    ],
  };
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
