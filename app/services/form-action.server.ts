import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import { data } from "@remix-run/node";
import * as z from "zod/mini";
import "#contract/messages";
import { formTokenName } from "#app/lib/form-token";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { withDraft } from "./draft.server";
import { keyOfForm } from "./form-key.server";
import { readForm } from "./read-form.server";
import { ownAddress } from "./session.server";
import type { UploadLimits } from "./upload.server";
import { readUpload } from "./upload.server";

type Data<T> = ReturnType<typeof data<T>>;
/** A response that leads elsewhere: the page sees nothing of it. */
type Elsewhere = TypedResponse<never>;
type ObjectSchema = z.ZodMiniObject;

/** What a form's handler is told besides the parsed value. */
export type FormContext<Caller> = Pick<ActionFunctionArgs, "request" | "params"> & {
  /** Whom the action's door let in. */
  caller: Caller;
  /** The form as it was sent. */
  body: FormData;
  /** The key of `<IdempotencyKey />`; empty where the form sent none, which the API then refuses. */
  idempotencyKey: string;
};

/** What the page is told of a form that was sent: `useActionData<typeof action>()`. */
export type FormAnswer<Intent, Shown> = {
  /** Which form of the page; null where it has one. */
  intent: Intent;
  /** What was typed, but for passwords, and what is wrong with it. */
  lastResult: SubmissionResult<string[]>;
  /** The refusal's code and details, where the API refused. */
  code: string | undefined;
  details: Record<string, string | number>;
  /** What the handler found out, where it leads to no other page. */
  shown: Shown | undefined;
  /** The key that the form goes on with; without one it goes on with its page's own. */
  idempotencyKey: string | undefined;
};

/** What of a handler's result reaches the page: a response leads elsewhere. */
type ShownOf<Result> = Result extends Response ? never : Result extends Data<infer Value> ? Value : Result;

/** A form declared by `form`: answers what was sent. */
export type DeclaredForm<Caller, Shown> = (
  context: FormContext<Caller>,
) => Promise<Response | Data<FormAnswer<string | null, Shown>>>;

const intentOf = (body: FormData) => body.get("intent") as string | null;

/** Passwords are never sent back into the page. */
const secretFields = ["password", "repeatPassword", "oldPassword", "newPassword"];

/** A card's full number is in nobody's answer: it was refused, and stays where it was typed. */
const isFullCard = (value: unknown) => typeof value === "string" && value.replace(/\D/g, "").length > 4;

const isSecret = (name: string, value: unknown) =>
  secretFields.includes(name) || (name === "card" && isFullCard(value));

/** The schema of a form that is only a button. */
export const noFields = z.object({});

/**
 * Declares a form: what was sent is parsed by `schema` (the one the browser checks by), then `handle` does it.
 * `handle` returns a response (`redirectWithToast(…)`), or values for the page, as `data(values, init)` where they need
 * a status or headers. What the schema or the API refuses is the form again, filled, with its messages: 422, or the API's status;
 * `showRefused` finds out what the page shows beside it, of what was sent and which of its fields are wrong.
 */
export function form<Schema extends ObjectSchema, Caller, Result>(
  schema: Schema | ((context: FormContext<Caller>) => Promise<Schema>),
  handle: (value: z.output<Schema>, context: FormContext<Caller>) => Promise<Result>,
  showRefused?: (context: FormContext<Caller>, wrong: readonly string[]) => Promise<ShownOf<Result>>,
): DeclaredForm<Caller, ShownOf<Result>> {
  return async (context) => {
    const known = typeof schema === "function" ? await schema(context) : schema;
    const submission: Submission<unknown, string[], z.output<Schema>> = parseWithZod(context.body, {
      schema: known as never,
    });
    const hideFields = Object.entries(submission.payload).flatMap(([name, value]) =>
      isSecret(name, value) ? [name] : [],
    );
    const answer = (values: Partial<FormAnswer<string | null, ShownOf<Result>>>, init: ResponseInit) =>
      data(
        {
          intent: intentOf(context.body),
          lastResult: submission.reply({ hideFields }),
          code: undefined,
          details: {},
          shown: undefined,
          idempotencyKey: key.whenLeftAlone(),
          ...values,
        },
        init,
      );
    const key = keyOfForm(context.idempotencyKey);
    if (submission.status !== "success") {
      const shown = await showRefused?.(context, Object.keys(submission.error ?? {}));
      return answer({ shown }, { status: 422 });
    }
    try {
      const result = await handle(submission.value, {
        ...context,
        get idempotencyKey() {
          return key.taken();
        },
      });
      if (result instanceof Response) return result;
      const { value, init } = withInit(result);
      return answer({ shown: value as ShownOf<Result> }, init);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === "sessionOver") throw error;
      // who was not asked for the password by this form is asked by a page of its own (the guard leads there)
      if (error.code === "freshProofNeeded" && !context.body.has("password")) throw error;
      const { status, code, details, fields } = error;
      const shown = await showRefused?.(context, Object.keys(fields));
      const lastResult = submission.reply({ hideFields, ...messagesOf(error, known, submission.payload) });
      return answer({ lastResult, code, details, shown, idempotencyKey: key.whenRefused(code) }, { status });
    }
  };
}

/**
 * The API's messages: under the fields that it names, or above the form where it names none that the form has.
 * What a call takes as `amountCents`, a form takes as the `amount` that is typed.
 */
function messagesOf({ message, fields }: ApiError, schema: ObjectSchema, payload: Record<string, unknown>) {
  const has = (name: string) => Object.hasOwn(schema.def.shape, name) || Object.hasOwn(payload, name);
  const own = Object.entries(fields)
    .map(([name, text]) => [has(name) ? name : name.replace(/Cents$/, ""), text] as const)
    .filter(([name]) => has(name));
  const fieldErrors = Object.fromEntries(own.map(([name, text]) => [name, [text]]));
  return own.length > 0 ? { fieldErrors } : { formErrors: [message] };
}

type WithInit = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null };

function withInit(result: unknown): { value: unknown; init: ResponseInit } {
  const isWithInit =
    typeof result === "object" && result !== null && (result as WithInit).type === "DataWithResponseInit";
  if (!isWithInit) return { value: result, init: {} };
  const { data: value, init } = result as WithInit;
  return { value, init: init ?? {} };
}

type FormActionOptions = {
  /** The form carries files, of at most this size and number. */
  files?: UploadLimits;
  /** These fields are kept, under a name, where the session is over or the API does not answer: `readDraft` gives them back. */
  draft?: { name: (params: Params) => string; fields: readonly string[] };
  /** The route has no page of its own, so that what is refused is thrown. */
  hasPage?: false;
  /** A script of a package may send the form as flat JSON (`read-form.server.ts`). */
  flatJson?: boolean;
};

type Params = ActionFunctionArgs["params"];
type Door<Caller> = (request: Request) => Promise<Caller>;
type Answered<Intent, Shown> = Promise<Elsewhere | Data<FormAnswer<Intent, Shown>>>;

/** The action of a page with one form: `formAction(requireClient, form(schema, handle))`. The form sends no `intent`. */
export function formAction<Caller, Shown>(
  door: Door<Caller>,
  only: DeclaredForm<Caller, Shown>,
  options?: FormActionOptions,
): (args: ActionFunctionArgs) => Answered<null, Shown>;

/**
 * The action of a page with several forms, by the `intent` of their buttons:
 * `formAction(requireClient, { withdraw: form(…), transfer: form(…) })`. `door` says who may send them.
 * An intent that is none of them, and none at all, is answered with 400.
 */
export function formAction<Caller, Shown extends Record<string, unknown>>(
  door: Door<Caller>,
  forms: { [Intent in keyof Shown]: DeclaredForm<Caller, Shown[Intent]> },
  options?: FormActionOptions,
): (args: ActionFunctionArgs) => { [Intent in keyof Shown]: Answered<Intent, Shown[Intent]> }[keyof Shown];

export function formAction<Caller>(
  door: Door<Caller>,
  forms: DeclaredForm<Caller, unknown> | Record<string, DeclaredForm<Caller, unknown>>,
  { files, draft, hasPage, flatJson = false }: FormActionOptions = {},
) {
  const byIntent = new Map<string | null, DeclaredForm<Caller, unknown>>(
    typeof forms === "function" ? [[null, forms]] : Object.entries(forms),
  );
  return async ({ request, params }: ActionFunctionArgs) => {
    const { body, unavailable } = files
      ? await readUpload(request, files)
      : await plainForm(request, flatJson);
    refuseLongNames(body);
    const answer = async () => {
      const caller = await door(request);
      if (unavailable) throw unavailable;
      const sent = byIntent.get(intentOf(body));
      if (!sent) throw data({ message: "unknownIntent" }, { status: 400 });
      const idempotencyKey = String(body.get("idempotencyKey") ?? "");
      const answered = await sent({ request, params, caller, body, idempotencyKey });
      if (hasPage === false && !(answered instanceof Response)) throw thrownRefusal(answered);
      return answered;
    };
    const answerOrForm = () => withForm(request, body, answer);
    if (!draft) return answerOrForm();
    const values = Object.fromEntries(draft.fields.map((field) => [field, String(body.get(field) ?? "")]));
    return withDraft(request, { name: draft.name(params), values }, answerOrForm);
  };
}

/** No field of the house has a name as long. */
const longestName = 100;

/** conform takes a name for a path: one of a thousand steps is an object that deep, which no answer can be made of. */
function refuseLongNames(body: FormData): void {
  for (const name of body.keys())
    if (name.length > longestName) throw data({ message: "bodyUnreadable" }, { status: 400 });
}

const plainForm = async (request: Request, flatJson: boolean) => ({
  body: await readForm(request, { flatJson }),
  unavailable: undefined,
});

/** Does `work` with a form that the page which says that the API is away sends again, whole but for passwords. */
async function withForm<T>(request: Request, body: FormData, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ApiUnavailable && ![...body.values()].some(isFile))
      thrown.sent = { action: ownAddress(request), fields: keptOf(body) };
    throw thrown;
  }
}

/** A file can't be sent again by a page. */
const isFile = (value: FormDataEntryValue) => typeof value !== "string" && value.size > 0;

const keptOf = (body: FormData) =>
  [...body].flatMap(([name, value]): [string, string][] =>
    typeof value !== "string" || name === formTokenName || isSecret(name, value) ? [] : [[name, value]],
  );

function thrownRefusal({ data: answer, init }: Data<FormAnswer<string | null, unknown>>) {
  const [message] = Object.values(answer.lastResult.error ?? {}).flat();
  return data({ message, isText: true }, init ?? undefined);
}
