import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { savedReplies } from "#api/db/schema/staff";
import { OperatorError } from "#api/lib/answer";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import { runAdmin } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const set = (en: string, ru = "x") => runAdmin(api, "replies", "set", "Night", "--en", en, "--ru", ru);

describe("replies set", () => {
  it.each([
    ["{{nam}}", "Hello {{nam}}.", "x"],
    ["{{Name}}", "Hello {{name}}.", "{{ email }} {{Name}}"],
    ["{{}}", "{{}}", "x"],
  ])("rejects the placeholder %s and names those that are filled in", async (unknown, en, ru) => {
    const error: unknown = await set(en, ru).catch((one) => one);
    expect(error).toBeInstanceOf(OperatorError);
    if (!(error instanceof OperatorError)) return;
    for (const text of [error.message, error.in("ru")]) {
      expect(text).toContain(unknown);
      expect(text).toContain("{{name}}, {{email}}, {{title}}");
    }
    expect(await api.db.$count(savedReplies)).toBe(0);
  });

  it("takes those that are filled in, and other braces", async () => {
    await set("{{name}}, {{ email }}: {{title}} {x}", "{ { x } }");
    expect(await api.db.$count(savedReplies)).toBe(1);
  });
});
