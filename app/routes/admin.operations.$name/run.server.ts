import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import * as z from "zod/mini";
import { operationTextKey } from "#app/lib/operation-text-key";
import { adminAddress } from "#app/lib/safe-path";
import { callApi } from "#app/services/api.server";
import type { FormContext } from "#app/services/form-action.server";
import { form } from "#app/services/form-action.server";
import { textNamed, textsIn } from "#app/services/locale.server";
import { cachePerRequest } from "#app/services/request-context.server";
import type { requireStaff } from "#app/services/staff.server";
import { deleteStaffDraft } from "#app/services/staff-draft.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/admin/index";
import { addressOfOperation } from "#contract/admin/operation-address";
import { previewOf } from "#contract/admin/previews";
import { isUnbroken } from "#contract/valid-text";

type Caller = Awaited<ReturnType<typeof requireStaff>>;

/** Returns the name of what was typed into an operation's form when the session ended. */
export const draftNameOf = (name: string, draft: string) => `${name} ${draft}`;

/** What an operation would do, shown with its confirmation. */
export type Preview = {
  operation: string;
  text: string | null;
  rows: contract.OperationRow[] | null;
  /** Its list has further pages. */
  hasMore: boolean;
};

/** Converts form data to an operation's input: a flag is set or absent, a list has all its values. */
export function inputOf({ parameters }: contract.AdminOperation, body: FormData): contract.OperationInput {
  const input: contract.OperationInput = {};
  for (const { name, kind, choices } of parameters) {
    const values = body.getAll(name).map(String).filter(Boolean);
    if (kind === "flag") {
      if (values.length > 0) input[name] = true;
    } else if (kind === "list") {
      const list = choices
        ? values
        : values.flatMap((text) => text.split(/\r?\n/)).map((text) => text.trim());
      if (list.some(Boolean)) input[name] = list.filter(Boolean);
    } else if (values[0] !== undefined) input[name] = values[0];
  }
  return input;
}

const schemaOf = ({ parameters }: contract.AdminOperation) =>
  z.object({
    returnTo: z.optional(z.string()),
    backTo: z.optional(z.string()),
    isConfirmed: z.optional(z.string()),
    etag: z.optional(z.string()),
    ...Object.fromEntries(
      parameters.map(({ name, kind }) => [
        name,
        kind === "list" ? z.optional(z.array(z.string())) : z.optional(z.string()),
      ]),
    ),
  });

/** Values that an operation overwrites, by parameter, and their etag. */
type Present = { values: Record<string, string | string[]>; etag: string };

/** The result of a form, of which the page shows what there is. */
type Shown = {
  about: contract.OperationRow | null;
  decided: Record<string, string>;
  preview: Preview | null;
  present: Present | null;
  rows: contract.OperationRow[] | null;
  text: string | null;
};
const nothing: Shown = { about: null, decided: {}, preview: null, present: null, rows: null, text: null };

/** Returns the values of the first two parameters, which name what an operation overwrites. */
function namedBy({ parameters }: contract.AdminOperation, input: contract.OperationInput) {
  const [of, and] = parameters.slice(0, 2).map(({ name }) => input[name]);
  const known = (value: typeof of) => (typeof value === "string" && isUnbroken(value) ? value : undefined);
  return { of: known(of), and: known(and) };
}

/** Returns the values that an operation would overwrite now; null if its form does not begin with any. */
async function presentFor(caller: Caller, name: string, body: FormData): Promise<Present | null> {
  const operation = await described(caller, name);
  const named = namedBy(operation, inputOf(operation, body));
  const { parameters, etag } = await callApi(caller, contract.operation, { name, ...named });
  if (!etag) return null;
  const values = parameters.flatMap((one) =>
    one.initial === undefined ? [] : [[one.name, one.initial] as const],
  );
  return { values: Object.fromEntries(values), etag };
}

/** Both the form's schema and its handler need the operation, so it is loaded once per request. */
const described = (caller: Caller, name = "") =>
  cachePerRequest(`operation ${name}`, () => callApi(caller, contract.operation, { name }));

/** Returns what the operation's preview lists or says, or null if it has none. */
async function previewFor(
  caller: Caller,
  name: string,
  input: contract.OperationInput,
): Promise<Preview | null> {
  const operation = previewOf(name);
  if (!operation) return null;
  const { text, rows, next } = await callApi(caller, contract.readList, {
    name: addressOfOperation(operation),
    input,
  });
  return { operation, text, rows, hasMore: next !== null };
}

/**
 * Runs an operation; one that needs a confirmation returns first what it concerns, and what its preview shows. A text
 * result becomes a toast on the page that started it; rows are shown.
 */
export const operationForm = form(
  async ({ caller, params }: FormContext<Caller>) => schemaOf(await described(caller, params.name)),
  async (_value, context): Promise<Shown | Response> => {
    const { caller, params, body, request } = context;
    const operation = await described(caller, params.name);
    const etag = body.get("etag");
    const named = {
      name: params.name ?? "",
      input: inputOf(operation, body),
      ...(typeof etag === "string" && etag && { etag }),
    };
    const isConfirmed = body.get("isConfirmed") === "on";
    if (operation.needsConfirmation && !isConfirmed) {
      const { about, decided, present } = await callApi(caller, contract.previewOperation, named);
      const preview = await previewFor(caller, operation.name, named.input);
      return { ...nothing, about, decided, present, preview };
    }
    const { text, rows } = await callApi(
      caller,
      contract.runOperation,
      { ...named, isConfirmed },
      // each view needs a link of its own, which is not stored
      { idempotencyKey: operation.name === "clients view" ? randomUUID() : context.idempotencyKey },
    );
    const link = operation.name === "clients view" ? rows?.[0]?.link : undefined;
    if (typeof link === "string") return redirect(link);
    if (rows) return { ...nothing, rows, text };
    const draft = new URL(request.url).searchParams.get("draft");
    if (draft) await deleteStaffDraft(request, draftNameOf(named.name, draft));
    const title = textNamed(caller.language, "operations", operationTextKey(operation.name));
    const done = textsIn(caller.language, "admin")("done", { title });
    return redirectWithToast(adminAddress(String(body.get("returnTo") ?? "")), text || done);
  },
  async ({ caller, params, body }, _wrong, code) => {
    const haveChanged = code === "valuesChanged" || code === "valuesExist";
    return { ...nothing, present: haveChanged ? await presentFor(caller, params.name ?? "", body) : null };
  },
);
