/** How long each call is made again and again; `LOOKING` is milliseconds. */
export const looking = { time: Number(process.env.LOOKING ?? 1_500), warmupIterations: 10 };
