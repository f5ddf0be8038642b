import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textVersions } from "#api/db/schema/texts";
import { storeShippedTexts } from "#api/modules/texts/versions";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/texts/index";
import { runAdmin } from "./testing";

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await testApi();
  folder = await mkdtemp(join(tmpdir(), "texts-"));
});
afterAll(() => api.close());

const read = async (name: contract.TextName = "public-offer") =>
  (await api.call(contract.readText, { name, language: "en" })).body;
const list = async () =>
  JSON.parse(await runAdmin(api, "texts", "list", "--json")) as Record<string, string>[];
const offer = () => join(folder, "en", "public-offer.md");
const change = async (file: string, from: string | RegExp, to: string) =>
  writeFile(file, (await readFile(file, "utf8")).replace(from, to));

describe("texts", () => {
  it("are those of the release before and after the shipped versions are stored", async () => {
    const before = await read("faq");
    expect(before).toMatchObject({ version: 1, holdsFrom: null });
    expect(before.markdown).toMatch(/^# Virtual servers\n[\s\S]*\n# Account and security\n/);
    await storeShippedTexts(api.deps);
    await storeShippedTexts(api.deps);
    expect(await read("faq")).toEqual(before);
    expect(await list()).toHaveLength(6);
    expect((await list())[0]).toMatchObject({ name: "faq", language: "en", version: 1, author: "release" });
  });

  it("are exported, changed and imported as new versions, and shown at once", async () => {
    await runAdmin(api, "texts", "export", folder);
    expect(await runAdmin(api, "texts", "import", folder)).toBe("No changes.");
    await change(offer(), "1 January 2025", "1 December 2026");
    const imported = await runAdmin(api, "texts", "import", folder);
    expect(imported).toMatch(/public-offer +en +2/);
    expect(await read()).toMatchObject({ version: 2, holdsFrom: api.deps.clock.now().toISOString() });
    expect((await read()).markdown).toContain("*Effective from 1 December 2026*");
    const diff = await runAdmin(api, "texts", "diff", "public-offer", "en", "1");
    expect(diff).toContain("-*Effective from 1 January 2025*\n+*Effective from 1 December 2026*");
    expect(await runAdmin(api, "texts", "show", "public-offer", "en", "--version", "1")).toContain("2025");
    const newest = (await list()).find(({ version, held }) => Number(version) === 2 && held === "now");
    expect(newest).toMatchObject({ name: "public-offer", author: "olga" });
  });

  it("take effect from a date if one is given", async () => {
    await change(offer(), "# Public offer", "# The public offer");
    await runAdmin(api, "texts", "import", folder, "--from", "2026-03-12");
    expect((await read()).version).toBe(2);
    api.pass({ days: 10 });
    expect(await read()).toMatchObject({ version: 3, holdsFrom: "2026-03-12T00:00:00.000Z" });
    await change(offer(), "# The public offer", "# Our public offer");
    await expect(runAdmin(api, "texts", "import", folder, "--from", "2026-03-01")).rejects.toThrow("is over");
  });

  it("changed by staff stay when a release brings another text", async () => {
    await storeShippedTexts(api.deps);
    expect((await read()).version).toBe(3);
    expect(await api.db.$count(textVersions)).toBe(8);
  });

  it("that could not be shown are rejected with a message, and none of them are stored", async () => {
    await change(offer(), "# Our public offer", "Our public offer");
    await expect(runAdmin(api, "texts", "import", folder)).rejects.toThrow("It begins with a title");
    await change(offer(), "Our public offer", "# Our {{company}}");
    await expect(runAdmin(api, "texts", "import", folder)).rejects.toThrow("“company” is no placeholder");
    await change(offer(), " {{company}}", "");
    await change(join(folder, "en", "faq.md"), "{#rent-a-server}", "");
    await expect(runAdmin(api, "texts", "import", folder)).rejects.toThrow("has no address");
    expect(await api.db.$count(textVersions)).toBe(8);
  });

  it("are numbered one after the other by several at once, each different from the one before", async () => {
    const { markdown } = await read("faq");
    const write = (line: string) =>
      runAdmin(api, "texts", "write", "faq", "en", "--markdown", `${markdown}\n${line}\n`, "--yes");
    const before = (await list()).length;
    await Promise.all(["One.", "Two.", "Three."].map(write));
    expect((await list()).length).toBe(before + 3);
    expect(await write("Four.")).toContain("Version");
    const same = await Promise.all([write("Five."), write("Five.")]);
    expect(same.filter((text) => text.includes("the same as the newest"))).toHaveLength(1);
  });
});
