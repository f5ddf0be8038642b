import { NavLink, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { useTranslations } from "#app/components/translations";
import { joinWithSpaces } from "#app/components/ui/join-with-spaces";
import { sectionsFor } from "./sections";
import type { ShellData } from "./shell-data";

/**
 * The navigation and the controls of the header. From 1280 px all of them are parts of its row, below the navigation
 * is in a panel that slides out, up to 767 px the controls too. While the panel is open, all are in it. It opens and
 * closes without script.
 */
export function Menu({ data, children }: { data: ShellData; children: ReactNode }) {
  const t = useTranslations("common");
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    // the menu may have been opened before hydration; that must not close it
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [pathname]);
  return (
    <div id="menu" ref={menu} popover="auto">
      <div className="menu-head">
        <button type="button" className="bar-button" popovertarget="menu" popovertargetaction="hide">
          {t("closeMenu")}
        </button>
      </div>
      <nav className="menu-links" aria-label={t("navigation")}>
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
      </nav>
      <div className="menu-controls">{children}</div>
    </div>
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
