import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { DialogPage } from "#app/components/shell/dialog-page";
import { useText } from "#app/components/text";
import { EmptyState } from "#app/components/ui/empty-state";
import { Notice } from "#app/components/ui/notice";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { listAddress, listState } from "#app/lib/servers-address";
import { callApi } from "#app/services/api.server";
import { invalidForm, parseForm, readForm, refusedForm } from "#app/services/form.server";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { textFor } from "#app/services/text.server";
import { redirectWithToast } from "#app/services/toast.server";
import { upgradeDowntimeHours } from "#contract/rules";
import * as contract from "#contract/vps/index";
import { canUpgrade } from "#contract/vps/status";
import { AcceptedUpgrade } from "./accepted-upgrade";
import { UpgradeForm } from "./upgrade-form";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "upgrade", "upgradePageTitle");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const input = { serverId: params.serverId ?? "" };
  const [server, options, texts] = await Promise.all([
    callApi(caller, contract.getServer, input),
    callApi(caller, contract.upgradeOptions, input),
    loadTexts(request, "upgrade", "payment"),
  ]);
  return { server, options, idempotencyKey: crypto.randomUUID(), texts };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const caller = await requireClient(request);
  const form = await readForm(request);
  const serverId = params.serverId ?? "";
  const t = await textFor(request, "upgrade");
  const address = listAddress(listState(new URL(request.url).search));
  const { language } = caller;
  const submission = parseForm(form, contract.upgradeForm);
  try {
    if (form.get("intent") === "cancel") {
      const { refundedCents } = await callApi(caller, contract.cancelUpgrade, { serverId });
      return await redirectWithToast(
        address,
        t("upgradeCancelled", { amount: moneyText(refundedCents, language) }),
      );
    }
    if (submission.status !== "success") return invalidForm(submission);
    const input = { serverId, ...submission.value };
    if (form.get("intent") === "quote") {
      const price = await callApi(caller, contract.quoteUpgrade, input);
      return data({ lastResult: submission.reply(), price, code: undefined, details: {} });
    }
    const idempotencyKey = String(form.get("idempotencyKey"));
    const { startsAt, tariff } = await callApi(caller, contract.orderUpgrade, input, { idempotencyKey });
    return await redirectWithToast(address, t("upgradeDone", { tariff, date: dateText(startsAt, language) }));
  } catch (error) {
    return refusedForm(submission, error);
  }
}

export default function Upgrade() {
  const t = useText("upgrade");
  const { server, options } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <DialogPage title={t("upgradeTitle", { id: server.id })} closeTo={listAddress(listState(search))}>
      {server.upgrade ? (
        <AcceptedUpgrade upgrade={server.upgrade} />
      ) : !canUpgrade(server.status) ? (
        <Notice>{t("notActive")}</Notice>
      ) : options.rates.length === 0 ? (
        <EmptyState title={t("noLarger")}>{t("noLargerText")}</EmptyState>
      ) : (
        <UpgradeForm />
      )}
      <p className="hint">{t("upgradeDowntime", { count: upgradeDowntimeHours })}</p>
    </DialogPage>
  );
}
