import { Link } from "@remix-run/react";
import { Form } from "#app/components/form";
import { useLanguage, useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { utcDateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import type { Withdrawal } from "#contract/partners/index";
import { canCancelWithdrawal } from "#contract/partners/withdrawal-status";

/** The pending withdrawal: what it waits for, and how to cancel it. */
export function PendingWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTranslations("pendingWithdrawal");
  const language = useLanguage();
  const { id, amountCents, methodName, wallet, status, dueOn } = withdrawal;
  const isConfirming = status === "confirming";
  const date = utcDateText(dueOn, language);
  return (
    <Notice
      tone={isConfirming ? "warning" : "info"}
      title={t("pendingTitle", { amount: moneyText(amountCents, language), method: methodName })}
    >
      <p className="wrap">{wallet}</p>
      <p>
        {isConfirming
          ? t("pendingConfirm")
          : t(status === "processing" ? "pendingSent" : "pendingReview", { date })}
      </p>
      <div className="row">
        {isConfirming && (
          <Form method="post" action={paths.partnerWithdrawals}>
            <button type="submit" name="intent" value="resendEmail" className="button">
              {t("resendEmail")}
            </button>
          </Form>
        )}
        {canCancelWithdrawal(status) && (
          <Link to={paths.cancelWithdrawal(id)} className="button quiet" preventScrollReset>
            {t("cancelWithdrawal")}
          </Link>
        )}
      </div>
    </Notice>
  );
}
