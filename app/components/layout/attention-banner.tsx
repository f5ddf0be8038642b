import { Link } from "@remix-run/react";
import { useLanguage, useTranslations, useViewer } from "#app/components/translations";
import { Banner } from "#app/components/ui/banner";
import type { Urgent } from "#app/lib/attention";
import { dateTimeText, dayText } from "#app/lib/dates";
import { amountText, moneyText } from "#app/lib/money";
import { serverName } from "#app/lib/server-name";
import { paths } from "#app/paths";
import type { DueServer } from "#contract/vps/index";

type Props = {
  urgent: Urgent;
  balanceCents: number;
  /** The page's URL, to return to after a deposit. */
  returnTo: string;
  /** Whether the banner is on the server's own page. */
  isAtServer?: boolean;
};

/** The most urgent task (`mostUrgent`) with one button for it. The loader provides the texts of `attention`. */
export function AttentionBanner({ urgent, balanceCents, returnTo, isAtServer }: Props) {
  const t = useTranslations("attention");
  const language = useLanguage();
  const viewer = useViewer();
  const money = (cents: number) => moneyText(cents, language);
  const day = (iso: string) => dayText(iso, viewer);
  const nameOf = ({ comment, serverId: id }: DueServer) => serverName({ comment, id });
  const button = (to: string, text: string) => (
    // the button is primary only on the page of the blocked server
    <Link
      to={to}
      className={isAtServer && urgent.kind === "blocked" ? "button primary" : "button"}
      preventScrollReset
    >
      {text}
    </Link>
  );
  /**
   * Renews the server if the balance suffices. Otherwise links to a deposit of the missing sum, which returns here.
   */
  const payFor = ({ serverId, priceCents }: DueServer, missingCents: number) =>
    missingCents > 0
      ? button(
          paths.deposit({ amount: amountText(missingCents), returnTo }),
          t("deposit", { amount: money(missingCents) }),
        )
      : button(
          paths.server(serverId, "renewal", isAtServer ? { from: "server" } : {}),
          t("renewFor", { amount: money(priceCents) }),
        );
  const lacks = (cents: number) => (cents > 0 ? ` ${t("youNeed", { amount: money(cents) })}` : "");
  switch (urgent.kind) {
    case "blocked": {
      const { server, revokedOn, missingCents } = urgent;
      return (
        <Banner title={t("blocked", { name: nameOf(server) })} action={payFor(server, missingCents)}>
          {t("blockedText", { date: dateTimeText(revokedOn, viewer), amount: money(server.priceCents) })}
          {lacks(missingCents)}
        </Banner>
      );
    }
    case "ending": {
      const { server, daysLeft, missingCents } = urgent;
      const date = day(server.paidUntil);
      return (
        <Banner
          title={
            isAtServer
              ? t("endsHere", { count: daysLeft, date })
              : t("ends", { name: nameOf(server), count: daysLeft, date })
          }
          action={payFor(server, missingCents)}
        >
          {t("endsText")}
          {lacks(missingCents)}
        </Banner>
      );
    }
    case "shortage": {
      const { server, renewsAt, missingCents } = urgent;
      return (
        <Banner title={t("youNeed", { amount: money(missingCents) })} action={payFor(server, missingCents)}>
          {t("shortageText", {
            name: nameOf(server),
            date: day(renewsAt),
            amount: money(server.priceCents),
            balance: money(balanceCents),
          })}
        </Banner>
      );
    }
    case "silent":
      return (
        <Banner
          title={t("silent", { name: urgent.name })}
          action={button(paths.monitoringPage(urgent.monitoringId), t("openAccount"))}
        >
          {t("silentText", { time: dateTimeText(urgent.heardAt, viewer) })}
        </Banner>
      );
    case "answer":
      return (
        <Banner
          tone="info"
          title={t("answer")}
          action={button(paths.ticket(urgent.ticketId), t("readAnswer"))}
        >
          {urgent.title}
        </Banner>
      );
    case "wallet":
      return (
        <Banner tone="info" title={t("wallet")} action={button(paths.partnerWithdrawals, t("toWithdrawal"))}>
          {t("walletText", { wallet: urgent.wallet })}
        </Banner>
      );
  }
}
