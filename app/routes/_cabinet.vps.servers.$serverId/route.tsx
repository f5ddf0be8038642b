import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { ShouldRevalidateFunction } from "@remix-run/react";
import { Outlet, useActionData, useLoaderData, useLocation, useParams } from "@remix-run/react";
import * as z from "zod/mini";
import { FormErrors } from "#app/components/form/form-errors";
import { AttentionStrip } from "#app/components/layout/attention-strip";
import { BehindDialog } from "#app/components/layout/behind-dialog";
import { Refreshing } from "#app/components/layout/refreshing";
import { useTranslations } from "#app/components/translations";
import { Notice } from "#app/components/ui/notice";
import { isAtServer, isDialog } from "#app/lib/servers-address";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { form, formAction } from "#app/services/form-action.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { requestContext } from "#app/services/request-context.server";
import { requireClient } from "#app/services/session.server";
import { redirectWithToast } from "#app/services/toast.server";
import * as contract from "#contract/vps/index";
import { isOpenOrder } from "#contract/vps/status";
import { Accounts } from "./accounts";
import { Connection } from "./connection";
import { History } from "./history";
import { loadServer } from "./load-server.server";
import { PaidTime } from "./paid-time";
import { Plan } from "./plan";
import { Power } from "./power";
import { ServerHead } from "./server-head";
import { SetUp } from "./set-up";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const server = data?.place?.server;
  const product = (matches[0]?.data as { productName?: string } | undefined)?.productName;
  return server ? [{ title: `${server.comment || server.id} · ${product ?? ""}` }] : [];
};

const refreshSeconds = 3;

/** The server's own page; nothing where a dialog of the server stands over the list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const { pathname, search } = new URL(request.url);
  if (!isAtServer(pathname, search) || (requestContext().isDocument && isDialog(pathname)))
    return { place: null, texts: {} };
  const place = await loadServer(caller, params.serverId ?? "");
  const texts = await loadTranslations(request, "server", ...(place.urgent ? (["attention"] as const) : []));
  return { place, texts };
}

/** What a dialog that a document began with came without is asked for when it is left. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate || isDialog(currentUrl.pathname);

const autoRenewalForm = z.object({ autoRenewal: z.enum(["on", "off"]) });

/** Turns auto-renewal on and off. */
export const action = formAction(
  requireClient,
  form(autoRenewalForm, async ({ autoRenewal }, { request, params, caller }) => {
    const serverId = params.serverId ?? "";
    const on = autoRenewal === "on";
    await callApi(caller, contract.setAutoRenewal, { serverId, on });
    const t = await translationsFor(request, "renewal");
    const said = t(on ? "autoRenewalOn" : "autoRenewalOff", { id: serverId });
    return redirectWithToast(paths.serverPage(serverId), said);
  }),
);

export default function Server() {
  const t = useTranslations("server");
  const { place } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  const params = useParams();
  const answer = useActionData<typeof action>();
  if (!isAtServer(pathname, search)) return <Outlet />;
  if (!place)
    return (
      <>
        <BehindDialog title={params.serverId ?? ""} />
        <Outlet />
      </>
    );
  const { server, urgent, control } = place;
  const isSettingUp = server.status === "settingUp";
  const isBusy = isSettingUp || control.requests.some(({ status }) => isOpenOrder(status));
  const isAlone = pathname === paths.serverPage(server.id);
  return (
    <>
      {isBusy && isAlone && <Refreshing seconds={refreshSeconds} />}
      <ServerHead place={place} />
      {urgent && (
        <AttentionStrip
          urgent={urgent}
          balanceCents={server.balanceCents}
          returnTo={paths.serverPage(server.id)}
          isAtServer
        />
      )}
      {server.status === "revoked" && <Notice>{t("revokedText")}</Notice>}
      <FormErrors result={answer?.lastResult} />
      <div className="place">
        <div className="stack">
          {isSettingUp && <SetUp place={place} />}
          <Connection place={place} />
          {!isSettingUp && <Accounts place={place} />}
          <History place={place} />
        </div>
        <div className="stack">
          <PaidTime place={place} />
          <Power place={place} />
          <Plan place={place} />
        </div>
      </div>
      <Outlet />
    </>
  );
}
