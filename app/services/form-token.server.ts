import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { formTokenName } from "#app/lib/form-token";
import { cabinetCookie } from "./cookies.server";
import { sessionSecret } from "./env.server";
import { readForm } from "./read-form.server";
import { cachePerRequest, requestContext } from "./request-context.server";
import { sessionFormKey } from "./session.server";

/** A visitor's key, for the browser session; a client's key is in the session cookie. */
const visitorKey = () => cabinetCookie("form-key");

async function keyOf(request: Request): Promise<string | null> {
  const header = request.headers.get("cookie");
  return (await sessionFormKey(request)) ?? ((await visitorKey().parse(header)) as string | null);
}

async function newVisitorKey(): Promise<string> {
  const key = randomBytes(16).toString("base64url");
  requestContext().setCookies.push(await visitorKey().serialize(key));
  return key;
}

const tokenOf = (key: string): string =>
  createHmac("sha256", sessionSecret()).update(`form ${key}`).digest("base64url").slice(0, 22);

/**
 * Returns the token for the forms of this page, bound to the session or to a visitor's cookie. Returns undefined for
 * browsers that send `Sec-Fetch-Site`, which keeps their pages smaller.
 */
export async function formTokenFor(request: Request): Promise<string | undefined> {
  if (request.headers.has("sec-fetch-site")) return undefined;
  return cachePerRequest("form token", async () =>
    tokenOf((await keyOf(request)) ?? (await newVisitorKey())),
  );
}

/**
 * Checks a POST without origin headers: it must contain the token of a form given to the same browser.
 * @returns the request with an unread body, or null if it is rejected
 */
export async function isSameOriginByToken(request: Request): Promise<Request | null> {
  const key = await keyOf(request);
  if (!key) return null;
  const body = await request.arrayBuffer();
  const form = await readForm(new Request(request, { body }));
  const [submitted, known] = [form.get(formTokenName), tokenOf(key)];
  if (typeof submitted !== "string" || submitted.length !== known.length) return null;
  return timingSafeEqual(Buffer.from(submitted), Buffer.from(known)) ? new Request(request, { body }) : null;
}
