import { useSyncExternalStore } from "react";
import { isConforms } from "#app/components/form/conform-submit";

/** What waits for the line, if anything: to be asked again by hand, or when the browser says that the line is back. */
let waiting: Set<() => void> | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: Set<() => void> | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks for everything anew that found no line. */
export function tryAgain(): void {
  const again = waiting;
  pressed = null;
  setWaiting(null);
  for (const ask of again ?? []) ask();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether something waits for the line. */
export const useWaitsForLine = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  );

/** What was pressed while the browser knew that it is offline; only the last of it is done later. */
let pressed: (() => void) | null = null;

function hold(event: Event, again: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  const others = new Set(waiting);
  if (pressed) others.delete(pressed);
  pressed = again;
  setWaiting(others.add(again));
}

/** Links and forms that would lead to the browser's own white page wait for the line instead. */
export function holdWhileOffline(): void {
  const away = { capture: true };
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (navigator.onLine || !link?.href || link.target || !isPlain) return;
      const { origin, pathname, search } = new URL(link.href);
      if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
      hold(event, () => link.click());
    },
    away,
  );
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (navigator.onLine || !(form instanceof HTMLFormElement) || isConforms(submitter)) return;
      hold(event, () => form.requestSubmit(submitter));
    },
    away,
  );
}

/** What the router asks this site: data of pages, each under its address (single fetch). */
function isRouters(input: RequestInfo | URL): boolean {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  return origin === location.origin && pathname.endsWith(".data");
}

/**
 * A fetch that does not give up where the line does: what the router asks waits until somebody asks again or the line is back, so that
 * the page and all that was typed stay. Who goes elsewhere meanwhile ends it by the signal. What else asks is told at once.
 */
export function pollConnection(ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isRouters(input)) return ask(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    // a body that was sent cannot be sent again
    const copy = () => (input instanceof Request ? input.clone() : input);
    for (;;) {
      try {
        return await ask(copy(), init);
      } catch (error) {
        if (signal?.aborted) throw error;
        await new Promise<void>((resolve, reject) => {
          setWaiting(new Set(waiting).add(resolve));
          signal?.addEventListener("abort", () => {
            const others = new Set(waiting);
            others.delete(resolve);
            setWaiting(others.size > 0 ? others : null);
            reject(error);
          });
        });
      }
    }
  };
}
