import * as z from "zod/mini";

/** Checks that `repeatPassword` says the same as another field (specification, section 5). */
export function repeatOf<K extends string>(field: K) {
  return z.refine<{ [key in K]: string } & { repeatPassword?: string | undefined }>(
    (form) => form[field] === (form.repeatPassword ?? ""),
    {
      error: "passwordMismatch",
      path: ["repeatPassword"],
      // the mismatch is told along with the other mistakes, not after them
      when: ({ value }) => typeof (value as Record<string, unknown>)?.[field] === "string",
    },
  );
}
