import { NavLink, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslations } from "#app/components/translations";
import { Avatar } from "#app/components/ui/avatar";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { paths } from "#app/paths";
import { LanguageSwitch, LogOut, ThemeToggle } from "./controls";
import { sectionsFor } from "./sections";
import type { ShellData } from "./shell-data";

/**
 * The navigation: a popover that slides out, or a row of the header on wide screens. It opens and closes without
 * script.
 */
export function Menu({ data }: { data: ShellData }) {
  const t = useTranslations("common");
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    // the menu may have been opened before hydration; that must not close it
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [pathname]);
  return (
    <nav id="menu" ref={menu} popover="auto" aria-label={t("navigation")}>
      <div className="menu-head">
        <button type="button" className="bar-button" popovertarget="menu" popovertargetaction="hide">
          {t("closeMenu")}
        </button>
      </div>
      <div className="menu-links">
        {joinWithSpaces(
          sectionsFor(data).map(({ href, label }) => (
            <NavLink
              key={href}
              to={href}
              aria-describedby={label === "support" && data.unread > 0 ? newsId : undefined}
            >
              {t(label)}
              {label === "support" && data.unread > 0 && <News unread={data.unread} />}
            </NavLink>
          )),
        )}
      </div>
      <div className="menu-foot">
        {data.user && (
          <NavLink to={paths.profile} className="bar-button">
            <Avatar name={data.user.name} src={data.user.photoPath && `/api${data.user.photoPath}`} />{" "}
            {t("profile")}
          </NavLink>
        )}
        <ThemeToggle returnTo={data.path} />
        <LanguageSwitch language={data.language} returnTo={data.path} />
        {data.isSignedIn && <LogOut />}
      </div>
    </nav>
  );
}

/** Id of the description of the link with unread answers; the link's name stays unchanged. */
export const newsId = "news";

/** The number of unread answers: a visible number and a text for screen readers. */
function News({ unread }: { unread: number }) {
  const t = useTranslations("common");
  const label = t("unreadAnswers", { count: unread });
  return (
    <span id={newsId} className="news" aria-hidden="true">
      {` ${unread}`}
      <span className="hidden-text">{label.slice(String(unread).length)}</span>
    </span>
  );
}
