import { Link } from "@remix-run/react";
import { useLanguage, useTranslations } from "#app/components/translations";
import { EmptyState } from "#app/components/ui/empty-state";
import { Pager } from "#app/components/ui/pager";
import { paths } from "#app/paths";
import type { PageData } from "./load.server";
import type { Tree } from "./network-branch";
import { Branch } from "./network-branch";

/** Converts the flat list to a tree: clients by their referrer. */
function treeOf(nodes: PageData["network"]["nodes"]): Tree {
  const tree: Tree = new Map();
  for (const node of nodes) tree.set(node.parentId, [...(tree.get(node.parentId) ?? []), node]);
  return tree;
}

type AddressOf = (more: { page?: number | undefined; client?: string | undefined }) => string;

/** Three levels of clients. Branches open without script; long ones have their own pages. */
export function Network({ network }: Pick<PageData, "network">) {
  const { page, pages, root } = network;
  const t = useTranslations("partner");
  const common = useTranslations("common");
  return (
    <section id="network" className="card" aria-labelledby="network-title">
      <div className="stack">
        <Clients network={network} addressOf={paths.partnerNetwork} />
      </div>
      <Pager
        page={page}
        pageCount={pages}
        href={(number) => paths.partnerNetwork({ page: number, client: root?.id })}
        label={t("networkPages")}
        previous={common("previousPage")}
        next={common("nextPage")}
      />
    </section>
  );
}

function Clients({ network, addressOf }: Pick<PageData, "network"> & { addressOf: AddressOf }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const { nodes, root, total } = network;
  return (
    <>
      <h2 id="network-title">{t("networkTitle")}</h2>
      {root ? (
        <div className="row apart">
          <h3>{t("branchTitle", { name: root.name, level: root.level })}</h3>
          <Link className="lone" to={addressOf({ client: root.parentId ?? undefined })}>
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
          addressOf={(client) => addressOf({ client })}
        />
      )}
    </>
  );
}
