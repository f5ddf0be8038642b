import { formTokenName } from "#app/lib/form-token";

/** Passwords are never sent back to the page. */
export const secretFields = ["password", "repeatPassword", "oldPassword", "newPassword"];

/** A full card number is never sent back either: it is invalid, and stays in the browser's input. */
const isFullCard = (value: unknown) => typeof value === "string" && value.replace(/\D/g, "").length > 4;

/** Whether a field is never sent back to the page. */
export const isSecret = (name: string, value: unknown) =>
  secretFields.includes(name) || (name === "card" && isFullCard(value));

/** A page cannot resend a file. */
export const isFile = (value: FormDataEntryValue) => typeof value !== "string" && value.size > 0;

/** The fields of a form that a page may show or send again. */
export const resendableFields = (body: FormData) =>
  [...body].flatMap(([name, value]): [string, string][] =>
    typeof value !== "string" || name === formTokenName || isSecret(name, value) ? [] : [[name, value]],
  );
