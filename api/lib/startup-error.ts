/** A start that waiting and trying again can't help; the message is for the operator and says what to do. */
export class StartupError extends Error {}
