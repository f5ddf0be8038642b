import sharp from "sharp";
import { ApiError } from "#api/lib/api-error";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";
import { indexedPng } from "./indexed-png";
import type { FileKind } from "./kind";

// one picture uses one core at a time: pages are answered meanwhile
sharp.concurrency(1);

/** A picture that unpacks into more than this is refused before it is unpacked. */
const maxPixels = 40_000_000;
const seconds = 15;
/** Before a square is cut out, pixels. */
const maxSide = 2048;

/** Thrown for what says it is a picture and is none, or too big a one. */
export class UnreadableImage extends Error {}

/** Unpacked, a picture may take 160 MB: no more than this many at once, and no endless queue. */
const drawing = semaphore({ concurrency: partOfMachine(2), maxWaiting: 20 });

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await drawing.run(work);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new UnreadableImage(error instanceof Error ? error.message : "unreadable", { cause: error });
  }
}

const open = (bytes: Uint8Array, animated: boolean) =>
  sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: "error" }).timeout({ seconds });

/**
 * Draws a picture anew in its own format, upright, without what was hidden in it (place, camera, comments, anything behind the end).
 * Moving GIF and WebP pictures stay moving.
 */
export function redraw(bytes: Uint8Array, kind: Exclude<FileKind, "application/pdf">): Promise<Buffer> {
  return attempt(async () => {
    const moving = kind === "image/gif" || kind === "image/webp";
    const image = moving ? open(bytes, true) : open(bytes, false).autoOrient();
    if (kind === "image/jpeg") return image.jpeg({ quality: 85, mozjpeg: true }).toBuffer();
    if (kind === "image/png") return image.png({ compressionLevel: 9 }).toBuffer();
    if (kind === "image/gif") return image.gif().toBuffer();
    return image.webp({ quality: 85 }).toBuffer();
  });
}

/** Previews are small and asked for in swarms, which is no reason to keep a hash or a file waiting: these share one place. */
const previews = semaphore({ concurrency: 1, maxWaiting: 200 });

/** Draws a picture of the house's own, given as SVG, as PNG of few colours. */
export const rasterize = (svg: string): Promise<Buffer> =>
  previews.run(async () => {
    const drawn = sharp(Buffer.from(svg)).ensureAlpha().raw();
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return indexedPng({ data, width: info.width, height: info.height });
  });

/** A square of a picture: `left`, `top` and `size` are shares (0 to 1) of its width, height and shorter side. */
export type Crop = { left: number; top: number; size: number };

/** Cuts a square out of a picture (its middle without a crop) and draws it as WebP in each of the given sizes (pixels). */
export function squares(bytes: Uint8Array, sizes: readonly number[], crop?: Crop): Promise<Buffer[]> {
  return attempt(async () => {
    const upright = await open(bytes, false)
      .autoOrient()
      .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = upright.info;
    const side = Math.max(
      1,
      Math.min(width, height, Math.round(Math.min(width, height) * (crop?.size ?? 1))),
    );
    const place = (share: number | undefined, whole: number) =>
      share === undefined
        ? Math.floor((whole - side) / 2)
        : Math.max(0, Math.min(whole - side, Math.round(share * whole)));
    const area = { left: place(crop?.left, width), top: place(crop?.top, height), width: side, height: side };
    return Promise.all(
      sizes.map((size) =>
        sharp(upright.data, { raw: { width, height, channels } })
          .extract(area)
          .resize(size, size)
          .webp({ quality: 82 })
          .toBuffer(),
      ),
    );
  });
}
