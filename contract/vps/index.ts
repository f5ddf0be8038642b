/** Rates, servers and everything a client does with them (screens, "VPS"). */
export * from "./changes";
export * from "./machine";
export * from "./rates";
export * from "./servers";
