/** Delay after which a worker takes over work that a request began and may not have finished. */
const handoverMs = 30_000;

export const takenOverAt = (now: Date) => new Date(now.getTime() + handoverMs);
