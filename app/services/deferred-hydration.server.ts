/** Interactions that load the script of a page (docs/adr/0004). */
declare global {
  interface Window {
    /** The control whose click loaded the script; `app/entry.client.tsx` repeats the click after hydration. */
    pressed?: HTMLElement;
  }
}

/**
 * Runs in the browser as an inline script after the page, so it cannot reference anything outside itself. It inserts
 * the page's script on demand, and shows the spinner while another document loads.
 *
 * Four things load the script:
 * - a press on a control that script improves (select, date, file, chart), or a pause after typing or moving the
 *   focus into any field (a submitted form leaves the page anyway)
 * - a control that works only with script (`.needs-script`)
 * - a page that needs script on load: it has a `<noscript>` alternative (except `.words`, which only say that
 *   something needs script), or a draft of this tab to restore
 * - a page that only asks for news (`noscript.polls`), a second after it has loaded
 *
 * Searches, and forms that the server alone validates (`data-plain`), are submitted without it.
 */
function deferHydration() {
  const pauseMs = 300;
  const pollingDelayMs = 1000;
  let template = document.querySelector<HTMLTemplateElement>("#page-script");
  let pause: number | undefined;

  const hydrate = () => {
    template?.after(document.importNode(template.content, true));
    template = null;
  };
  const showLoader = (isShown: boolean) => {
    for (const element of document.querySelectorAll<HTMLElement>(".on-the-way, .overlay"))
      element.hidden = !isShown;
    if (isShown) return;
    for (const pressed of document.querySelectorAll("form [aria-busy]")) pressed.removeAttribute("aria-busy");
  };
  const needsScript = (target: EventTarget | null): target is Element =>
    target instanceof Element &&
    target.matches("input, select, textarea, .copy *, .zones *") &&
    !(target as HTMLInputElement).form?.matches("[method=get], [data-plain]");

  // a text field shows its cursor first; these are improved by script, so the press itself waits for it
  const isImproved = "select, input[type=date], input[type=file], .copy *, .zones *";
  addEventListener("pointerdown", ({ target }) => {
    if (needsScript(target) && target.matches(isImproved)) hydrate();
  });
  for (const type of ["focusin", "keydown", "input"])
    addEventListener(type, ({ target }) => {
      // autofocus is not a user interaction
      if (!needsScript(target) || (type === "focusin" && target.hasAttribute("autofocus"))) return;
      clearTimeout(pause);
      pause = window.setTimeout(hydrate, pauseMs);
    });

  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    showLoader(false);
    // Escape also closes a dialog that is not modal yet; unprevented, it would then stop that navigation
    const closeLink = document.querySelector<HTMLElement>("dialog[open]:not(:modal) .dialog-head a");
    if (!closeLink) return;
    event.preventDefault();
    closeLink.click();
  });
  // a menu closes when it loses the focus; its own button toggles it anyway
  addEventListener("focusout", ({ target, relatedTarget: next }) => {
    const menu = target instanceof Element && target.closest<HTMLElement>("[popover=auto]");
    const isLeft = menu && next instanceof Element && !menu.contains(next);
    if (isLeft && next.getAttribute("popovertarget") !== menu.id) menu.hidePopover();
  });
  addEventListener("click", (event) => {
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>("a, .needs-script");
    if (!pressed) return;
    if (pressed.matches(".needs-script")) {
      window.pressed = pressed;
      hydrate();
      return;
    }
    if (!(pressed instanceof HTMLAnchorElement) || !pressed.matches("[href]:not([download], [target])"))
      return;
    const isHandled =
      event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!isHandled && !pressed.hash && pressed.origin === location.origin) showLoader(true);
  });
  addEventListener("submit", (event) => {
    clearTimeout(pause);
    // a form that downloads a file stays on its page
    const isDownload = event.target instanceof Element && event.target.matches("[data-download]");
    if (event.defaultPrevented || isDownload) return;
    showLoader(true);
    event.submitter?.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) showLoader(false);
  });
  addEventListener("load", () => {
    const draft = document.querySelector<HTMLElement>("[data-draft]")?.dataset.draft;
    if (document.querySelector("noscript:not(.words, .polls)") || (draft && sessionStorage.getItem(draft)))
      hydrate();
    else if (document.querySelector("noscript.polls")) setTimeout(hydrate, pollingDelayMs);
  });
}

export const deferredHydrationScript = `(${deferHydration})()`;
