import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { formTokenName } from "#app/lib/form-token";
import { cabinetCookie } from "./cookies.server";
import { sessionSecret } from "./env.server";
import { readForm } from "./read-form.server";
import { cachePerRequest, requestContext } from "./request-context.server";
import { sessionFormKey } from "./session.server";

/** A visitor's key, for as long as the visit; a client's is in the session. */
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
 * The token that the forms of this page carry, bound to the session, or to a cookie of the visit.
 * Undefined for a browser that says by itself where its posts come from: its pages stay as short as they are.
 */
export async function formTokenFor(request: Request): Promise<string | undefined> {
  if (request.headers.has("sec-fetch-site")) return undefined;
  return cachePerRequest("form token", async () =>
    tokenOf((await keyOf(request)) ?? (await newVisitorKey())),
  );
}

/**
 * What a post that names no origin has to bring: the token of a form that was given to the same browser.
 * @returns the request again, its body unread; null where it may not be believed.
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
