import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/layout/error-page";
import { PageButtons } from "#app/components/page-script";
import { titled } from "#app/components/page-title";
import { useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Tabs } from "#app/components/ui/tabs";
import { badgeFiles } from "#app/lib/badge-files";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import sheet from "#app/styles/sheets/account.css?url";
import * as contract from "#contract/monitoring/index";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Rendered without script except that of the buttons. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = (args) => [
  ...titled(args, args.data && `${args.data.title} · ${args.data.name}`),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [{ monitoringId, name }, texts, t] = await Promise.all([
    callApi(caller, contract.readAccount, { monitoringId: params.monitoringId ?? "" }),
    loadTranslations(request, "statistics"),
    translationsFor(request, "statistics"),
  ]);
  const { publicOrigin } = environment();
  const requestedLook = new URL(request.url).searchParams.get("look");
  const look = contract.badgeLooks.find((known) => known === requestedLook) ?? "light";
  const picture = paths.monitoringFile(monitoringId, badgeFiles[look]);
  return {
    id: monitoringId,
    name,
    title: t("badgeTitle"),
    look,
    address: paths.monitoringPage(monitoringId),
    page: publicOrigin + paths.monitoringPage(monitoringId),
    picture,
    source: publicOrigin + picture,
    ...contract.badgeSizes[look],
    texts,
  };
}

/** The badge, and the HTML to embed it on another site. */
export default function BadgePage() {
  const t = useTranslations("statistics");
  const common = useTranslations("common");
  const { id, name, look, address, page, picture, source, width, height } = useLoaderData<typeof loader>();
  const plain = name.replace(/[<>"&[\]]/g, "");
  const codes = {
    html: `<a href="${page}"><img src="${source}" alt="${plain}" width="${width}" height="${height}"></a>`,
    markdown: `[![${plain}](${source})](${page})`,
    bbcode: `[url=${page}][img]${source}[/img][/url]`,
  };
  return (
    <main id="main">
      <a className="back" href={address}>
        {t("backToPage", { name })}
      </a>
      <header className="page-head">
        <h1>{t("badgeTitle")}</h1>
        <p>{t(look === "small" ? "badgeTextSmall" : "badgeText")}</p>
      </header>
      <div className="halves">
        <div className="card">
          <Tabs
            small
            label={t("badgeLook")}
            items={contract.badgeLooks.map((known) => ({
              href: paths.monitoringBadge(id, { look: known === "light" ? undefined : known }),
              label: t(`badge_${known}`),
              current: known === look,
            }))}
          />
          <p className="preview">
            <img src={picture} alt={name} width={width} height={height} />
          </p>
        </div>
        <div className="card">
          {(["html", "markdown", "bbcode"] as const).map((kind) => (
            <CopyField
              key={kind}
              label={t(`badge_${kind}`)}
              value={codes[kind]}
              copy={common("copy")}
              copied={common("copied")}
            />
          ))}
        </div>
      </div>
      <PageButtons />
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
