import { useSyncExternalStore } from "react";
import { isConforms } from "#app/components/form/conform-submit";

/**
 * Requests and clicks that wait for the connection, or null. They are retried by the button, or when the browser is
 * online again.
 */
let waiting: Set<() => void> | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: Set<() => void> | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Retries everything that failed for lack of a connection. */
export function tryAgain(): void {
  const again = waiting;
  pressed = null;
  setWaiting(null);
  for (const retry of again ?? []) retry();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns whether anything waits for the connection. */
export const useWaitsForLine = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  );

/** The last click or submit while the browser was offline; only the last one is repeated. */
let pressed: (() => void) | null = null;

function deferUntilOnline(event: Event, again: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  const others = new Set(waiting);
  if (pressed) others.delete(pressed);
  pressed = again;
  setWaiting(others.add(again));
}

/** Makes links and forms wait for the connection, instead of showing the browser's offline page. */
export function deferWhileOffline(): void {
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
      deferUntilOnline(event, () => link.click());
    },
    away,
  );
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (navigator.onLine || !(form instanceof HTMLFormElement) || isConforms(submitter)) return;
      deferUntilOnline(event, () => form.requestSubmit(submitter));
    },
    away,
  );
}

/** Returns whether a request is one of the router to this site: page data at `….data` URLs (single fetch). */
function isRouters(input: RequestInfo | URL): boolean {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  return origin === location.origin && pathname.endsWith(".data");
}

/**
 * A `fetch` that waits instead of failing when the connection is lost. Requests of the router wait for a manual retry
 * or for the connection, so that the page and its input are preserved. Navigating elsewhere aborts the wait by the
 * signal. Other requests fail at once.
 */
export function pollConnection(originalFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isRouters(input)) return originalFetch(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    // a request body can be read only once
    const copy = () => (input instanceof Request ? input.clone() : input);
    for (;;) {
      try {
        return await originalFetch(copy(), init);
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
