import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";
import { form, formAction, noFields } from "#app/services/form-action.server";
import { loadTranslations } from "#app/services/locale.server";
import { partnerInfoOf } from "#app/services/partner-info.server";
import { requireSection, section } from "#app/services/sections.server";
import sheet from "#app/styles/sheets/partner.css?url";
import { heldOf } from "./clearing";
import { Hero } from "./hero";

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
    hero: { balanceCents, owedCents, availableCents, rewardCents, active, held: heldOf(info) },
  };
}

/** The forms stood here once: a page that was opened before sends them on, as they are, to where they stand now. */
const movedTo = (path: string) => form(noFields, async () => redirect(path, 307));

export const action = formAction(section("partner"), {
  withdraw: movedTo(paths.partnerWithdrawals),
  transfer: movedTo(paths.partnerWithdrawals),
  resendLetter: movedTo(paths.partnerWithdrawals),
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
      <Hero {...hero} />
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
