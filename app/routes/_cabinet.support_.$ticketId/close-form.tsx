import { Form } from "@remix-run/react";
import { SubmitButton } from "#app/components/form/submit-button";
import { useText } from "#app/components/text";

/** Closing can be taken back by a message, so it asks no second question. */
export function CloseForm() {
  const t = useText("support");
  return (
    <Form method="post">
      <SubmitButton variant="secondary" name="intent" value="close">
        {t("closeTicket")}
      </SubmitButton>
    </Form>
  );
}
