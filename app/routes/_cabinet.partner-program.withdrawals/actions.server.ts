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

/** What is kept of the form while the client confirms who they are. */
export const withdrawalDraft = { name: () => "partner-withdrawal", fields: ["amount", "method", "wallet"] };

/** What the page's buttons do. Withdrawal and transfer are sent with one key of the page, so each makes its own of it. */
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
