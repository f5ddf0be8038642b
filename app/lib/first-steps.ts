import type { Attention } from "#contract/vps/index";
import type { FirstStep, ServerStatus, TestServerState } from "#contract/vps/status";

type StepsInput = {
  testServer: TestServerState;
  facts: Attention["firstSteps"];
  /** The client's servers by status; a terminal cannot run on a blocked or revoked one. */
  counts: Record<ServerStatus, number>;
  /** Whether the client may use the monitoring section. */
  hasMonitoring: boolean;
};

/**
 * Returns the steps to show, or none once each is done or skipped. Their states are derived from the client's data. A
 * client who has rented a server does not see the test server step, although it is not done; the page's header still
 * offers the test server.
 */
export function stepsOf(input: StepsInput) {
  const offered: FirstStep[] = input.hasMonitoring
    ? ["testServer", "terminal", "monitoring"]
    : ["testServer", "terminal"];
  const hasServer = Object.values(input.counts).some((count) => count > 0);
  const state = { ...input, hasServer };
  const steps = offered
    .filter((step) => !input.facts.skipped.includes(step))
    .filter((step) => step !== "testServer" || !hasServer || input.testServer !== "available")
    .map((step) => ({ step, ...stateOf(step, state) }));
  return steps.some(({ state }) => state !== "done") ? steps : [];
}

/** Returns a step's state and its label (a key of the `firstSteps` translations). */
function stateOf(
  step: FirstStep,
  { testServer, facts, counts, hasServer }: StepsInput & { hasServer: boolean },
) {
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
