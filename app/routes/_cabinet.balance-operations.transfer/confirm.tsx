import { Form } from "#app/components/form";
import { SubmitButton } from "#app/components/form/submit-button";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Facts } from "#app/components/ui/facts";
import { Notice } from "#app/components/ui/notice";
import { amountText, moneyText } from "#app/lib/money";

export type Confirming = {
  email: string;
  amountCents: number;
  recipientName?: string;
  balanceAfterCents?: number;
  /** One key for this transfer, reused at each retry. */
  idempotencyKey: string;
  /** The request was sent but no response arrived. */
  isUnknown: boolean;
};

/** The confirmation step with recipient and amount; no money has moved yet. */
export function Confirm(props: Confirming) {
  const { email, amountCents, recipientName, balanceAfterCents, idempotencyKey, isUnknown } = props;
  const t = useTranslations("transfer");
  const language = useLanguage();
  const amount = moneyText(amountCents, language);
  return (
    <section className="card sheet" aria-labelledby="confirm-title">
      <h1 id="confirm-title">{t("confirmTitle")}</h1>
      {isUnknown ? (
        <Notice tone="negative" role="alert">
          {t("transferUnknown")}
        </Notice>
      ) : (
        <p>{t("confirmText", { amount, email })}</p>
      )}
      <Facts
        items={[
          [t("confirmEmail"), email],
          [t("confirmName"), recipientName],
          [t("confirmAmount"), amount],
          [
            t("confirmAfter"),
            balanceAfterCents === undefined ? null : moneyText(balanceAfterCents, language),
          ],
        ]}
      />
      <Form method="post" idempotencyKey={idempotencyKey} className="row">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="amount" value={amountText(amountCents)} />
        <SubmitButton name="intent" value="confirm">
          {t("confirmButton", { amount })}
        </SubmitButton>{" "}
        <SubmitButton variant="secondary" name="intent" value="change">
          {t("changeButton")}
        </SubmitButton>
      </Form>
    </section>
  );
}
