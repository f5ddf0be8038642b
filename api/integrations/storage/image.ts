import type Sharp from "sharp";
import { ApiError } from "#api/lib/api-error";
import { partOfMachine } from "#api/lib/processes";
import { semaphore } from "#api/lib/semaphore";
import type { FileKind } from "./file-kind";

/** Loads the image library at the first image; each image uses one core only, so that pages are served meanwhile. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  return sharp;
}

/** An image with more pixels than this is rejected before it is decoded. */
const maxPixels = 40_000_000;
const seconds = 15;
/** Longest side before a square is cut out, in pixels. */
const maxSide = 2048;

/** Thrown for a file that is not a valid image, or too large a one. */
export class UnreadableImage extends Error {}

/** A decoded image may take 160 MB, so their number and the queue are limited. */
const drawing = semaphore({ concurrency: partOfMachine(2), maxWaiting: 20 });

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await drawing.run(work);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new UnreadableImage(error instanceof Error ? error.message : "unreadable", { cause: error });
  }
}

const open = (sharp: typeof Sharp, bytes: Uint8Array, animated: boolean) =>
  sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: "error" }).timeout({ seconds });

/**
 * Re-encodes an image in its own format, upright, without hidden data (place, camera, comments, anything after the
 * end). Animated GIF and WebP images stay animated.
 */
export function redraw(bytes: Uint8Array, kind: Exclude<FileKind, "application/pdf">): Promise<Buffer> {
  return attempt(async () => {
    const moving = kind === "image/gif" || kind === "image/webp";
    const sharp = await loadSharp();
    const image = moving ? open(sharp, bytes, true) : open(sharp, bytes, false).autoOrient();
    if (kind === "image/jpeg") return image.jpeg({ quality: 85, mozjpeg: true }).toBuffer();
    if (kind === "image/png") return image.png({ compressionLevel: 9 }).toBuffer();
    if (kind === "image/gif") return image.gif().toBuffer();
    return image.webp({ quality: 85 }).toBuffer();
  });
}

/**
 * Previews are small and requested in large numbers: they share one slot, so that hashes and files do not wait for
 * them.
 */
const previews = semaphore({ concurrency: 1, maxWaiting: 200 });

/** Renders an SVG of ours as PNG with a palette; a colour may differ by what nobody sees. */
export const rasterize = (svg: string): Promise<Buffer> =>
  previews.run(async () => {
    const sharp = await loadSharp();
    return sharp(Buffer.from(svg))
      .png({ palette: true, dither: 0, effort: 1, compressionLevel: 6 })
      .toBuffer();
  });

/** A square of an image: `left`, `top` and `size` are fractions (0 to 1) of its width, height and shorter side. */
export type Crop = { left: number; top: number; size: number };

/**
 * Cuts a square out of an image (its middle without a crop) and encodes it as WebP in each of the given sizes
 * (pixels).
 */
export function squares(bytes: Uint8Array, sizes: readonly number[], crop?: Crop): Promise<Buffer[]> {
  return attempt(async () => {
    const sharp = await loadSharp();
    const upright = await open(sharp, bytes, false)
      .autoOrient()
      .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = upright.info;
    const side = Math.max(
      1,
      Math.min(width, height, Math.round(Math.min(width, height) * (crop?.size ?? 1))),
    );
    const offset = (share: number | undefined, whole: number) =>
      share === undefined
        ? Math.floor((whole - side) / 2)
        : Math.max(0, Math.min(whole - side, Math.round(share * whole)));
    const area = {
      left: offset(crop?.left, width),
      top: offset(crop?.top, height),
      width: side,
      height: side,
    };
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
