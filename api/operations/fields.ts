import * as z from "zod/mini";
import { readAmount } from "#contract/amount";

/** An amount in dollars as people write it, converted to cents. */
export const amount = z.pipe(
  z.string(),
  z.transform((text: string, context) => {
    const { cents, message } = readAmount(text);
    if (cents !== undefined) return cents;
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  }),
);

/** The reason for an action on a client's money or machine; the client reads it. */
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
