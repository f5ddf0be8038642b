import { Link, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useText } from "#app/components/text";

const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

type DialogPageProps = {
  title: ReactNode;
  /** The address of the page that the dialog stands over. */
  closeTo: string;
  wide?: boolean;
  children: ReactNode;
};

/**
 * A child route as a dialog: open in the HTML, so that it is there without script; made modal when script arrives.
 * It closes by its link, by Escape and by Back.
 */
export function DialogPage({ title, closeTo, wide, children }: DialogPageProps) {
  const t = useText("common");
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);

  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const focused = element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    element.close();
    element.showModal();
    focused?.focus();
    return () => element.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      open
      className={wide ? "dialog wide" : "dialog"}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        navigate(closeTo, { preventScrollReset: true });
      }}
    >
      <div className="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <Link to={closeTo} className="button quiet" preventScrollReset>
          {t("close")}
        </Link>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
