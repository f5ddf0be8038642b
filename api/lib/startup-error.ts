/** A startup failure that a retry can't fix; the message tells the operator what to do. */
export class StartupError extends Error {}
