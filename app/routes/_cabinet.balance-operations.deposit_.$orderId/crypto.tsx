import type { SubmissionResult } from "@conform-to/react";
import { Form } from "#app/components/form";

import { TextField } from "#app/components/form/fields";
import { FormError } from "#app/components/form/form-error";
import { SubmitButton } from "#app/components/form/submit-button";
import { useContractForm } from "#app/components/form/use-contract-form";
import { FaqLink } from "#app/components/layout/faq-link";
import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Notice } from "#app/components/ui/notice";
import { paths } from "#app/paths";
import type { Payment } from "#contract/payments/index";
import { useCostText } from "./payment-facts";

const loadForm = () => import("#contract/payments/index").then(({ txidForm }) => txidForm);

type CryptoProps = { payment: Payment; address: string; lastResult: SubmissionResult<string[]> | undefined };

/** The two steps of a crypto payment: send it to the address, then name the transaction. */
export function Crypto({ payment, address, lastResult }: CryptoProps) {
  const t = useTranslations("deposit");
  const common = useTranslations("common");
  const costText = useCostText();
  const [form, fields] = useContractForm(loadForm, { lastResult });
  const { orderId, costCents, currency, signature } = payment;
  return (
    <div className="halves">
      <section className="card">
        <h2>{t("cryptoStep1", { cost: costText(costCents, currency) })}</h2>
        <p>{t("cryptoStep1Text")}</p>
        {payment.isSandbox && <Notice tone="warning">{t("sandboxCrypto")}</Notice>}
        <img src={paths.depositQr(orderId)} alt={t("qrAlt")} width={196} height={196} />{" "}
        <CopyField label={t("address")} value={address} copy={common("copy")} copied={common("copied")} />
      </section>
      <section className="card">
        <h2>{t("cryptoStep2")}</h2>
        <Form method="post" of={form}>
          <FormError form={form} />
          <input type="hidden" name="signature" value={signature} />
          <TextField
            field={fields.txid}
            label={t("txid")}
            hint={t("txidHint")}
            autoComplete="off"
            spellCheck={false}
          />
          <SubmitButton name="intent" value="txid">
            {t("txidButton")}
          </SubmitButton>
          <FaqLink question="txid" />
        </Form>
      </section>
    </div>
  );
}
