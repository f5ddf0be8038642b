/** How long each request is repeated; `LOOKING` is in milliseconds. */
export const benchOptions = { time: Number(process.env.LOOKING ?? 1_500), warmupIterations: 10 };
