import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
import { Tile, Tiles } from "#app/components/ui/tile";
import { moneyText } from "#app/lib/money";
import { numberText } from "#app/lib/numbers";
import { paths } from "#app/paths";
import { callApi } from "#app/services/api.server";
import { loadTranslations, translationsFor } from "#app/services/locale.server";
import type { PartnerInfo } from "#app/services/partner-info.server";
import { partnerInfoOf } from "#app/services/partner-info.server";
import { reflinkOf } from "#app/services/referral.server";
import { requireSection } from "#app/services/sections.server";
import type { Output } from "#contract/endpoint";
import type { levels } from "#contract/partners/index";
import { levels as levelsCall } from "#contract/partners/index";
import { intro, shareTexts } from "./words.server";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "title");

/** Where the parts of the page that once stood here with a search have gone. */
function movedTo({ search, searchParams }: URL): string | null {
  if (searchParams.has("page") || searchParams.has("client")) return `${paths.partnerNetwork()}${search}`;
  const hasPeriod = searchParams.has("period") || searchParams.has("from") || searchParams.has("to");
  return hasPeriod ? `${paths.partnerStatistics()}${search}` : null;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const moved = movedTo(new URL(request.url));
  if (moved) throw redirect(moved);
  const [info, { levels }, texts, t] = await Promise.all([
    partnerInfoOf(caller),
    callApi(caller, levelsCall, {}),
    loadTranslations(request, "partnerFigures"),
    translationsFor(request, "partnerFigures"),
  ]);
  const reflink = reflinkOf(info.referral_code);
  return {
    texts,
    info,
    levels,
    intro: intro(t, levels, caller.language),
    invite: { reflink, code: info.referral_code, share: shareTexts(t, reflink) },
  };
}

export default function PartnerOverview() {
  const { info, levels, invite, intro: terms } = useLoaderData<typeof loader>();
  return (
    <>
      <Invite {...invite} terms={terms} />
      <div className="stack">
        <Totals info={info} />
        <Levels rows={levels} />
      </div>
    </>
  );
}

type InviteProps = {
  reflink: string;
  code: string;
  share: { english: string; russian: string };
  /** What the program gives. */
  terms: string;
};

/** The link and the code to give away: to copy, to scan, and with words ready to be sent. */
function Invite({ reflink, code, share, terms }: InviteProps) {
  const t = useTranslations("partner");
  const common = useTranslations("common");
  const copy = { copy: common("copy"), copied: common("copied") };
  return (
    <section className="card invite" aria-labelledby="invite-title">
      <div className="stack">
        <h2 id="invite-title">{t("inviteTitle")}</h2>
        <CopyField label={t("reflink")} value={reflink} {...copy} />{" "}
        <CopyField label={t("code")} value={code} {...copy} />
        <p className="small muted">
          {t("inviteHint")} {terms}
        </p>
        <Disclosure summary={t("readyTexts")}>
          <h3>{t("readyTextEnglish")}</h3>
          <p lang="en">
            <CopyField value={share.english} {...copy} />
          </p>
          <h3>{t("readyTextRussian")}</h3>
          <p lang="ru">
            <CopyField value={share.russian} {...copy} />
          </p>
        </Disclosure>
      </div>
      <img className="qr" src={paths.reflinkQr} alt={t("qrTitle")} width={176} height={176} loading="lazy" />
    </section>
  );
}

/** The few sums that a partner looks for first. */
function Totals({ info }: { info: PartnerInfo }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const money = (cents: number) => moneyText(cents, language);
  const [first, second, third] = [
    info.level_1_referral_active_count,
    info.level_2_referral_active_count,
    info.level_3_referral_active_count,
  ];
  return (
    <section aria-labelledby="totals-title">
      <h2 id="totals-title">{t("totalsTitle")}</h2>
      <Tiles>
        <Tile
          label={t("partnerBalance")}
          definition={t("partnerBalanceDefinition")}
          note={t("availableNote", { amount: money(info.availableCents) })}
        >
          {money(info.balanceCents)}
        </Tile>
        <Tile
          label={t("activeReferrals")}
          definition={t("activeDefinition")}
          note={t("activeByLevel", { first, second, third })}
        >
          {first + second + third}
        </Tile>
        <Tile label={t("turnover")} definition={t("turnoverDefinition")}>
          {money(info.turnoverCents)}
        </Tile>
        <Tile label={t("reward")} definition={t("rewardDefinition")}>
          {money(info.rewardCents)}
        </Tile>
      </Tiles>
    </section>
  );
}

type Row = Output<typeof levels>["levels"][number];

/** Clients, turnover and reward of each level. */
function Levels({ rows }: { rows: Row[] }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const columns: Column<Row>[] = [
    { key: "level", label: t("level"), cell: ({ level }) => t("levelName", { level }), isRowHeader: true },
    {
      key: "percent",
      label: t("rewardPercent"),
      cell: ({ rewardForLevel }) => numberText(rewardForLevel, language),
      numeric: true,
    },
    {
      key: "clients",
      label: t("clients"),
      cell: ({ userCount }) => numberText(userCount, language),
      numeric: true,
    },
    {
      key: "turnover",
      label: t("turnover"),
      cell: ({ rewardCountCents }) => moneyText(rewardCountCents, language),
      numeric: true,
    },
    {
      key: "reward",
      label: t("reward"),
      cell: ({ rewardSumCents }) => moneyText(rewardSumCents, language),
      numeric: true,
      place: "figure",
    },
  ];
  return (
    <section className="card" aria-labelledby="levels-title">
      <h2 id="levels-title">{t("levelsTitle")}</h2>
      <Table caption={t("levelsTitle")} columns={columns} rows={rows} rowKey={({ level }) => String(level)} />
    </section>
  );
}
