import type { Attention } from "#contract/vps/index";
import type { FirstStep, ServerStatus, TestServerState } from "#contract/vps/status";

type Known = {
  testServer: TestServerState;
  facts: Attention["firstSteps"];
  /** The client's servers by status: one that is blocked or gone is no place for a terminal. */
  counts: Record<ServerStatus, number>;
  /** Whether the section is open to the client. */
  hasMonitoring: boolean;
};

/**
 * The steps that are left to show: none once each is done or skipped. Their states follow from what the client has. Who has rented a
 * server needs no test server first; that step is not done by it, the page's head goes on offering it.
 */
export function stepsOf(known: Known) {
  const offered: FirstStep[] = known.hasMonitoring
    ? ["testServer", "terminal", "monitoring"]
    : ["testServer", "terminal"];
  const hasServer = Object.values(known.counts).some((count) => count > 0);
  const state = { ...known, hasServer };
  const steps = offered
    .filter((step) => !known.facts.skipped.includes(step))
    .filter((step) => step !== "testServer" || !hasServer || known.testServer !== "available")
    .map((step) => ({ step, ...stateOf(step, state) }));
  return steps.some(({ state }) => state !== "done") ? steps : [];
}

/** How a step stands, and the word that says so (a key of the `firstSteps` texts). */
function stateOf(step: FirstStep, { testServer, facts, counts, hasServer }: Known & { hasServer: boolean }) {
  switch (step) {
    case "testServer":
      if (testServer === "underReview") return { state: "asked", word: "testServerAsked" } as const;
      if (testServer === "rejected") return { state: "done", word: "testServerRejected" } as const;
      return testServer === "ordered"
        ? ({ state: "done", word: "testServerDone" } as const)
        : ({ state: "now", word: "testServerWaits" } as const);
    case "terminal":
      if (facts.hasCredentialsShown || facts.isTerminalHeard)
        return { state: "done", word: "terminalDone" } as const;
      if (counts.active > 0) return { state: "now", word: "terminalNow" } as const;
      return hasServer
        ? ({ state: "waits", word: "terminalSettingUp" } as const)
        : ({ state: "waits", word: "terminalWaits" } as const);
    case "monitoring":
      if (facts.isTerminalHeard) return { state: "done", word: "monitoringDone" } as const;
      return facts.hasAccount
        ? ({ state: "asked", word: "monitoringAsked" } as const)
        : ({ state: "now", word: "monitoringNow" } as const);
  }
}
