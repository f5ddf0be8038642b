import { Link, NavLink } from "@remix-run/react";
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
 * The header. Up to 1279 px it has a menu button; from 1280 px the navigation is a part of the row; up to 767 px the
 * controls are in the menu (the design's "Shell"). CSS alone decides what is shown, and everything is in the HTML once.
 */
export function Header({ data }: { data: ShellData }) {
  const t = useTranslations("common");
  const hasMenu = sectionsFor(data).length > 0;
  return (
    <header className="header band">
      <Link to={paths.home} className="logo">
        <Logo mark={data.mark} />
        {data.productName}
      </Link>{" "}
      {hasMenu ? (
        <Menu data={data}>
          <Controls data={data} />
        </Menu>
      ) : (
        <Controls data={data} />
      )}{" "}
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

/** Theme and language; for who is logged in also the balance, the profile and the end of the session. */
function Controls({ data: { path, language, user, isSignedIn } }: { data: ShellData }) {
  const t = useTranslations("common");
  return (
    <>
      <ThemeToggle returnTo={path} /> <LanguageSwitch language={language} returnTo={path} />{" "}
      {user && (
        <>
          <Link
            to={paths.balance}
            className="bar-button balance"
            title={moneyText(user.balanceCents, language)}
            aria-label={`${t("balance")} ${moneyText(user.balanceCents, language)}`}
          >
            {balanceText(user.balanceCents, language)}
          </Link>{" "}
          <NavLink to={paths.profile} className="bar-button to-profile">
            <Avatar name={user.name} src={user.photoPath && `/api${user.photoPath}`} />{" "}
            <span>{t("profile")}</span>
          </NavLink>{" "}
        </>
      )}
      {isSignedIn && <LogOut />}
    </>
  );
}
