import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AdapterDownloads } from "#app/components/form/adapter-downloads";
import { Refreshing } from "#app/components/layout/refreshing";
import { pageTitle } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { buttonClass } from "#app/components/ui/button";
import { CopyButton, CopyField } from "#app/components/ui/copy-field";
import { Notice } from "#app/components/ui/notice";
import { connectionTone } from "#app/lib/connection-tone";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import * as contract from "#contract/monitoring/index";

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args, "accounts", "connectTitle", { account: args.data?.name ?? "" });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const monitoringId = params.monitoringId ?? "";
  const [account, texts] = await Promise.all([
    callApi(caller, contract.connectAccount, { monitoringId }),
    loadTranslations(request, "accounts"),
  ]);
  return { ...account, monitoringId, address: environment().publicOrigin, texts };
}

const watchSeconds = 5;

/**
 * The steps after an account was added: the adapter with the key filled in, and the URL to allow. The page detects
 * the first connection automatically.
 */
export default function ConnectAccount() {
  const t = useTranslations("accounts");
  const { number, name, state, heardAt, activationKey, monitoringId, address } =
    useLoaderData<typeof loader>();
  return (
    <>
      <Link className="back" to={paths.monitoringAccounts}>
        {t("accountsTab")}
      </Link>
      <section className="card sheet">
        <h2>{t("connectTitle", { account: `${name} (${number})` })}</h2>
        <div role="status">
          {heardAt ? (
            <Notice tone="positive" title={t("connectDone")}>
              <p>{t("connectDoneText")}</p>
              <a className={buttonClass("primary")} href={paths.monitoringPage(monitoringId)}>
                {t("openAccount")}
              </a>
            </Notice>
          ) : (
            <p className="row">
              <Badge tone={connectionTone[state]}>{t(`state_${state}`, { date: "" })}</Badge>{" "}
              <span className="hint">{t("connectWatch")}</span>
            </p>
          )}
        </div>
        {!heardAt && (
          <>
            <ol className="steps">
              <li>
                <div className="stack">
                  {activationKey ? (
                    <AdapterDownloads activationKey={activationKey} hint={t("adapterText")} />
                  ) : (
                    <Link
                      className={buttonClass("primary")}
                      to={paths.monitoringAccount(monitoringId, "key")}
                    >
                      {t("connectNoKey")}
                    </Link>
                  )}
                </div>
              </li>
              <li>
                <div className="stack">
                  {t("connectAllow")} <CopyFieldOf value={address} />
                </div>
              </li>
              <li>
                <div className="stack">
                  {t("connectKey")}
                  {activationKey && (
                    <div className="field">
                      <label htmlFor="activation-key">{t("activationKey")}</label>
                      <span className="copy">
                        <input id="activation-key" className="input key" readOnly value={activationKey} />{" "}
                        <CopyOf value={activationKey} />
                      </span>
                      <span className="hint">{t("connectKeyHint")}</span>
                    </div>
                  )}
                </div>
              </li>
            </ol>
            <p>
              <Link className="lone" to={paths.monitoringGuide}>
                {t("connectGuide")}
              </Link>
            </p>
            <Refreshing seconds={watchSeconds} />
          </>
        )}
      </section>
    </>
  );
}

function CopyOf({ value }: { value: string }) {
  const t = useTranslations("common");
  return <CopyButton value={value} copy={t("copy")} copied={t("copied")} />;
}

function CopyFieldOf({ value }: { value: string }) {
  const t = useTranslations("common");
  return <CopyField value={value} copy={t("copy")} copied={t("copied")} />;
}
