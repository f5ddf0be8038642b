import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const audit = async (...words: string[]) =>
  JSON.parse(await runAdmin(api, "audit", "list", ...words, "--json")) as Record<string, string>[];

it("lists the actions of staff: by whom, what and about whom", async () => {
  const [one, other] = [await api.newClient(), await api.newClient()];
  await runAdmin(api, "clients", "note", one.email, "--text", "Called at 100%");
  await runAdmin(api, "clients", "note", other.email, "--text", "Called_again");
  await runAdmin(api, "sessions", "end", one.email);
  const actions = async (...words: string[]) => (await audit(...words)).map(({ action }) => action);

  expect(await actions("--about", one.email)).toEqual(["sessions end", "clients note"]);
  expect(await actions("--action", "clients note")).toEqual(["clients note", "clients note"]);
  expect(await actions("--about", "100%", "--action", "note")).toEqual(["clients note"]);
  expect(await actions("--about", "d_a", "--action", "note")).toEqual(["clients note"]);
  expect(await actions("--by", "nobody")).toEqual([]);
  expect(await actions("--since", "2999-01-01")).toEqual([]);
  expect(await actions("--limit", "1")).toEqual(["audit list"]);
  const [note] = await audit("--action", "clients note", "--about", other.email);
  expect(note).toMatchObject({ by: "olga", with: `text=Called_again, client=${other.email}` });
});
