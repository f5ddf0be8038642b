import { logIn } from "./pages";
import type { StartResult } from "./results";
import { serveBare, serveCabinet } from "./serve";
import { withFolder } from "./with-temp-folder";

const pages = 300;
const tenths = (value: number) => Number(value.toFixed(1));

/**
 * Measures the start-up time of a built cabinet, the first time and later, and its memory, against a minimal Remix
 * app.
 */
export const measureStart = (log: (what: string) => void): Promise<StartResult> =>
  withFolder(async (folder) => {
    const started = async (serving: ReturnType<typeof serveBare>) => {
      const served = await serving;
      const { megabytes } = await served.usage();
      const found = { seconds: tenths(served.seconds), megabytes: Math.round(megabytes) };
      log(JSON.stringify(found));
      return { served, found };
    };
    const bare = await started(serveBare());
    await bare.served.stop();
    const first = await started(serveCabinet(folder, ["--demo"]));
    await first.served.stop();
    const again = await started(serveCabinet(folder, ["--demo"]));
    const { origin, usage, stop } = again.served;
    const headers = { cookie: await logIn(origin) };
    for (let count = 0; count < pages; count++) await (await fetch(`${origin}/vps`, { headers })).text();
    const after = await usage();
    await stop();
    return {
      bare: bare.found,
      first: first.found,
      again: { ...again.found, megabytesAfterPages: Math.round(after.megabytes), pages },
    };
  });
