import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, TypedResponse } from "@remix-run/node";
import { data } from "@remix-run/node";
import * as z from "zod/mini";
import "#contract/messages";
import { ApiError, ApiUnavailable } from "./api-errors.server";
import { withDraft } from "./draft.server";
import { keyOfForm } from "./form-key.server";
import { readForm, rejectOddNames } from "./read-form.server";
import { isFile, isSecret, resendableFields } from "./resendable-fields.server";
import { ownAddress } from "./session.server";
import { withStaffDraft } from "./staff-draft.server";
import type { UploadLimits } from "./upload.server";
import { readUpload } from "./upload.server";

type Data<T> = ReturnType<typeof data<T>>;
/** A redirect: nothing of it reaches the page. */
type Elsewhere = TypedResponse<never>;
type ObjectSchema = z.ZodMiniObject;

/** Passed to a form's handler besides the parsed value. */
export type FormContext<Caller> = Pick<ActionFunctionArgs, "request" | "params"> & {
  /** The caller that the action's access check returned. */
  caller: Caller;
  /** The submitted form. */
  body: FormData;
  /** The key of `<Form idempotencyKey>`; empty if the form has none, which the API then rejects. */
  idempotencyKey: string;
};

/** The page's data after a form is submitted: `useActionData<typeof action>()`. */
export type FormAnswer<Intent, Shown> = {
  /** Which form of the page; null if it has only one. */
  intent: Intent;
  /** The input without passwords, and its errors. */
  lastResult: SubmissionResult<string[]>;
  /** Code and details of the API's error, if it rejected the request. */
  code: string | undefined;
  details: Record<string, string | number>;
  /** The handler's result, unless it redirects. */
  shown: Shown | undefined;
  /** The key for the form's next submit; without one the page's own key is used. */
  idempotencyKey: string | undefined;
};

/** The part of a handler's result that reaches the page: nothing of a redirect. */
type ShownOf<Result> = Result extends Response ? never : Result extends Data<infer Value> ? Value : Result;

/** A form declared by `form`; handles its submission. */
export type DeclaredForm<Caller, Shown> = (
  context: FormContext<Caller>,
) => Promise<Response | Data<FormAnswer<string | null, Shown>>>;

const intentOf = (body: FormData) => body.get("intent") as string | null;

/** Schema of a form that is only a button. */
export const noFields = z.object({});

/**
 * Declares a form. `schema` (also used in the browser) parses the input, then `handle` processes it. `handle` returns a response
 * (`redirectWithToast(…)`), or values for the page, as `data(values, init)` if they need a status or headers. If the schema or the API
 * rejects the input, the form is shown again with its values and messages: 422, or the API's status. `onRejected` then provides further
 * data for the page, from the input, the names of the invalid fields, and the code of the API's error.
 */
export function form<Schema extends ObjectSchema, Caller, Result>(
  schema: Schema | ((context: FormContext<Caller>) => Promise<Schema>),
  handle: (value: z.output<Schema>, context: FormContext<Caller>) => Promise<Result>,
  onRejected?: (
    context: FormContext<Caller>,
    wrong: readonly string[],
    code?: string,
  ) => Promise<ShownOf<Result>>,
): DeclaredForm<Caller, ShownOf<Result>> {
  return async (context) => {
    const validator = typeof schema === "function" ? await schema(context) : schema;
    const parsed = parseWithZod(context.body, { schema: validator as never });
    const submission: Submission<unknown, string[], z.output<Schema>> = parsed;
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
      const shown = await onRejected?.(context, Object.keys(submission.error ?? {}));
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
      // a form without a password field: the guard redirects to a separate page that asks for it
      if (error.code === "freshProofNeeded" && !context.body.has("password")) throw error;
      const { status, code, details, fields } = error;
      const shown = await onRejected?.(context, Object.keys(fields), code);
      const lastResult = submission.reply({
        hideFields,
        ...messagesOf(error, validator, submission.payload),
      });
      return answer({ lastResult, code, details, shown, idempotencyKey: key.whenRefused(code) }, { status });
    }
  };
}

/**
 * Assigns the API's messages to the fields that it names, or to the form if it has none of them. An endpoint's `amountCents` is the form's
 * `amount`, as typed.
 */
function messagesOf({ message, fields }: ApiError, schema: ObjectSchema, payload: Record<string, unknown>) {
  const has = (name: string) => Object.hasOwn(schema.def.shape, name) || Object.hasOwn(payload, name);
  const fieldMessages = Object.entries(fields)
    .map(([name, text]) => [has(name) ? name : name.replace(/Cents$/, ""), text] as const)
    .filter(([name]) => has(name));
  const fieldErrors = Object.fromEntries(fieldMessages.map(([name, text]) => [name, [text]]));
  return fieldMessages.length > 0 ? { fieldErrors } : { formErrors: [message] };
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
  /** The form has file fields, with these limits. */
  files?: UploadLimits;
  /** Fields saved as a named draft if the session has expired or the API does not respond: `readDraft` returns them. */
  draft?: { name: (params: Params) => string; fields: readonly string[] };
  /** The form is one of the console, with the field `account`: all of it is kept if the staff session has ended. */
  staffDraft?: (params: Params) => { name: string; query?: Record<string, string> };
  /** The route has no page, so errors are thrown. */
  hasPage?: false;
  /** A library's script may send the form as flat JSON (`read-form.server.ts`). */
  flatJson?: boolean;
};

type Params = ActionFunctionArgs["params"];
type AccessCheck<Caller> = (request: Request) => Promise<Caller>;
type Answered<Intent, Shown> = Promise<Elsewhere | Data<FormAnswer<Intent, Shown>>>;

/** Creates the action of a page with one form: `formAction(requireClient, form(schema, handle))`. The form has no `intent` field. */
export function formAction<Caller, Shown>(
  checkAccess: AccessCheck<Caller>,
  only: DeclaredForm<Caller, Shown>,
  options?: FormActionOptions,
): (args: ActionFunctionArgs) => Answered<null, Shown>;

/**
 * Creates the action of a page with several forms, selected by the `intent` of their buttons: `formAction(requireClient, { withdraw:
 * form(…), transfer: form(…) })`. `checkAccess` decides who may submit them. A missing or unknown intent returns 400.
 */
export function formAction<Caller, Shown extends Record<string, unknown>>(
  checkAccess: AccessCheck<Caller>,
  forms: { [Intent in keyof Shown]: DeclaredForm<Caller, Shown[Intent]> },
  options?: FormActionOptions,
): (args: ActionFunctionArgs) => { [Intent in keyof Shown]: Answered<Intent, Shown[Intent]> }[keyof Shown];

export function formAction<Caller>(
  checkAccess: AccessCheck<Caller>,
  forms: DeclaredForm<Caller, unknown> | Record<string, DeclaredForm<Caller, unknown>>,
  { files, draft, staffDraft, hasPage, flatJson = false }: FormActionOptions = {},
) {
  const byIntent = new Map<string | null, DeclaredForm<Caller, unknown>>(
    typeof forms === "function" ? [[null, forms]] : Object.entries(forms),
  );
  return async ({ request, params }: ActionFunctionArgs) => {
    const { body, unavailable } = files
      ? await readUpload(request, files)
      : await plainForm(request, flatJson);
    rejectOddNames(body);
    const answer = async () => {
      const caller = await checkAccess(request);
      if (unavailable) throw unavailable;
      const sent = byIntent.get(intentOf(body));
      if (!sent) throw data({ message: "unknownIntent" }, { status: 400 });
      const idempotencyKey = String(body.get("idempotencyKey") ?? "");
      const answered = await sent({ request, params, caller, body, idempotencyKey });
      if (hasPage === false && !(answered instanceof Response)) throw rejectionResponse(answered);
      return answered;
    };
    const answerOrForm = () => withForm(request, body, answer);
    if (staffDraft) {
      const sent = { draft: staffDraft(params), fields: resendableFields(body) };
      return withStaffDraft(request, sent, answerOrForm);
    }
    if (!draft) return answerOrForm();
    const values = Object.fromEntries(draft.fields.map((field) => [field, String(body.get(field) ?? "")]));
    return withDraft(request, { name: draft.name(params), values }, answerOrForm);
  };
}

const plainForm = async (request: Request, flatJson: boolean) => ({
  body: await readForm(request, { flatJson }),
  unavailable: undefined,
});

/** Runs `work`; if the API is unavailable, attaches the form to the error without its passwords, so that the error page can resend it. */
async function withForm<T>(request: Request, body: FormData, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ApiUnavailable && ![...body.values()].some(isFile))
      thrown.sent = { action: ownAddress(request), fields: resendableFields(body) };
    throw thrown;
  }
}

function rejectionResponse({ data: answer, init }: Data<FormAnswer<string | null, unknown>>) {
  const [message] = Object.values(answer.lastResult.error ?? {}).flat();
  return data({ message, isText: true }, init ?? undefined);
}
