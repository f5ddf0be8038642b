import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "opentype.js";
import { boundedCache } from "#api/lib/cache";

const require = createRequire(import.meta.url);

function load(file: string): () => Font {
  let font: Font | undefined;
  return () => {
    if (!font) {
      // loaded when first used, like the fonts
      const opentype: typeof import("opentype.js") = require("opentype.js");
      const bytes = readFileSync(require.resolve(`@expo-google-fonts/pt-sans/${file}`));
      font = opentype.parse(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
      );
    }
    return font;
  };
}

const fonts = { regular: load("400Regular/PTSans_400Regular.ttf"), bold: load("700Bold/PTSans_700Bold.ttf") };

export type TextPath = {
  x: number;
  y: number;
  size: number;
  color: string;
  weight?: keyof typeof fonts;
  anchor?: "start" | "end";
};

/** Returns the width of a line of text, in the units of `size`. */
export const widthOf = (text: string, size: number, weight: keyof typeof fonts = "regular") =>
  fonts[weight]().getAdvanceWidth(text, size);

/**
 * Returns a line of text as an SVG path, so that a picture looks the same on a machine without fonts (docs/adr/0009).
 * Characters missing in the font (PT Sans: Latin, Cyrillic) become its empty box.
 */
export function textPath(
  text: string,
  { x, y, size, color, weight = "regular", anchor = "start" }: TextPath,
): string {
  const left = anchor === "end" ? x - widthOf(text, size, weight) : x;
  const outline = outlineOf(text, size, weight);
  return `<path fill="${color}" transform="translate(${round(left)} ${y})" d="${outline}"/>`;
}

/** Most texts of the pictures repeat. */
const outlines = boundedCache<string>({ name: "lettering", maxBytes: 4 * 2 ** 20 });

/** Returns the outline of a line of text that begins at the origin. */
function outlineOf(text: string, size: number, weight: keyof typeof fonts): string {
  const key = `${weight} ${size} ${text}`;
  const known = outlines.get(key);
  if (known !== undefined) return known;
  const outline = fonts[weight]().getPath(text, 0, 0, size).commands.map(written).join("");
  outlines.set(key, outline);
  return outline;
}

type PathCommand = ReturnType<Font["getPath"]>["commands"][number];

const round = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns one command of a glyph as SVG path data. The library's own writer (opentype.js 2.0) drops strokes of some
 * glyphs.
 */
function written(command: PathCommand): string {
  if (command.type === "Z") return "Z";
  const end = `${round(command.x)} ${round(command.y)}`;
  if (command.type === "M" || command.type === "L") return command.type + end;
  const first = `${command.type}${round(command.x1)} ${round(command.y1)} `;
  return command.type === "Q" ? first + end : `${first}${round(command.x2)} ${round(command.y2)} ${end}`;
}

/** Cuts a text with an ellipsis to fit into a width. */
export function fitted(
  text: string,
  size: number,
  width: number,
  weight: keyof typeof fonts = "regular",
): string {
  if (widthOf(text, size, weight) <= width) return text;
  const characters = [...text];
  while (characters.length > 1 && widthOf(`${characters.join("")}…`, size, weight) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

/** Breaks a text into lines that fit into a width; the last line is cut with an ellipsis if needed. */
export function wrapped(text: string, size: number, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = [lines.at(-1), word].filter(Boolean).join(" ");
    if (lines.length > 0 && (lines.length === most || widthOf(longer, size) <= width))
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => fitted(line, size, width));
}
