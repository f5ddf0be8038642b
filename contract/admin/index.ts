/** The provider's side, for the admin console. It is served where ADMIN=on, and is no part of the clients' API. */
export * from "./clients";
export * from "./inbox";
export * from "./login";
export * from "./operations";
export * from "./tickets";
