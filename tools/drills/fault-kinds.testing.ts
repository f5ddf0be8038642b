import type { FaultyEnvironment } from "./faulty-environment.testing";
import type { PageKind } from "./page-kinds.testing";

/** The expected result: success, or a message that the service, or a part that it needs, is unavailable. */
export type Outcome = "well" | "away";
export type Step = "page" | "form";

export type Fault = {
  name: string;
  begin: (world: FaultyEnvironment) => void;
  end: (world: FaultyEnvironment) => void;
  /** The expected outcome: only what the fault affects is unavailable. */
  outcome: (kind: PageKind, step: Step) => Outcome;
  needsMount?: true;
  /** The cabinet's clock is wrong; in a browser test the browser's clock. */
  isOfClock?: true;
};

const withoutApi: Fault["outcome"] = ({ isOwn }, step) => (isOwn && step === "page" ? "well" : "away");
const allWell: Fault["outcome"] = () => "well";
const filesAway: Fault["outcome"] = ({ form }, step) => (form?.file && step === "form" ? "away" : "well");

/** Returns a fault of a dependency behind a relay. */
const far = (
  name: string,
  relay: Parameters<FaultyEnvironment["become"]>[0],
  manner: Parameters<FaultyEnvironment["become"]>[1],
  outcome: Fault["outcome"],
): Fault => ({
  name,
  begin: (world) => world.become(relay, manner),
  end: (world) => world.become(relay, "sound"),
  outcome,
});

const disk = (name: string, state: "full" | "read-only"): Fault => ({
  name,
  begin: (world) => world.diskBecomes(state),
  end: (world) => world.diskBecomes("sound"),
  outcome: filesAway,
  needsMount: true,
});

const nothing = () => undefined;

export const faults: readonly Fault[] = [
  far("API dead", "api", "dead", withoutApi),
  far("API slow", "api", "late", allWell),
  far("API talking nonsense", "api", "nonsense", withoutApi),
  far("API hanging", "api", "silent", withoutApi),
  far("database gone", "database", "dead", withoutApi),
  disk("disk full", "full"),
  disk("folder read-only", "read-only"),
  { name: "clock two hours off", begin: nothing, end: nothing, outcome: allWell, isOfClock: true },
  far("mail dead", "mail", "dead", allWell),
  far("bot dead", "bot", "silent", allWell),
  far("provisioner dead", "provisioner", "silent", allWell),
  // the order of a deposit succeeds, and its payment page follows
  far("payment system dead", "payments", "silent", allWell),
];
