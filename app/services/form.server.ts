import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type * as z from "zod/mini";
import { ApiRefusal } from "./api-errors.server";

/** Passwords are never sent back into the page. */
const secretFields = ["password", "repeatPassword", "oldPassword", "newPassword"];

/** A form's body; a cut or foreign one is answered with 400. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data({ message: "bodyUnreadable" }, { status: 400 });
  }
}

/** Parses a form by the schema that the browser uses too. */
export function parseForm<S extends z.ZodMiniType>(
  form: FormData,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  return parseWithZod(form, { schema: schema as never }) as unknown as Submission<
    z.input<S>,
    string[],
    z.output<S>
  >;
}

type AnySubmission = Submission<unknown, string[], unknown>;

const replyOptions = (submission: AnySubmission) => ({
  hideFields: secretFields.filter((name) => name in (submission.payload ?? {})),
});

/** The form again, filled, with its messages: 422. */
export function invalidForm(submission: unknown) {
  const known = submission as AnySubmission;
  return data(
    {
      lastResult: known.reply(replyOptions(known)),
      details: {} as Record<string, string | number>,
      code: undefined as string | undefined,
    },
    { status: 422 },
  );
}

/**
 * The form again with what the API said: under its fields, or above the form where it names none that the form has.
 * Anything but a refusal is thrown on.
 */
export function refusedForm(submission: unknown, error: unknown) {
  if (!(error instanceof ApiRefusal) || error.code === "sessionOver") throw error;
  const known = submission as AnySubmission;
  const fieldErrors = Object.fromEntries(
    Object.entries(error.fields).map(([name, message]) => [name, [message]]),
  );
  const hasFields = Object.keys(fieldErrors).length > 0;
  const lastResult = known.reply({
    ...replyOptions(known),
    fieldErrors,
    ...(hasFields ? {} : { formErrors: [error.message] }),
  });
  return data({ lastResult, details: error.details, code: error.code }, { status: error.status });
}
