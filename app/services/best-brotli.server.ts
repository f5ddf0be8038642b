import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Ready } from "./ready.server";

const compressed = promisify(brotliCompress);

/** Ways to write how far back a repeat lies. Which is the shortest depends on the page, by up to a hundred bytes. */
const distances = [
  { postfix: 0, direct: 0 },
  { postfix: 1, direct: 12 },
  { postfix: 2, direct: 8 },
  { postfix: 2, direct: 60 },
  { postfix: 3, direct: 120 },
] as const;

/** The third reader of the same page is not the last one. */
const often = 3;

/** Of some 12 KB each; what was read last stays. */
const keptAtMost = 500;

type Known = { reads: number; br?: Buffer | undefined };

/**
 * Sends what is read often in the fewest bytes of brotli, a tenth less than what is made while somebody waits. It is made once a
 * content, off the main thread, one after the other; until then, and for what few read, there is what was made first.
 */
export function bestBrotli(): <Page extends Ready>(page: Page) => Page {
  const known = new Map<string, Known>();
  let busy: Promise<void> = Promise.resolve();
  return (page) => {
    const one = known.get(page.tag) ?? { reads: 0 };
    one.reads += 1;
    known.delete(page.tag);
    known.set(page.tag, one);
    if (known.size > keptAtMost) known.delete(known.keys().next().value ?? "");
    if (one.reads === often)
      busy = busy.then(async () => {
        // what was made first is good too
        one.br = await shortest(page.plain).catch(() => undefined);
      });
    return one.br ? { ...page, encoded: { ...page.encoded, br: one.br } } : page;
  };
}

async function shortest(plain: Buffer): Promise<Buffer> {
  let best: Buffer | undefined;
  for (const { postfix, direct } of distances) {
    const made = await compressed(plain, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    });
    if (!best || made.length < best.length) best = made;
  }
  return best ?? plain;
}
