import { readdirSync, readFileSync } from "node:fs";

/** Returns the TypeScript files of these folders with their text, without tests and what only tests import. */
export const sourceFiles = (...folders: string[]): { file: string; text: string }[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.|testing/.test(name))
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, "utf8") })),
  );
