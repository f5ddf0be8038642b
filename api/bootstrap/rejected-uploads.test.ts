import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handlers } from "#api/app";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const uploads = handlers.map(({ endpoint }) => endpoint).filter(({ body }) => body === "multipart");

describe("a rejected upload", () => {
  it("leaves no file behind, whichever endpoint it was sent to", async () => {
    const forms = [
      ["avatar", "avatar[]"],
      ["file", "file[]"],
      ["files", "files[]"],
      ["files[]", "files"],
    ];
    const answers = [];
    for (const endpoint of uploads) {
      const { token } = await api.newClient();
      for (const key of ["", "short", "a-key-of-mine"])
        for (const names of forms) {
          const body = new FormData();
          for (const name of names) body.append(name, new File(["0123456789"], "a.png"));
          const path = endpoint.path.replace(/:\w+/g, "some-id");
          const { status } = await api.fetch(path, {
            method: "POST",
            headers: { ...(key && { "idempotency-key": key }), authorization: `Bearer ${token}` },
            body,
          });
          const left = await readdir(join(api.deps.settings.dataDir, "files/incoming")).catch(() => []);
          answers.push({ path, names, status, left });
        }
    }
    expect(uploads.length).toBeGreaterThan(3);
    expect(answers.filter(({ status, left }) => status >= 500 || status < 400 || left.length > 0)).toEqual(
      [],
    );
  });
});
