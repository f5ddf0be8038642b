import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onEveryPage } from "#locales/translate";
import type * as files from "./translation-files.server";

const home = process.cwd();
let modules: typeof files;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "cabinet-build-"));
  mkdirSync(join(folder, "build/client/assets"), { recursive: true });
  writeFileSync(join(folder, "build/client/assets/manifest-1a2b.js"), 'globalThis.manifest="routes";');
  modules = await import("./translation-files.server");
  process.chdir(folder);
});
afterAll(() => process.chdir(home));

const nameIn = (address: string) => address.split("/").at(-1) ?? "";

describe("addressOfTexts and textFile", () => {
  it("return a page's texts and Remix's manifest in one file, in the language of its address", () => {
    const { addressOfTexts, textFile } = modules;
    const address = addressOfTexts("ru", ["common", "vps"]);
    expect(address).toMatch(/^\/texts\/ru\/common\.vps\.[\w-]{16}\.js$/);
    const scope: { manifest?: string; pageTexts?: [string, Record<string, string>] } = {};
    new Function("globalThis", textFile("ru", nameIn(address)) ?? "")(scope);
    expect(scope.manifest).toBe("routes");
    expect(scope.pageTexts?.[0]).toBe("ru");
    expect(Object.keys(scope.pageTexts?.[1] ?? {})).toEqual([...onEveryPage, "common", "vps"]);
    expect(scope.pageTexts?.[1].common).toContain("logIn|Войти");
  });

  it("reject files of other texts, of an unknown namespace or of another release", () => {
    const { addressOfTexts, textFile } = modules;
    const name = nameIn(addressOfTexts("en", ["common", "vps"]));
    expect(name).not.toBe(nameIn(addressOfTexts("en", ["common", "faq"])));
    expect(textFile("de", name)).toBeUndefined();
    for (const wrongName of [
      name.replace(/\.[\w-]+\.js$/, ".AAAAAAAAAAAAAAAA.js"),
      name.replace("vps", "constructor"),
      name.replace("vps", ""),
      `${name}x`,
    ])
      expect(textFile("en", wrongName), wrongName).toBeUndefined();
  });
});
