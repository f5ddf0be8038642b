/** The staff API for the admin console. It is served only with ADMIN=on, and is not part of the clients' API. */
export * from "./clients";
export * from "./inbox";
export * from "./login";
export * from "./operations";
export * from "./tickets";
export * from "./values";
export * from "./views";
