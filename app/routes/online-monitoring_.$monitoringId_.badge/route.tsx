import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorMain } from "#app/components/shell/error-page";
import { useText } from "#app/components/text";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { environment } from "#app/services/env.server";
import { loadTexts } from "#app/services/locale.server";
import { optionalClient } from "#app/services/session.server";
import * as contract from "#contract/monitoring/index";

/** A document: it needs no script and gets none. */
export const handle = { script: false };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.name ?? "" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const caller = await optionalClient(request);
  const [{ id, name }, texts] = await Promise.all([
    callApi(caller, contract.readAccount, { id: params.monitoringId ?? "" }),
    loadTexts(request, "statistics"),
  ]);
  const { publicOrigin } = environment();
  return {
    name,
    address: paths.monitoringPage(id),
    page: publicOrigin + paths.monitoringPage(id),
    picture: paths.monitoringFile(id, "badge.svg"),
    source: publicOrigin + paths.monitoringFile(id, "badge.svg"),
    ...contract.badgeSizes.light,
    texts,
  };
}

/** The badge, and what to put on another site to show it there. */
export default function BadgePage() {
  const t = useText("statistics");
  const { name, address, page, picture, source, width, height } = useLoaderData<typeof loader>();
  const plain = name.replace(/[<>"&[\]]/g, "");
  const codes = {
    html: `<a href="${page}"><img src="${source}" alt="${plain}" width="${width}" height="${height}"></a>`,
    markdown: `[![${plain}](${source})](${page})`,
    bbcode: `[url=${page}][img]${source}[/img][/url]`,
  };
  return (
    <main id="main">
      <p>
        <a href={address}>{t("backToPage", { name })}</a>
      </p>
      <h1>{t("badgeTitle")}</h1>
      <p className="muted">{t("badgeText")}</p>
      <p>
        <img src={picture} alt={name} width={width} height={height} />
      </p>
      {(["html", "markdown", "bbcode"] as const).map((kind) => (
        <section key={kind}>
          <h2>{t(`badge_${kind}`)}</h2>
          <code className="taken">{codes[kind]}</code>
        </section>
      ))}
    </main>
  );
}

export const ErrorBoundary = ErrorMain;
