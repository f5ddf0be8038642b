/** A client's rights over the data that is kept: a copy of it, and its deletion. */
export * from "./deletion";
export * from "./export";
