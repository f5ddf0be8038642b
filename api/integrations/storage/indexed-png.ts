import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

/** Pixels from the upper left corner, four bytes each: red, green, blue, opacity. */
export type Pixels = { data: Uint8Array; width: number; height: number };

const compress = promisify(deflate);
const mostColours = 256;
/** Colours at most this far apart are merged: the sum of squared channel differences, a few steps each. */
const near = 27;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const byPalette = 3;

/**
 * Encodes a drawing as PNG with a palette. Few colours are preserved exactly, the most frequent first;
 * indistinguishable blends at edges are merged. Takes a third of the time of a palette for photographs
 * (docs/adr/0009).
 */
export async function indexedPng({ data, width, height }: Pixels): Promise<Buffer> {
  const { indexes, colours } = seen(data);
  const { palette, places } = paletteOf(colours);
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0, pixel = 0, at = 0; y < height; y++) {
    // each row begins with its filter byte; 0 is "none", as suits a palette
    at++;
    for (let x = 0; x < width; x++) rows[at++] = places[indexes[pixel++] ?? 0] ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, byPalette], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => channelsOf(colour).slice(0, 3)))),
    chunk("tRNS", Buffer.from(palette.map((colour) => channelsOf(colour)[3]))),
    chunk("IDAT", await compress(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

type ColourCount = { colour: number; count: number };

/** Returns the colours of an image in order of appearance, and for each pixel the index of its colour. */
function seen(data: Uint8Array): { indexes: Uint32Array; colours: ColourCount[] } {
  // a `Map` is fastest with small signed integers
  const pixels = new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  const indexes = new Uint32Array(pixels.length);
  const places = new Map<number, number>();
  const colours: ColourCount[] = [];
  for (let from = 0; from < pixels.length; ) {
    const colour = pixels[from] ?? 0;
    let until = from + 1;
    while (until < pixels.length && pixels[until] === colour) until++;
    const index = places.get(colour) ?? colours.length;
    const entry = colours[index] ?? { colour, count: 0 };
    if (index === colours.length) {
      places.set(colour, index);
      colours.push(entry);
    }
    entry.count += until - from;
    indexes.fill(index, from, until);
    from = until;
  }
  return { indexes, colours };
}

/** Returns the colours of the palette, and for each colour of the image its index there. */
function paletteOf(colours: readonly ColourCount[]): { palette: number[]; places: Uint8Array } {
  const palette: number[] = [];
  const places = new Uint8Array(colours.length);
  const byCount = [...colours.entries()].sort(([, one], [, other]) => other.count - one.count);
  for (const [index, { colour }] of byCount) {
    let [nearest, distance] = [0, Number.POSITIVE_INFINITY];
    for (const [candidate, color] of palette.entries()) {
      const between = distanceOf(colour, color);
      if (between < distance) [nearest, distance] = [candidate, between];
    }
    if (distance > near && palette.length < mostColours) nearest = palette.push(colour) - 1;
    places[index] = nearest;
  }
  return { palette, places };
}

const channelsOf = (colour: number): [red: number, green: number, blue: number, opacity: number] => [
  colour & 255,
  (colour >> 8) & 255,
  (colour >> 16) & 255,
  (colour >> 24) & 255,
];

function distanceOf(one: number, other: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 8) sum += (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2;
  return sum;
}

function chunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.byteLength);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
