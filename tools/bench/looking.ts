/** How long each request is repeated; `LOOKING` is in milliseconds. */
export const looking = { time: Number(process.env.LOOKING ?? 1_500), warmupIterations: 10 };
