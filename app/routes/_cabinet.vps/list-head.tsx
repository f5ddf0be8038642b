import { Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ShellData } from "#app/components/layout/shell-data";
import { RichText, useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { dayText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { listAddress, listState } from "#app/lib/server-list-url";
import { paths } from "#app/paths";
import { canOrderTestServer } from "#contract/vps/status";
import type { ServersPage } from "./load-list.server";

/** The page's header: a status summary for clients with servers, a welcome for others. */
export function ListHead({ list }: { list: ServersPage }) {
  return list.servers.all > 0 ? <ServersHead list={list} /> : <Welcome list={list} />;
}

/** Returns whether the first steps offer the test server; otherwise the header does. */
const isStepOpen = ({ steps }: ServersPage) =>
  steps.some(({ step, state }) => step === "testServer" && state !== "done");

function ServersHead({ list }: { list: ServersPage }) {
  const t = useTranslations("vps");
  const language = useLanguage();
  const viewer = useViewer();
  const { counts, next, now } = list;
  const states = (["active", "settingUp", "blocked"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => t(status, { count: counts[status] }));
  return (
    <div className="page-head">
      <h1>{t("serversTitle")}</h1>
      <div className="row">
        <a className="button primary" href="#plans">
          {t("rentTitle")}
        </a>{" "}
        {!isStepOpen(list) && <TestServer list={list} />}
      </div>
      <p>
        {states.join(", ")}
        {states.length > 0 && next && "\u00a0· "}
        {next && (
          <RichText tags={{ b: (text) => <strong>{text}</strong> }}>
            {next.kind === "payment"
              ? t("nextPayment", {
                  amount: moneyText(next.priceCents, language),
                  date: dayText(next.at, viewer, now),
                })
              : t("nextEnd", { name: next.name, date: dayText(next.at, viewer, now) })}
          </RichText>
        )}
      </p>
    </div>
  );
}

function Welcome({ list }: { list: ServersPage }) {
  const t = useTranslations("firstSteps");
  const vps = useTranslations("vps");
  const shell = useRouteLoaderData("root") as ShellData | undefined;
  if (!isStepOpen(list))
    return (
      <div className="page-head">
        <h1>{vps("serversTitle")}</h1>
        <TestServer list={list} />
        <p>{vps("noServers")}</p>
      </div>
    );
  return (
    <div className="welcome band">
      <h1>{t("welcome", { name: shell?.user?.name ?? "" })}</h1>
      <p>{t("welcomeText")}</p>
    </div>
  );
}

function TestServer({ list }: { list: ServersPage }) {
  const t = useTranslations("vps");
  const { search } = useLocation();
  const isOffered = canOrderTestServer(list.testServer);
  return (
    <Link
      to={listAddress(listState(search), paths.testServer)}
      className={isOffered ? "button" : "button quiet"}
      preventScrollReset
    >
      {t(isOffered ? "testServerLink" : "testServerOrdered")}
    </Link>
  );
}
