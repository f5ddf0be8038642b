/** A client's rights over their stored data: to export and to delete it. */
export * from "./deletion";
export * from "./export";
