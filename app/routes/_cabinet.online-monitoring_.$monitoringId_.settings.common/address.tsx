import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { FormErrors } from "#app/components/form/form-errors";
import { SubmitButton } from "#app/components/form/submit-button";
import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";

type Props = { address: string; lastResult: SubmissionResult<string[]> | undefined };

/** The page's address, and how to get another one; the second question opens first. */
export function Address({ address, lastResult }: Props) {
  const t = useTranslations("sharing");
  const common = useTranslations("common");
  return (
    <section>
      <h2>{t("address")}</h2>
      <CopyField value={address} copy={common("copy")} copied={common("copied")} />
      <p>{t("addressText")}</p>
      <FormErrors result={lastResult} />
      <Disclosure summary={t("replaceAddress")}>
        <p>{t("replaceAddressSure")}</p>
        <Form method="post">
          <SubmitButton variant="danger" name="intent" value="replaceAddress">
            {t("replaceAddress")}
          </SubmitButton>
        </Form>
      </Disclosure>
    </section>
  );
}
