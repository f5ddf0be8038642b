import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import { zonesOf } from "#app/services/zones.server";
import sheet from "#app/styles/sheets/account.css?url";
import * as contract from "#contract/monitoring/index";
import { Clocks } from "./clocks";
import { Seen } from "./seen";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** A document: it needs no script and gets none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...titled(args, args.data && `${args.data.title} · ${args.data.account.name}`),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const id = params.monitoringId ?? "";
  const [account, figures, texts, t] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId: id }),
    callApi(caller, contract.statistics, { monitoringId: id }),
    loadTranslations(request, "origin"),
    translationsFor(request, "origin"),
  ]);
  return { account, title: t("title"), figures, zones: zonesOf("UTC", new Date()), texts };
}

export type OriginData = Awaited<ReturnType<typeof loader>>;

/** What was seen of where an account's figures come from, never more. */
export default function OriginPage() {
  const t = useTranslations("origin");
  const { account, figures, zones } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <h1>{t("title")}</h1>
      <p>
        <a className="lone" href={paths.monitoringPage(account.monitoringId)}>
          {account.name}
        </a>
      </p>
      <Seen account={account} figures={figures} />
      <section className="prose">
        <h2>{t("marks")}</h2>
        <dl>
          {(["file", "key", "server", "seenOpen", "changed"] as const).map((mark) => (
            <div key={mark}>
              <dt>
                <strong>{t(`mark_${mark}`)}</strong>
              </dt>
              <dd>{t(`explain_${mark}`)}</dd>
            </div>
          ))}
        </dl>
        <p>
          <strong>{t("notVerified")}</strong>
        </p>
      </section>
      <Clocks account={account} zones={zones} />
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
