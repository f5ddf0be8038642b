/** Rates, servers and all of a client's actions on them (screens, "VPS"). */
export * from "./attention";
export * from "./changes";
export * from "./coming-payments";
export * from "./machine";
export * from "./maintenance";
export * from "./rates";
export * from "./servers";
export * from "./snapshots";
