/** When a worker takes over what a request began and may not have ended. */
const handoverMs = 30_000;

export const takenOverAt = (now: Date) => new Date(now.getTime() + handoverMs);
