import { setTimeout } from "node:timers/promises";
import type { Session } from "./plain-browser";

const pollMilliseconds = 20;
const limitMilliseconds = 60_000;

type Point = { x: number; y: number };

export type Visitor = {
  open: (url: string) => Promise<void>;
  /** Waits until it can be seen: it has a place, and its document was painted. */
  see: (selector: string) => Promise<void>;
  /** Waits until a press would reach it. */
  reach: (selector: string) => Promise<Point>;
  /** Presses on it as soon as a press reaches it; resolves with the time of the press, without waiting for what it does. */
  press: (selector: string) => Promise<number>;
  type: (selector: string, text: string) => Promise<void>;
  /** Documents that were asked for so far. */
  documents: () => number;
  /** Milliseconds from the first request until the first document was painted. */
  firstPaint: () => number;
};

/**
 * Somebody who looks at a page and presses on what they see. Nothing of this runs in the page: it is looked at and pressed on by the
 * DevTools protocol, and painted when the browser says so.
 */
export async function visit(session: Session): Promise<Visitor> {
  const paints = await paintsOf(session);
  let documents = 0;
  let firstRequest: number | undefined;
  session.on("Network.requestWillBeSent", ({ type, timestamp }) => {
    firstRequest ??= timestamp;
    if (type === "Document") documents++;
  });
  await session.send("Emulation.setFocusEmulationEnabled", { enabled: true });

  const until = async <T>(what: string, find: () => Promise<T | null>): Promise<T> => {
    for (const end = Date.now() + limitMilliseconds; Date.now() < end; await setTimeout(pollMilliseconds)) {
      // a document that is being left knows none of its elements any more
      const found = await find().catch(() => null);
      if (found !== null && paints.isPainted()) return found;
    }
    throw new Error(`${what} did not come within ${limitMilliseconds / 1000} s`);
  };
  const reach = (selector: string) => until(selector, () => reachable(session, selector));
  return {
    open: async (url) => {
      await session.send("Page.navigate", { url });
    },
    see: async (selector) => {
      await until(selector, () => find(session, selector));
    },
    reach,
    press: async (selector) => {
      const point = await reach(selector);
      const at = performance.now();
      // a page that is left may never answer
      void click(session, point).catch(() => undefined);
      return at;
    },
    type: async (selector, text) => {
      await click(session, await reach(selector));
      await session.send("Input.insertText", { text });
    },
    documents: () => documents,
    firstPaint: () => ((paints.first() ?? Number.NaN) - (firstRequest ?? Number.NaN)) * 1000,
  };
}

async function paintsOf(session: Session) {
  let current = "";
  const painted = new Map<string, number>();
  session.on("Page.lifecycleEvent", ({ name, loaderId, timestamp }) => {
    if (name === "init" || name === "commit") current = loaderId;
    if (name === "firstContentfulPaint") painted.set(loaderId, timestamp);
  });
  await session.send("Page.enable");
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  return {
    isPainted: () => painted.has(current),
    first: () => painted.values().next().value,
  };
}

/** What matches first and has a place on the page. */
async function find(session: Session, selector: string): Promise<{ nodeId: number; middle: Point } | null> {
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  if (!nodeId) return null;
  const { quads } = await session.send("DOM.getContentQuads", { nodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = quads[0] ?? [];
  if (right <= left || bottom <= top) return null;
  return { nodeId, middle: { x: (left + right) / 2, y: (top + bottom) / 2 } };
}

/** The middle of what matches, once it is what a press there meets. */
async function reachable(session: Session, selector: string): Promise<Point | null> {
  const seen = await find(session, selector);
  if (!seen) return null;
  await session.send("DOM.scrollIntoViewIfNeeded", { nodeId: seen.nodeId });
  const found = await find(session, selector);
  if (!found) return null;
  const { nodeId, middle } = found;
  const { cssVisualViewport: viewport } = await session.send("Page.getLayoutMetrics");
  const met = await session.send("DOM.getNodeForLocation", {
    x: Math.round(middle.x + viewport.pageX),
    y: Math.round(middle.y + viewport.pageY),
  });
  const { node } = await session.send("DOM.describeNode", { nodeId, depth: -1 });
  return holds(node, met.backendNodeId) ? middle : null;
}

type Described = { backendNodeId: number; children?: Described[] };
const holds = ({ backendNodeId, children = [] }: Described, met: number): boolean =>
  backendNodeId === met || children.some((child) => holds(child, met));

async function click(session: Session, point: Point): Promise<void> {
  const button = { ...point, button: "left", clickCount: 1 } as const;
  // in order, and not one by one: each is answered when the page has seen it
  await Promise.all([
    session.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point }),
    session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button }),
    session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button }),
  ]);
}
