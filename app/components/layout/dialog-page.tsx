import { Link, useActionData, useLocation, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslations } from "#app/components/translations";
import { Icon } from "#app/components/ui/icon";
import { NoConnection } from "./no-connection";

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

type DialogPageProps = {
  title: ReactNode;
  /** The subject of the dialog, such as the item bought. */
  about?: ReactNode;
  /** The URL of the page under the dialog. */
  closeTo: string;
  wide?: boolean;
  children: ReactNode;
};

/**
 * A child route rendered as a dialog. It is open in the HTML, so it works without script, and becomes modal with
 * script. Its link, Escape and Back close it. The focus moves to its title, and at the end back to the element that
 * opened it.
 */
export function DialogPage({ title, about, closeTo, wide, children }: DialogPageProps) {
  const t = useTranslations("common");
  const navigate = useNavigate();
  const hasAnswer = useActionData() !== undefined;
  const { pathname, search } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = useRef<Element>();

  // runs once, with the URL at which the dialog was opened
  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const isInside = element.contains(active);
    const opener = isInside ? null : active;
    opener?.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
    const scrolled = [element, ...element.querySelectorAll(".dialog-body")].map(
      (one) => [one, one.scrollTop] as const,
    );
    element.close();
    element.showModal();
    (isInside ? active : heading.current)?.focus({ preventScroll: isInside });
    for (const [one, top] of scrolled) one.scrollTop = top;
    return () => {
      element.close();
      requestAnimationFrame(() => giveFocusBack(opener, pathname + search));
    };
  }, []);

  // a confirmation step can remove the button that was pressed
  useBrowserLayoutEffect(() => {
    if (focused.current?.isConnected === false) heading.current?.focus();
  });

  return (
    <dialog
      ref={dialog}
      open
      className={wide ? "dialog wide" : "dialog"}
      aria-labelledby="dialog-title"
      onFocus={(event) => {
        focused.current = event.target;
      }}
      onCancel={(event) => {
        event.preventDefault();
        navigate(closeTo, { preventScrollReset: true });
      }}
    >
      {/* a modal dialog makes the shell's own notice inert */}
      <NoConnection />
      <div className="dialog-head">
        <div>
          {/* after a validation error, the first invalid field has the focus */}
          {/* biome-ignore lint/a11y/noAutofocus: the title of a dialog has the focus, before script has come too */}
          <h2 id="dialog-title" ref={heading} tabIndex={-1} autoFocus={!hasAnswer}>
            {title}
          </h2>
          {about && <p>{about}</p>}
        </div>
        <Link to={closeTo} className="button quiet" preventScrollReset>
          <Icon name="close" /> {t("close")}
        </Link>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

/**
 * Returns the focus to the element that opened the dialog. If that is gone, or the page was loaded with the dialog
 * open, it goes to a link to the dialog, or else to the page's title.
 */
function giveFocusBack(opener: HTMLElement | null, address: string): void {
  const link =
    opener?.isConnected && opener !== document.body
      ? opener
      : [...document.querySelectorAll<HTMLElement>("main a")].find(
          (candidate) => candidate.getAttribute("href") === address,
        );
  const menu = link?.closest("[popover]:not(:popover-open)")?.previousElementSibling as HTMLElement | null;
  const title = document.querySelector<HTMLElement>("main h1");
  const next = menu ?? link ?? title;
  if (next === title) title?.setAttribute("tabindex", "-1");
  next?.focus({ preventScroll: true });
}
