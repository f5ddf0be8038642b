import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations } from "#app/components/translations";

/** Closing can be taken back by a message, so it asks no second question. */
export function CloseForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useTranslations("support");
  return (
    <Form method="post">
      <FormErrors result={lastResult} />
      <SubmitButton variant="secondary" name="intent" value="close">
        {t("closeTicket")}
      </SubmitButton>
    </Form>
  );
}
