import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PageButtons } from "#app/components/page-script";
import { pageTitle } from "#app/components/page-title";
import { RichText, useTranslations } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";
import { Icon } from "#app/components/ui/icon";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTranslations } from "#app/services/locale.server";
import { requireSection } from "#app/services/sections.server";
import * as contract from "#contract/monitoring/index";
import { Check } from "./check";
import { ChartPicture, InputsPicture, OptionsPicture } from "./pictures";

export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "guide", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "monitoring");
  const [{ accounts }, texts] = await Promise.all([
    callApi(caller, contract.accountList, {}),
    loadTranslations(request, "guide"),
  ]);
  const query = new URL(request.url).searchParams;
  return {
    address: environment().publicOrigin,
    kind: query.get("terminal") === "4" ? ("mq4" as const) : ("mq5" as const),
    isWatching: query.has("watch"),
    accounts: accounts.map(({ monitoringId, number, name, state, heardAt }) => ({
      monitoringId,
      number,
      name,
      state,
      heardAt,
    })),
    texts,
  };
}

const steps = {
  mq5: ["stepAllow", "stepFolder5", "stepCompile", "stepAttach", "stepKey", "stepRun"],
  mq4: ["stepAllow", "stepAll4", "stepFolder4", "stepCompile", "stepAttach", "stepKey", "stepRun4"],
} as const;
const troubles = ["trouble1", "trouble2", "trouble3", "trouble4", "trouble5"] as const;

export default function Guide() {
  const t = useTranslations("guide");
  const common = useTranslations("common");
  const { address, accounts, isWatching, kind } = useLoaderData<typeof loader>();
  return (
    <article className="split">
      <div className="stack prose">
        {isWatching && <Check accounts={accounts} isWatching />}
        <section>
          <h2>{t("title")}</h2>
          <p>{t("intro")}</p>
          <p>
            <RichText tags={{ accounts: (text) => <Link to={paths.monitoringAccounts}>{text}</Link> }}>
              {t("need")}
            </RichText>
          </p>
          <CopyField label={t("address")} value={address} copy={common("copy")} copied={common("copied")} />
        </section>
        <Terminal kind={kind} address={address} />
        <Disclosure summary={t("troubleTitle")}>
          <p>{t("trouble")}</p>
          <ul>
            {[...troubles, kind === "mq4" ? ("trouble64" as const) : ("trouble6" as const)].map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </Disclosure>
      </div>
      <div className="stack aside">
        {!isWatching && <Check accounts={accounts} isWatching={false} />}
        <section className="card">
          <h2>{t("importTitle")}</h2>
          <p>{t("importText")}</p>
          <ul className="links">
            {accounts.map(({ monitoringId: id, number, name }) => (
              <li key={id}>
                <Link to={paths.importHistory(id)}>{`${name} (${number})`}</Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <PageButtons />
    </article>
  );
}

function Terminal({ kind, address }: { kind: "mq4" | "mq5"; address: string }) {
  const t = useTranslations("guide");
  const file = `monitoring.${kind}` as const;
  const pictures = {
    stepAllow: <OptionsPicture title={t("picOptions")} address={address} />,
    stepKey: <InputsPicture title={t("picInputs")} address={address} />,
    stepRun: <ChartPicture title={t("picChart")} />,
    stepRun4: <ChartPicture title={t("picChart")} />,
  };
  return (
    <section id="terminal">
      <h2 className="hidden-text">{t(kind === "mq5" ? "mt5" : "mt4")}</h2>
      <Tabs
        small
        label={t("terminal")}
        items={[
          { href: paths.guideFor(5), label: t("mt5"), current: kind === "mq5" },
          { href: paths.guideFor(4), label: t("mt4"), current: kind === "mq4" },
        ]}
      />
      <p>
        <a href={paths.adapter(file)} className={buttonClass("primary")} download={file}>
          <Icon name="download" /> {t("download")}
        </a>
      </p>
      <ol className="steps">
        {steps[kind].map((step) => (
          <li key={step}>
            {t(step)}
            {pictures[step as keyof typeof pictures]}
          </li>
        ))}
      </ol>
    </section>
  );
}
