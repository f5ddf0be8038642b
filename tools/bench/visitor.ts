import { setTimeout } from "node:timers/promises";
import type { Session } from "./plain-browser";

const pollMilliseconds = 20;
const limitMilliseconds = 60_000;

type Point = { x: number; y: number };

export type Visitor = {
  open: (url: string) => Promise<void>;
  /** Waits until the element is visible: it has a size, and its document was painted. */
  waitForVisible: (selector: string) => Promise<void>;
  /** Waits until a press would hit the element. */
  reach: (selector: string) => Promise<Point>;
  /**
   * Presses the element as soon as a press would hit it. Returns the time of the press without waiting for its
   * effect.
   */
  press: (selector: string) => Promise<number>;
  type: (selector: string, text: string) => Promise<void>;
  /** Number of documents requested so far. */
  documents: () => number;
  /** Milliseconds from the first request to the first paint of the document. */
  firstPaint: () => number;
};

/**
 * Simulates a person who looks at a page and presses what is visible. Nothing runs in the page: elements are found
 * and pressed by the DevTools protocol, and paints are reported by the browser.
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

  const until = async <T>(label: string, find: () => Promise<T | null>): Promise<T> => {
    for (const end = Date.now() + limitMilliseconds; Date.now() < end; await setTimeout(pollMilliseconds)) {
      // elements of a document that is being left no longer exist
      const found = await find().catch(() => null);
      if (found !== null && paints.isPainted()) return found;
    }
    throw new Error(`${label} did not come within ${limitMilliseconds / 1000} s`);
  };
  const reach = (selector: string) => until(selector, () => reachable(session, selector));
  return {
    open: async (url) => {
      await session.send("Page.navigate", { url });
    },
    waitForVisible: async (selector) => {
      await until(selector, () => find(session, selector));
    },
    reach,
    press: async (selector) => {
      const point = await reach(selector);
      const at = performance.now();
      // a page that is being left may never respond
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

/** Returns the first matching element that has a size. */
async function find(session: Session, selector: string): Promise<{ nodeId: number; middle: Point } | null> {
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  if (!nodeId) return null;
  const { quads } = await session.send("DOM.getContentQuads", { nodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = quads[0] ?? [];
  if (right <= left || bottom <= top) return null;
  return { nodeId, middle: { x: (left + right) / 2, y: (top + bottom) / 2 } };
}

/** Returns the centre of the matching element if a press there would hit it. */
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
  return contains(node, met.backendNodeId) ? middle : null;
}

type Described = { backendNodeId: number; children?: Described[] };
const contains = ({ backendNodeId, children = [] }: Described, met: number): boolean =>
  backendNodeId === met || children.some((child) => contains(child, met));

async function click(session: Session, point: Point): Promise<void> {
  const button = { ...point, button: "left", clickCount: 1 } as const;
  // sent in order without waiting for each response, because the response comes only when the page has handled it
  await Promise.all([
    session.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point }),
    session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button }),
    session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button }),
  ]);
}
