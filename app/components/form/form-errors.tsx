import type { SubmissionResult } from "@conform-to/react";
import { FormError } from "./form-error";

/** Why a form without fields of its own, such as a button, was refused: everything that was said. */
export function FormErrors({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const errors = Object.values(result?.error ?? {}).flatMap((messages) => messages ?? []);
  return <FormError form={{ errors }} />;
}
