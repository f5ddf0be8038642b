import { Link } from "@remix-run/react";
import { useTranslations, useViewer } from "#app/components/translations";
import { Badge } from "#app/components/ui/badge";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import type { Language } from "#contract/languages";
import type { NetworkNode } from "#contract/partners/index";

/** Clients by the id of the client who referred them; `null` holds the first level shown. */
export type Tree = Map<string | null, NetworkNode[]>;

type BranchProps = {
  tree: Tree;
  parentId: string | null;
  language: Language;
  /** Returns the URL of a client's own network page. */
  addressOf: (client: string) => string;
};

/** The referrals of one client (or of the partner), each with their own below. */
export function Branch({ tree, parentId, language, addressOf }: BranchProps) {
  return (
    <ul className="tree">
      {(tree.get(parentId) ?? []).map((node) => (
        <li key={node.id}>
          {node.clientCount > 0 ? (
            <details className="disclosure">
              <summary>
                <Client node={node} language={language} />
              </summary>
              <Branch tree={tree} parentId={node.id} language={language} addressOf={addressOf} />
              <Rest node={node} shown={tree.get(node.id)?.length ?? 0} addressOf={addressOf} />
            </details>
          ) : (
            <Client node={node} language={language} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Client({ node, language }: { node: NetworkNode; language: Language }) {
  const t = useTranslations("partnerFigures");
  const viewer = useViewer();
  const { name, level, active, joinedAt, clientCount, turnoverCents, rewardCents } = node;
  return (
    <span className="row">
      <strong>{name}</strong>{" "}
      <span className="small muted">
        {[
          `${t("level")} ${level}`,
          t("joined", { date: dateText(joinedAt, viewer) }),
          ...(clientCount > 0 ? [t("clientCount", { count: clientCount })] : []),
        ].join(", ")}
      </span>{" "}
      <Badge tone={active ? "positive" : "neutral"}>{t(active ? "active" : "inactive")}</Badge>{" "}
      <span className="small sums">
        <span>{t("nodeTurnover", { turnover: moneyText(turnoverCents, language) })}</span>{" "}
        <span>{t("nodeReward", { reward: moneyText(rewardCents, language) })}</span>
      </span>
    </span>
  );
}

/** Link to all clients of a branch that shows only the first ones. */
function Rest({
  node,
  shown,
  addressOf,
}: {
  node: NetworkNode;
  shown: number;
  addressOf: BranchProps["addressOf"];
}) {
  const t = useTranslations("partnerFigures");
  if (shown >= node.clientCount) return null;
  return (
    <p>
      <Link className="lone" to={addressOf(node.id)}>
        {t("showBranch", { count: node.clientCount, name: node.name })}
      </Link>
    </p>
  );
}
