import { Link } from "@remix-run/react";
import { useLanguage, useText } from "#app/components/text";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import { paths } from "#app/paths";
import type { PageData } from "./load.server";
import type { Tree } from "./network-branch";
import { Branch } from "./network-branch";

/** The flat list as a tree: clients by whom they came from. */
function treeOf(nodes: PageData["network"]["nodes"]): Tree {
  const tree: Tree = new Map();
  for (const node of nodes) tree.set(node.parentId, [...(tree.get(node.parentId) ?? []), node]);
  return tree;
}

/** Three levels of clients; branches open without script, long ones have pages of their own. */
export function Network({ network, query }: Pick<PageData, "network" | "query">) {
  const t = useText("partner");
  const common = useText("common");
  const language = useLanguage();
  const { nodes, root, page, pages, total } = network;
  const period = {
    period: query.period === "all" ? undefined : query.period,
    from: query.from,
    to: query.to,
  };
  const address = (more: { page?: number | undefined; client?: string | undefined }) =>
    `${paths.partnerPage({ ...period, ...more })}#network`;
  return (
    <section id="network" aria-labelledby="network-title">
      <h2 id="network-title">{t("networkTitle")}</h2>
      {root ? (
        <div className="row apart">
          <h3>{t("branchTitle", { name: root.name, level: root.level })}</h3>
          <Link to={address({ client: root.parentId ?? undefined })}>
            {root.parentId ? t("branchUp") : t("wholeNetwork")}
          </Link>
        </div>
      ) : (
        total > 0 && <p>{t("networkText", { count: total })}</p>
      )}
      {total === 0 ? (
        <EmptyState title={t("networkEmpty")}>{t("networkEmptyText")}</EmptyState>
      ) : (
        <Branch
          tree={treeOf(nodes)}
          parentId={root?.id ?? null}
          language={language}
          addressOf={(client) => address({ client })}
        />
      )}
      <Pager
        page={page}
        pageCount={pages}
        href={(number) => address({ page: number, client: root?.id })}
        label={t("networkPages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </section>
  );
}
