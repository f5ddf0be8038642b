import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { moneyText } from "#app/lib/money";
import { callApi, callIfOffered } from "#app/services/api.server";
import { readDraft } from "#app/services/draft.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { partnerInfoOf } from "#app/services/partner-info.server";
import { requireSection } from "#app/services/sections.server";
import * as contract from "#contract/partners/index";
import { isPending } from "#contract/partners/withdrawal-status";
import { securityState } from "#contract/security/index";
import { withdrawalDraft } from "./actions.server";

const noSecurity = { hasTwoStep: false, hasFreshProof: true, recoveryCodesLeft: 0, passkeys: [] };

export async function loadWithdrawals({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [info, { methods }, { withdrawals }, { hasTwoStep, hasFreshProof }, draft, texts, t] =
    await Promise.all([
      partnerInfoOf(caller),
      callApi(caller, contract.payoutMethods, {}),
      callIfOffered(caller, contract.withdrawals, {}, { withdrawals: [] }),
      callIfOffered(caller, securityState, {}, noSecurity),
      readDraft(request, withdrawalDraft.name()),
      loadTranslations(request, "partnerFigures"),
      translationsFor(request, "partnerFigures"),
    ]);
  const pending = withdrawals.find(({ status }) => isPending(status));
  const { partnerMinWithdrawalCents: minCents, withdrawalDueOn: dueOn, clearingDays, availableCents } = info;
  const least = (cents: number) => moneyText(cents, caller.language);
  return {
    texts: { ...texts, ...(pending && (await loadTranslations(request, "pendingWithdrawal"))) },
    terms: { methods, minCents, dueOn, clearingDays },
    latest: withdrawals,
    options: methods.map(({ id, name, minCents: min }) => ({
      value: id,
      label: name,
      hint: t("methodFrom", { min: least(min) }),
    })),
    pending,
    hasTwoStep,
    hasFreshProof,
    draft,
    availableCents,
    idempotencyKey: randomUUID(),
  };
}

export type PageData = Awaited<ReturnType<typeof loadWithdrawals>>;
