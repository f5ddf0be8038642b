/** Rates, servers and everything a client does with them (screens, "VPS"). */
export * from "./vps-changes";
export * from "./vps-machine";
export * from "./vps-rates";
export * from "./vps-servers";
