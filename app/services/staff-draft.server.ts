import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { adminAddress } from "#app/lib/safe-path";
import { ApiError } from "./api-errors.server";
import { deleteDraft, readDraft, saveDraft } from "./draft.server";
import { environment, sessionSecret } from "./env.server";
import { ownAddress } from "./session.server";
import { leaveConsole } from "./staff.server";

/** A form of the console as it was typed: names and values. */
export type TypedFields = readonly (readonly [name: string, value: string])[];

/** Drafts are kept as long as the cookies that name them. */
const draftMilliseconds = 60 * 60_000;

const macOf = (memberId: string) =>
  createHmac("sha256", sessionSecret()).update(`staff draft ${memberId}`).digest("base64url");

/** Returns the hidden field `account` of a form, which says who opened it, also after their session has ended. */
export const accountOfForm = (memberId: string): string => `${memberId}.${macOf(memberId)}`;

/** Whether an `account` was made here, so that a stranger stores nothing. */
function isGenuine(account: string): boolean {
  const known = Buffer.from(accountOfForm(account.slice(0, account.lastIndexOf("."))));
  const given = Buffer.from(account);
  return known.length === given.length && timingSafeEqual(known, given);
}

const folder = () => join(environment().DATA_DIR, "drafts");

/**
 * Stores a draft that is too long for cookies on this machine's disk, and deletes old ones and the account's previous
 * one; returns its file.
 */
async function storeLong(account: string, fields: string): Promise<string> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const ofAccount = createHash("sha256").update(account).digest("hex").slice(0, 16);
  for (const name of await readdir(folder())) {
    const path = join(folder(), name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (name.startsWith(ofAccount) || Date.now() - mtimeMs > draftMilliseconds)
      await rm(path, { force: true });
  }
  const file = `${ofAccount}-${randomUUID()}`;
  await writeFile(join(folder(), file), fields, { mode: 0o600 });
  return file;
}

/**
 * Stores what a staff member typed into a form, for an hour; without any fields deletes it.
 *
 * @param account from `accountOfForm`; nobody else is shown the draft
 */
export async function keepStaffDraft(
  request: Request,
  name: string,
  { account, fields }: { account: string; fields: TypedFields },
): Promise<void> {
  const key = `staff ${name}`;
  if (fields.length === 0) return deleteStaffDraft(request, name);
  if (!isGenuine(account)) return;
  const typed = JSON.stringify(fields);
  if (await saveDraft(key, { account, typed })) return;
  await saveDraft(key, { account, file: await storeLong(account, typed) });
}

/** Deletes what was typed into a form, once it was sent. */
export const deleteStaffDraft = (request: Request, name: string): Promise<void> =>
  deleteDraft(request, `staff ${name}`);

const typedFields = z.array(z.tuple([z.string(), z.string()]));

/** Returns the draft of a form for the staff member who typed it; null for others, and if there is none. */
export async function readStaffDraft(
  request: Request,
  name: string,
  account: string,
): Promise<TypedFields | null> {
  const draft = await readDraft(request, `staff ${name}`);
  if (!draft || draft.account !== account) return null;
  const { typed, file } = draft;
  const text = file ? await readFile(join(folder(), file), "utf8").catch(() => null) : (typed ?? null);
  return text === null ? null : typedFields.parse(JSON.parse(text));
}

/** Fields that the form has anew when it is shown again; a confirmation is asked for again. */
const ownFields = new Set(["account", "idempotencyKey", "actionKey", "isConfirmed", "intent"]);

const isSessionOver = (thrown: unknown) =>
  thrown instanceof Response
    ? (thrown.headers.get("location")?.startsWith("/admin/login") ?? false)
    : thrown instanceof ApiError && thrown.code === "sessionOver";

type SentForm = {
  /** The name of the draft, and what to add to the page's URL so that it is shown. */
  draft: { name: string; query?: Record<string, string> };
  /** Without secrets. */
  fields: TypedFields;
};

/**
 * Runs `work`. If the staff session has ended, what was typed is stored, and the login leads back to its page, which
 * shows it to the same account.
 */
export async function withStaffDraft<T>(
  request: Request,
  { draft, fields }: SentForm,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isSessionOver(thrown)) throw thrown;
    const typedIn = (field: string) => fields.find(([name]) => name === field)?.[1];
    const account = typedIn("account");
    // a button, into which nothing was typed
    if (!account) throw await leaveConsole(request, adminAddress(typedIn("returnTo")));
    const typed = fields.filter(([name]) => !ownFields.has(name));
    await keepStaffDraft(request, draft.name, { account, fields: typed });
    const page = new URL(ownAddress(request), request.url);
    page.searchParams.delete("sent");
    for (const [name, value] of Object.entries(draft.query ?? {})) page.searchParams.set(name, value);
    throw await leaveConsole(request, page.pathname + page.search);
  }
}
