import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useText } from "#app/components/text";
import { buttonClass } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Table } from "#app/components/ui/table";
import { Tabs } from "#app/components/ui/tabs";
import { Tile, Tiles } from "#app/components/ui/tile";
import { dateTimeText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTexts } from "#app/services/locale.server";
import { requireClient } from "#app/services/session.server";
import { latest } from "#contract/balance/index";
import { historyKinds } from "#contract/balance/movements";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "balance", "title");

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireClient(request);
  const [found, texts] = await Promise.all([callApi(caller, latest, {}), loadTexts(request, "balance")]);
  return { ...found, texts };
}

export default function Overview() {
  const t = useText("balance");
  const language = useLanguage();
  const { balanceCents, movements } = useLoaderData<typeof loader>();
  return (
    <>
      <Tiles>
        <Tile label={t("balance")}>{moneyText(balanceCents, language)}</Tile>
      </Tiles>
      <div className="row">
        <Link className={buttonClass("primary")} to={paths.deposit()}>
          {t("topUp")}
        </Link>
        <Link className={buttonClass()} to={paths.transfer}>
          {t("transferMoney")}
        </Link>
      </div>
      <section>
        <h2>{t("latest")}</h2>
        <Tabs
          small
          label={t("histories")}
          items={historyKinds.map((kind) => ({ href: paths.history(kind), label: t(`history_${kind}`) }))}
        />
        {movements.length === 0 ? (
          <EmptyState title={t("latestEmpty")}>{t("latestEmptyText")}</EmptyState>
        ) : (
          <Table
            caption={t("latest")}
            rows={movements}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "date",
                label: t("date"),
                cell: ({ at }) => dateTimeText(at, language),
                isRowHeader: true,
              },
              { key: "about", label: t("about"), cell: ({ about }) => about },
              {
                key: "sum",
                label: t("sumColumn"),
                cell: ({ amountCents }) => moneyText(amountCents, language, { sign: true }),
                numeric: true,
              },
            ]}
          />
        )}
      </section>
    </>
  );
}
