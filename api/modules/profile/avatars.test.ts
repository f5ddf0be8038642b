import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { runDueJobs } from "#api/bootstrap/run-due-jobs";
import { removeFiles } from "#api/queue/remove-files";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/profile/index";
import { avatarMaxBytes } from "#contract/rules";
import * as user from "#contract/users/index";

let api: TestApi;
let client: { token: string };
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  client = await api.newClient();
});

const picture = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: "blue" } },
        left: width / 2,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer();
const file = (bytes: Uint8Array | string, type = "image/jpeg") =>
  new File([bytes as BlobPart], "me.jpg", { type });
const upload = (avatar: File, crop: object = {}) =>
  api.call(contract.uploadAvatar, { avatar, ...crop }, client);
const photoPath = async () => (await api.call(user.currentUser, {}, client)).body.photoPath;
async function listFiles() {
  await runDueJobs(api.deps, [removeFiles], { only: removeFiles.name });
  const entries = await readdir(api.deps.settings.dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

it("an avatar is available in every size to anyone with its address, and is deleted with its files when removed", async () => {
  const before = await listFiles();
  const { body } = await upload(file(await picture(200, 100)));
  expect(await photoPath()).toBe(body.photoPath);
  for (const size of [64, 128, 256]) {
    const answer = await api.fetch(`${body.photoPath}?size=${size}`);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height, format]).toEqual([size, size, "webp"]);
  }
  expect((await api.fetch(`${body.photoPath}?size=4000`)).status).toBe(422);
  await upload(file(await picture(100, 200)));
  expect((await listFiles()) - before).toBe(3);
  expect((await api.fetch(body.photoPath)).status).toBe(404);
  await api.call(contract.removeAvatar, {}, client);
  expect(await photoPath()).toBeNull();
  expect(await listFiles()).toBe(before);
});

it("the selected square is cropped", async () => {
  const { body } = await upload(file(await picture(200, 100)), { cropLeft: 0.5, cropTop: 0, cropSize: 1 });
  const { channels } = await sharp(
    Buffer.from(await (await api.fetch(body.photoPath)).arrayBuffer()),
  ).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([0, 0, 1]);
});

it.each([
  [file("x".repeat(avatarMaxBytes + 1)), {}, { avatar: "File size exceeds 1 Mb" }],
  [file(""), {}, { avatar: "The file is empty. Choose another one" }],
  [file("%PDF-1.7", "application/pdf"), {}, { avatar: "Choose a JPEG, PNG, GIF or WebP picture" }],
  [
    file("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    {},
    { avatar: "Choose a JPEG, PNG, GIF or WebP picture" },
  ],
  [
    file(Buffer.from("ffd8ffe000104a464946", "hex")),
    {},
    { avatar: "The file is damaged or doesn't match its name" },
  ],
  [file("x"), { cropLeft: 2, cropTop: 0, cropSize: 1 }, { cropLeft: "Select a part of the picture" }],
])(
  "%#: an invalid avatar is rejected under its field, and the old avatar stays",
  async (avatar, crop, fields) => {
    const { body } = await upload(file(await picture(20, 20)));
    const answer = await upload(avatar, crop);
    expect([answer.status, answer.error.fields]).toEqual([422, fields]);
    expect(await photoPath()).toBe(body.photoPath);
  },
);
