import { Link } from "@remix-run/react";
import { useTranslations } from "#app/components/translations";
import { Avatar } from "#app/components/ui/avatar";
import { balanceText, moneyText } from "#app/lib/money";
import { paths } from "#app/paths";
import { LanguageSwitch, LogOut, ThemeToggle } from "./controls";
import { Logo } from "./logo";
import { Menu, newsId } from "./menu";
import { sectionsFor } from "./sections";
import type { ShellData } from "./shell-data";

/**
 * The header. Up to 1279 px it has a menu button; from 1280 px the navigation is a separate row; up to 767 px the
 * controls are in the menu (the design's "Shell"). CSS alone decides what is shown.
 */
export function Header({ data }: { data: ShellData }) {
  const t = useTranslations("common");
  const { user, isSignedIn } = data;
  const hasMenu = sectionsFor(data).length > 0;
  const small = hasMenu ? "wide-only" : undefined;
  return (
    <header className="header band">
      <Link to={paths.home} className="logo">
        <Logo mark={data.mark} />
        {data.productName}
      </Link>{" "}
      {hasMenu && <Menu data={data} />}
      <ThemeToggle returnTo={data.path} className={small} />
      <LanguageSwitch language={data.language} returnTo={data.path} className={small} />
      {user && (
        <Link
          to={paths.balance}
          className="bar-button balance"
          title={moneyText(user.balanceCents, data.language)}
          aria-label={`${t("balance")} ${moneyText(user.balanceCents, data.language)}`}
        >
          {balanceText(user.balanceCents, data.language)}
        </Link>
      )}{" "}
      {user && (
        <Link to={paths.profile} className="bar-button wide-only" aria-label={t("profile")}>
          <Avatar name={user.name} src={user.photoPath && `/api${user.photoPath}`} />
        </Link>
      )}
      {isSignedIn && <LogOut className="wide-only" />}
      {hasMenu && (
        <button
          type="button"
          className="bar-button menu-button"
          popovertarget="menu"
          aria-describedby={data.unread > 0 ? newsId : undefined}
        >
          {t("menu")}
          {data.unread > 0 && (
            <span className="news" aria-hidden="true">
              {` ${data.unread}`}
            </span>
          )}
        </button>
      )}
    </header>
  );
}
