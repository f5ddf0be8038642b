import type { Browser } from "@playwright/test";
import { chromium, request as requests } from "@playwright/test";
import { chromiumPath } from "#e2e/support/chromium";
import { untilItAnswers } from "#e2e/support/global-setup";
import type { Line } from "#e2e/support/network-conditions";
import { fastMobileLine, quickLine, slowLine } from "#e2e/support/network-conditions";
import { ownCabinet } from "#e2e/support/own-cabinet";
import type { Flow, Renter } from "#e2e/support/rent-flow";
import { newRenter, rentOnLine } from "#e2e/support/rent-flow";
import { mailboxIn } from "#e2e/support/test";
import { buildPeer, peerPage } from "./peer/build";
import { servePeer } from "./peer/serve";
import type { FlowMedians, FlowsOfLine } from "./results";
import { median } from "./results";
import { withFolder } from "./with-folder";

type NamedLine = [name: string, line: Line];
const slow3g: NamedLine = ["slow 3G: 400 ms, 400 kbit/s, CPU ×4", slowLine];
const lines: NamedLine[] = [
  slow3g,
  ["fast 3G: 150 ms, 1.6 Mbit/s, CPU ×4", fastMobileLine],
  ["quick: 20 ms, 10 Mbit/s", quickLine],
];
/** A cabinet that the flow runs against, and the data directory with its emails. */
type Flowed = { origin: string; dataDir: string };
const whose = ["ours", "withoutScript", "peer"] as const;

/**
 * Measures login, rental and payment on three connections, in turns: the cabinet, the cabinet without script, and the
 * SPA on the same API.
 */
export const measureFlows = (runs: number, say: (what: string) => void): Promise<FlowsOfLine[]> =>
  withFolder(async (folder) => {
    const cabinet = await ownCabinet({
      args: ["--demo"],
      env: { API_URL: "", LOG_LEVEL: "warn", PROVISIONER_SECONDS: "1" },
    });
    await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
    return measure(cabinet, folder, lines, runs, say).finally(cabinet.stop);
  });

/** Measures the same flow only on slow 3G, against a running demo. */
export const slowFlows = (
  cabinet: Flowed,
  runs: number,
  say: (what: string) => void,
): Promise<FlowsOfLine[]> => withFolder((folder) => measure(cabinet, folder, [slow3g], runs, say));

async function measure(
  cabinet: Flowed,
  files: string,
  lines: readonly NamedLine[],
  runs: number,
  say: (what: string) => void,
): Promise<FlowsOfLine[]> {
  await buildPeer(files);
  const peer = await servePeer(files, peerPage, cabinet.origin);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
  });
  const request = await requests.newContext({ baseURL: cabinet.origin });
  const { emailTo } = mailboxIn(cabinet.dataDir);
  try {
    const flow = async (one: (typeof whose)[number], line: Line) => {
      const renter = await newRenter(request, emailTo);
      const origin = one === "peer" ? peer.origin : cabinet.origin;
      return visit(browser, origin, line, renter, one !== "withoutScript");
    };
    // the first run of each is a warm-up and is not counted
    for (const one of whose) await flow(one, quickLine);
    const found: FlowsOfLine[] = [];
    for (const [name, line] of lines) {
      const flows = { ours: [] as Flow[], withoutScript: [] as Flow[], peer: [] as Flow[] };
      for (let run = 0; run < runs; run++)
        for (const one of whose) {
          const seen = await flow(one, line);
          flows[one].push(seen);
          say(`${name}, ${one}: ${JSON.stringify(seen)}`);
        }
      const [ours, withoutScript, peers] = whose.map((one) => medians(flows[one]));
      found.push({ line: name, runs, ours, withoutScript, peer: peers } as FlowsOfLine);
    }
    return found;
  } finally {
    await request.dispose();
    await browser.close();
    await peer.stop();
  }
}

async function visit(
  browser: Browser,
  origin: string,
  line: Line,
  renter: Renter,
  javaScriptEnabled: boolean,
): Promise<Flow> {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(60_000);
  try {
    return await rentOnLine(await context.newPage(), origin, line, renter);
  } finally {
    await context.close();
  }
}

function medians(flows: readonly Flow[]): FlowMedians {
  const of = (pick: (flow: Flow) => number) => Math.round(median(flows.map(pick)));
  return {
    firstPaint: of((flow) => flow.firstPaint),
    usable: of((flow) => flow.usable),
    servers: of((flow) => flow.servers),
    paid: of((flow) => flow.paid),
    bytes: of(({ carried }) => carried.bytes),
    scriptBytes: of(({ carried }) => carried.scriptBytes),
    requests: of(({ carried }) => carried.requests),
    scriptRequests: of(({ carried }) => carried.scriptRequests),
  };
}
