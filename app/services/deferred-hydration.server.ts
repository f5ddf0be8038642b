/** What is pressed, moved to and typed into for which a page needs its script (docs/adr/0004). */
declare global {
  interface Window {
    /** The control whose press asked for script; `app/entry.client.tsx` repeats it after hydration. */
    pressed?: HTMLElement;
  }
}

/**
 * Runs in the browser as an inline script behind the page, so it can use nothing outside of itself. It inserts the page's script when
 * it is asked for, and shows the loader while another document comes.
 *
 * Script is asked for where somebody presses on a field or a chart, or has paused after typing or moving to one (a form that is sent
 * takes its page away); by a control that works by script alone (`.needs-script`); and by pages that have something to do by themselves:
 * `<noscript>` stands in for it (`words` of one only say that something needs script), or a draft of this tab is to be put back.
 * Searches, and forms that the browser's own checks cover (`data-plain`), are sent as they are.
 */
function deferHydration() {
  const pauseMs = 300;
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

  addEventListener("pointerdown", ({ target }) => {
    if (needsScript(target)) hydrate();
  });
  for (const type of ["focusin", "keydown", "input"])
    addEventListener(type, ({ target }) => {
      // what a document focuses by itself nobody asked for
      if (!needsScript(target) || (type === "focusin" && target.hasAttribute("autofocus"))) return;
      clearTimeout(pause);
      pause = window.setTimeout(hydrate, pauseMs);
    });

  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    showLoader(false);
    // a dialog closes by Escape also before it is modal
    document.querySelector<HTMLElement>("dialog[open]:not(:modal) .dialog-head a")?.click();
  });
  // a menu that the focus leaves closes; a press on its own button closes it by itself
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
    // a form that is answered with a file leaves its page where it is
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
    if (document.querySelector("noscript:not(.words)") || (draft && sessionStorage.getItem(draft))) hydrate();
  });
}

export const deferredHydrationScript = `(${deferHydration})()`;
