import { utcDateText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { translationsFor } from "#app/services/locale.server";
import { section } from "#app/services/sections.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/partners/index";
import { transferForm, withdrawalForm } from "./forms";

/** The fields saved while the client authenticates again. */
export const withdrawalDraft = { name: () => "partner-withdrawal", fields: ["amount", "method", "wallet"] };

/**
 * The forms of the page. Withdrawal and transfer share the page's idempotency key, so each derives its own from it.
 */
export const changeWithdrawals = formAction(
  section("partner"),
  {
    withdraw: form(withdrawalForm, async ({ amount, ...rest }, { request, caller, idempotencyKey }) => {
      const { withdrawal } = await callApi(
        caller,
        contract.createWithdrawal,
        { ...rest, amount: amountText(amount) },
        { idempotencyKey: `withdraw-${idempotencyKey}` },
      );
      const t = await translationsFor(request, "partnerSteps");
      const done = () =>
        withdrawal
          ? t("withdrawalDone", { date: utcDateText(withdrawal.dueOn, caller.language) })
          : t("withdrawalAsked");
      const message = withdrawal?.status === "confirming" ? t("withdrawalConfirm") : done();
      return redirectWithToast(paths.partnerWithdrawals, message);
    }),
    transfer: form(transferForm, async ({ amount: amountCents }, { request, caller, idempotencyKey }) => {
      await callApi(
        caller,
        contract.transferToBalance,
        { amountCents },
        { idempotencyKey: `transfer-${idempotencyKey}` },
      );
      const t = await translationsFor(request, "partnerSteps");
      const amount = moneyText(amountCents, caller.language);
      return redirectWithToast(paths.partnerWithdrawals, t("transferDone", { amount }));
    }),
    resendEmail: form(noFields, async (_, { request, caller }) => {
      await callApi(caller, contract.resendWalletEmail, {});
      const t = await translationsFor(request, "partnerSteps");
      return redirectWithToast(paths.partnerWithdrawals, t("resent"));
    }),
  },
  { draft: withdrawalDraft },
);
