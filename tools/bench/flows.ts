import { join } from "node:path";
import { request as requests } from "@playwright/test";
import { untilItAnswers } from "#e2e/support/global-setup";
import type { Line } from "#e2e/support/network-conditions";
import { fastMobileLine, fibreLine, quickLine, slowLine } from "#e2e/support/network-conditions";
import { ownCabinet } from "#e2e/support/own-cabinet";
import { newRenter } from "#e2e/support/rent-flow";
import { mailboxIn } from "#e2e/support/test";
import type { Pauses } from "./flow";
import { rent } from "./flow";
import { buildPeer, peerCommit } from "./peer/build";
import { servePeer } from "./peer/serve";
import { openPlainBrowser } from "./plain-browser";
import type { Flow, FlowsOfLine, FlowsResult, Series } from "./results";
import { median, variants } from "./results";
import { withFolder } from "./with-temp-folder";

const lines: [name: string, line: Line][] = [
  ["slow 3G: 400 ms, 400 kbit/s, CPU ×4", slowLine],
  ["fast 3G: 150 ms, 1.6 Mbit/s, CPU ×4", fastMobileLine],
  ["10 Mbit/s, 20 ms", quickLine],
  ["50 Mbit/s, 10 ms", fibreLine],
];
/** A round's value of a variant is the median of this many flows, because a single one varies by a third. */
const flowsPerRound = 3;
/** Number of rounds without pauses and with pauses. */
type Rounds = { straight: number; paused: number };
const paces: Record<keyof Rounds, Pauses | null> = {
  straight: null,
  paused: { login: 4_000, page: 2_000 },
};

type FlowByVariant = Record<(typeof variants)[number], Flow>;

/**
 * Logs in, rents and pays on four connections, in rounds: the cabinet with and without script, and the SPA on the
 * same API. The flows of a round take turns, each turn starting with a different variant.
 */
export const measureFlows = (rounds: Rounds, log: (what: string) => void): Promise<FlowsResult> =>
  withFolder(async (folder) => {
    const peerFolder = join(folder, "peer");
    await buildPeer(peerFolder);
    const cabinet = await ownCabinet({
      args: ["--demo"],
      env: { API_URL: "", LOG_LEVEL: "warn", PROVISIONER_SECONDS: "1" },
    });
    await untilItAnswers(`${cabinet.origin}/readyz`, cabinet.process);
    const peer = await servePeer(peerFolder, cabinet.origin);
    const browser = await openPlainBrowser(join(folder, "profile"));
    const request = await requests.newContext({ baseURL: cabinet.origin });
    const { emailTo } = mailboxIn(cabinet.dataDir);
    /** Runs one flow of each variant; their clients are created before timing starts. */
    const turn = async (line: Line, pauses: Pauses | null, first: number) => {
      const renters = await Promise.all(variants.map(() => newRenter(request, emailTo)));
      const flows: Partial<Record<(typeof variants)[number], Flow>> = {};
      for (const [index, renter] of renters.entries()) {
        const variant = variants[(first + index) % variants.length] ?? "ours";
        const origin = variant === "peer" ? peer.origin : cabinet.origin;
        flows[variant] = await rent(browser, {
          origin,
          line,
          renter,
          hasScript: variant !== "withoutScript",
          pauses,
        });
      }
      return flows as FlowByVariant;
    };
    const round = async (line: Line, pauses: Pauses | null) => {
      const turns: FlowByVariant[] = [];
      for (let first = 0; first < flowsPerRound; first++) turns.push(await turn(line, pauses, first));
      return medianFlows(turns);
    };
    const measureLine = async ([name, line]: (typeof lines)[number]): Promise<FlowsOfLine> => {
      const flowsByPace: Record<keyof Rounds, Awaited<ReturnType<typeof round>>[]> = {
        straight: [],
        paused: [],
      };
      for (let count = 0; count < Math.max(rounds.straight, rounds.paused); count++)
        for (const pace of ["straight", "paused"] as const) {
          if (count >= rounds[pace]) continue;
          const flows = await round(line, paces[pace]);
          flowsByPace[pace].push(flows);
          log(`${name}, ${pace}: ${JSON.stringify(flows)}`);
        }
      const { straight, paused } = flowsByPace;
      return { line: name, straight: byWhom(straight), paused: byWhom(paused) };
    };
    try {
      // a warm-up, which is not counted
      await turn(fibreLine, null, 0);
      const measured: FlowsOfLine[] = [];
      for (const line of lines) measured.push(await measureLine(line));
      return { peerCommit, lines: measured };
    } finally {
      await request.dispose();
      await browser.stop();
      await peer.stop();
      await cabinet.stop();
    }
  });

/** Returns the median of each measured value. */
const medianFlows = (turns: readonly FlowByVariant[]): FlowByVariant =>
  Object.fromEntries(
    Object.entries(byWhom(turns)).map(([variant, series]) => [
      variant,
      Object.fromEntries(Object.entries(series).map(([name, values]) => [name, median(values)])),
    ]),
  ) as FlowByVariant;

/** Transposes rounds into one list of numbers per measured value. */
const byWhom = (rounds: readonly FlowByVariant[]) =>
  Object.fromEntries(
    variants.map((one) => [one, seriesOf(rounds.map((round) => round[one]))]),
  ) as FlowsOfLine["paused"];

const seriesOf = (flows: readonly Flow[]): Series =>
  Object.fromEntries(
    Object.keys(flows[0] ?? {}).map((name) => [name, flows.map((flow) => flow[name as keyof Flow])]),
  ) as Series;
