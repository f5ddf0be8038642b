import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { RichText, useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { buttonClass } from "#app/components/ui/button";
import { Tabs } from "#app/components/ui/tabs";
import { dateText } from "#app/lib/dates";
import { moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { partnerInfoOf } from "#app/services/partner-info.server";
import { requireSection, section } from "#app/services/sections.server";
import sheet from "#app/styles/sheets/partner.css?url";
import { clearingOf } from "./clearing";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export async function loader({ request }: LoaderFunctionArgs) {
  const caller = await requireSection(request, "partner");
  const [info, texts] = await Promise.all([partnerInfoOf(caller), loadTranslations(request, "partner")]);
  const { balanceCents, owedCents, availableCents, rewardCents } = info;
  const active =
    info.level_1_referral_active_count +
    info.level_2_referral_active_count +
    info.level_3_referral_active_count;
  return {
    texts,
    hero: { balanceCents, owedCents, availableCents, rewardCents, active, held: clearingOf(info) },
  };
}

/**
 * The forms were on this page before. A page that is still open in a browser posts here, so the request is redirected
 * unchanged (307) to the form's new page.
 */
const movedTo = (path: string) => form(noFields, async () => redirect(path, 307));

export const action = formAction(section("partner"), {
  withdraw: movedTo(paths.partnerWithdrawals),
  transfer: movedTo(paths.partnerWithdrawals),
  resendEmail: movedTo(paths.partnerWithdrawals),
  createPromoCode: movedTo(paths.promoCodes),
});

export default function PartnerProgram() {
  const t = useTranslations("partner");
  const { pathname } = useLocation();
  const { hero } = useLoaderData<typeof loader>();
  const tab = (href: string, label: string) => ({
    href,
    label,
    current: href === paths.partnerProgram ? pathname === href : pathname.startsWith(href),
  });
  return (
    <>
      <Hero {...hero} canWithdraw={!pathname.startsWith(paths.partnerWithdrawals)} />
      <Tabs
        label={t("title")}
        items={[
          tab(paths.partnerProgram, t("overview")),
          tab(paths.partnerStatistics(), t("statistics")),
          tab(paths.partnerNetwork(), t("network")),
          tab(paths.promoCodes, t("promoTitle")),
          tab(paths.partnerWithdrawals, t("withdrawals")),
        ]}
      />
      <Outlet />
    </>
  );
}

type HeroProps = {
  balanceCents: number;
  owedCents: number;
  availableCents: number;
  rewardCents: number;
  active: number;
  held: ReturnType<typeof clearingOf>;
  /** The page of withdrawals has the form itself. */
  canWithdraw: boolean;
};

/** The partner balance, the total earned, and the link to withdraw it. */
function Hero({
  balanceCents,
  owedCents,
  availableCents,
  rewardCents,
  active,
  held,
  canWithdraw,
}: HeroProps) {
  const t = useTranslations("partner");
  const language = useLanguage();
  const viewer = useViewer();
  const money = (cents: number) => moneyText(cents, language);
  return (
    <header className="band sum-hero">
      <h1>{t("title")}</h1>
      <p className="hero-figure">{money(balanceCents)}</p>
      <p>
        <b>{t("available", { amount: money(availableCents) })}</b> ·{" "}
        {t("earned", { amount: money(rewardCents) })}
        {"\u00a0· "}
        {t("activeCount", { count: active })}
      </p>
      {held && (
        <p>
          {held.from
            ? t("clears", { amount: money(balanceCents - availableCents), date: dateText(held.from, viewer) })
            : t("waits", { amount: money(balanceCents - availableCents) })}
        </p>
      )}
      {owedCents > 0 && (
        <p>
          <RichText tags={{ b: (sum) => <b>{sum}</b> }}>{t("owed", { amount: money(owedCents) })}</RichText>
        </p>
      )}
      {canWithdraw && (
        <div className="row">
          <Link className={buttonClass("call")} to={paths.partnerWithdrawals}>
            {t("withdraw")}
          </Link>
        </div>
      )}
    </header>
  );
}
