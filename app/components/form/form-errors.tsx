import type { SubmissionResult } from "@conform-to/react";
import { FormError } from "./form-error";

/** All errors of a form without visible fields, such as a single button. */
export function FormErrors({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? []);
  return <FormError form={{ errors }} />;
}
