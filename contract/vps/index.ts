/** Rates, servers and everything a client does with them (screens, "VPS"). */
export * from "./attention";
export * from "./changes";
export * from "./coming";
export * from "./machine";
export * from "./rates";
export * from "./servers";
export * from "./snapshots";
