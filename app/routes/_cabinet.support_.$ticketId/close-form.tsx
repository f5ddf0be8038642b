import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { Refusal } from "#app/components/form/refusal";
import { SubmitButton } from "#app/components/form/submit-button";
import { useText } from "#app/components/text";

/** Closing can be taken back by a message, so it asks no second question. */
export function CloseForm({ lastResult }: { lastResult: SubmissionResult<string[]> | undefined }) {
  const t = useText("support");
  return (
    <Form method="post">
      <Refusal result={lastResult} />
      <SubmitButton variant="secondary" name="intent" value="close">
        {t("closeTicket")}
      </SubmitButton>
    </Form>
  );
}
