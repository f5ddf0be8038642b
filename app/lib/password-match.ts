import * as z from "zod/mini";

/** Checks that `repeatPassword` equals another field (specification, section 5). */
export function passwordMatch<K extends string>(field: K) {
  return z.refine<{ [key in K]: string } & { repeatPassword?: string | undefined }>(
    (form) => form[field] === (form.repeatPassword ?? ""),
    {
      error: "passwordMismatch",
      path: ["repeatPassword"],
      // reports the mismatch together with the other errors, not after them
      when: ({ value }) => typeof (value as Record<string, unknown>)?.[field] === "string",
    },
  );
}
