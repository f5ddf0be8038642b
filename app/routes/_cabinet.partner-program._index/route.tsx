import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/components/page-title";
import { useLanguage, useTranslations } from "#app/components/translations";
import { CopyField } from "#app/components/ui/copy-field";
import { Disclosure } from "#app/components/ui/disclosure";
import type { Column } from "#app/components/ui/table";
import { Table } from "#app/components/ui/table";
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
import { formatNumber } from "#contract/formats";
import type { levels } from "#contract/partners/index";
import { levels as levelsCall, rentalStatistics } from "#contract/partners/index";
import type { Month } from "./months.server";
import { monthsOf } from "./months.server";
import { intro, shareTexts } from "./texts.server";

export const meta: MetaFunction<typeof loader> = (args) => pageTitle(args, "partner", "title");

/** Returns the new URL of the parts of this page that used query parameters before they moved to their own pages. */
function movedTo({ search, searchParams }: URL): string | null {
  if (searchParams.has("page") || searchParams.has("client")) return `${paths.partnerNetwork()}${search}`;
  const hasPeriod = searchParams.has("period") || searchParams.has("from") || searchParams.has("to");
  return hasPeriod ? `${paths.partnerStatistics()}${search}` : null;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const moved = movedTo(new URL(request.url));
  if (moved) throw redirect(moved);
  const [info, { levels }, { rewardData }, texts, t] = await Promise.all([
    partnerInfoOf(caller),
    callApi(caller, levelsCall, {}),
    callApi(caller, rentalStatistics, { period: "year" }),
    loadTranslations(request, "partnerFigures"),
    translationsFor(request, "partnerFigures"),
  ]);
  const reflink = reflinkOf(info.referral_code);
  return {
    texts,
    info,
    levels,
    months: monthsOf(rewardData, caller.language),
    intro: intro(t, levels, caller.language),
    invite: { reflink, code: info.referral_code, share: shareTexts(t, reflink) },
  };
}

export default function PartnerOverview() {
  const { info, levels, months, invite, intro: terms } = useLoaderData<typeof loader>();
  return (
    <>
      <Invite {...invite} terms={terms} />
      <div className="stack">
        {months.length > 0 && <RewardByMonth months={months} />}
        <Levels rows={levels} info={info} />
      </div>
    </>
  );
}

type InviteProps = {
  reflink: string;
  code: string;
  share: { english: string; russian: string };
  /** Text about the program's rewards. */
  terms: string;
};

/** The referral link and code: to copy, as a QR code, and with texts ready to send. */
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

const wholeDollars = { style: "currency", currency: "USD", maximumFractionDigits: 0 } as const;

/** The reward of each month of a year; the current month is hatched. */
function RewardByMonth({ months }: { months: readonly Month[] }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const most = Math.max(1, ...months.map(({ cents }) => cents));
  return (
    <figure className="card">
      <figcaption className="row apart">
        <h2>{t("rewardByMonth")}</h2>
        <a className="lone" href={paths.partnerStatistics()}>
          {t("toStatistics")}
        </a>
      </figcaption>
      <ol className="columns">
        {months.map(({ name, longName, cents, isRunning }) => (
          <li key={longName} className={isRunning ? "running" : undefined}>
            <b>
              <span className="hidden-text">{isRunning ? t("soFar", { time: longName }) : longName}: </span>
              {formatNumber(cents / 100, language, wholeDollars)}
            </b>{" "}
            <i style={{ height: `${Math.round((cents / most) * 100)}%` }} />{" "}
            <span aria-hidden="true">{name}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

type Level = Output<typeof levels>["levels"][number];
/** `level` 0 is the total. */
type Row = Omit<Level, "level"> & { level: Level["level"] | 0; active: number };

/** Clients, turnover and reward of each level, and the total. */
function Levels({ rows, info }: { rows: Level[]; info: PartnerInfo }) {
  const t = useTranslations("partnerFigures");
  const language = useLanguage();
  const active = [
    info.level_1_referral_active_count,
    info.level_2_referral_active_count,
    info.level_3_referral_active_count,
  ];
  const sum = (of: (row: Level) => number) => rows.reduce((total, row) => total + of(row), 0);
  const all: Row = {
    level: 0,
    rewardForLevel: 0,
    userCount: sum(({ userCount }) => userCount),
    active: active.reduce((total, count) => total + count, 0),
    rewardCountCents: info.turnoverCents,
    rewardSumCents: info.rewardCents,
  };
  const columns: Column<Row>[] = [
    {
      key: "level",
      label: t("level"),
      cell: ({ level }) => (level ? t("levelName", { level }) : t("allLevels")),
      isRowHeader: true,
    },
    {
      key: "percent",
      label: t("rewardPercent"),
      cell: ({ level, rewardForLevel }) => (level ? numberText(rewardForLevel, language) : null),
      numeric: true,
    },
    {
      key: "clients",
      label: t("clients"),
      cell: ({ userCount }) => numberText(userCount, language),
      numeric: true,
    },
    {
      key: "active",
      label: t("activeColumn"),
      cell: ({ active }) => numberText(active, language),
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
      phonePosition: "figure",
    },
  ];
  return (
    <section className="card levels" aria-labelledby="levels-title">
      <h2 id="levels-title">{t("levelsTitle")}</h2>
      <Table
        caption={t("levelsTitle")}
        columns={columns}
        rows={[...rows.map((row, index) => ({ ...row, active: active[index] ?? 0 })), all]}
        rowKey={({ level }) => String(level)}
      />
    </section>
  );
}
