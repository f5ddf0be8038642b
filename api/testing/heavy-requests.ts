import sharp from "sharp";
import type { TestApi } from "#api/testing";
import { testPassword } from "#api/testing/test-password";
import * as balance from "#contract/balance/index";
import * as profile from "#contract/profile/index";
import * as security from "#contract/security/index";
import * as user from "#contract/users/index";

/** The API under test, in this process or over the network. */
export type ApiTarget = Pick<TestApi, "call" | "fetch">;
export type Attacker = { id: string; email: string; token: string };
type Sent = Promise<{ status: number }>;

/** A request pattern that has blocked a service for others, or might; `send` starts one round of it. */
export type HeavyRequest = { name: string; send: (api: ApiTarget, from: Attacker, round: number) => Sent[] };

const times = (count: number, one: (n: number) => Sent): Sent[] =>
  Array.from({ length: count }, (_, n) => one(n));
const boundary = "worst";
const headOfFile = `--${boundary}\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;

const post = (api: ApiTarget, path: string, from: Attacker, body: BodyInit, type: string): Sent =>
  api.fetch(path, {
    method: "POST",
    body,
    duplex: "half",
    headers: { authorization: `Bearer ${from.token}`, "content-type": type, "x-client-address": "10.66.6.6" },
  } as RequestInit);
const upload = (api: ApiTarget, from: Attacker, body: BodyInit): Sent =>
  post(api, profile.uploadAvatar.path, from, body, `multipart/form-data; boundary=${boundary}`);

/** Returns a body of this many megabytes; `end` closes or breaks the stream. */
function megabytes(count: number, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  let sent = -1;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === count) return end(controller);
      controller.enqueue(
        sent < 0 ? new TextEncoder().encode(headOfFile) : new Uint8Array(1024 * 1024).fill(65),
      );
      sent += 1;
    },
  });
}

/** A picture that decompresses to 36 million pixels. */
const hugePicture = sharp({ create: { width: 6000, height: 6000, channels: 3, background: "white" } })
  .png()
  .toBuffer();

const options = { address: "10.66.6.6" };

export const heavyRequests: readonly HeavyRequest[] = [
  {
    name: "wrong passwords where they are asked for again",
    send: (api, { token }) =>
      times(10, () =>
        api.call(security.turnOffTwoStep, { password: "a guess", secondFactorCode: "000000" }, { token }),
      ),
  },
  {
    name: "wrong passwords at the login",
    send: (api, { email }, round) =>
      times(30, (n) =>
        api.call(user.login, { email, password: "a guess" }, { address: `10.${round % 250}.1.${n}` }),
      ),
  },
  {
    name: "signing up",
    send: (api, _from, round) =>
      times(30, (n) =>
        api.call(
          user.signup,
          { name: "x", email: `worst-${round}-${n}@example.test`, password: testPassword, consent: true },
          { address: `10.${round % 250}.2.${n}` },
        ),
      ),
  },
  {
    name: "uploads that are cut",
    send: (api, from) =>
      times(10, () =>
        upload(
          api,
          from,
          megabytes(1, (controller) => controller.error(new Error("cut"))),
        ),
      ),
  },
  {
    name: "uploads of 30 MB",
    send: (api, from) =>
      times(3, () =>
        upload(
          api,
          from,
          megabytes(30, (controller) => controller.close()),
        ),
      ),
  },
  {
    name: "pictures that unpack into 36 million pixels",
    send: (api, { token }) =>
      times(6, async () => {
        const avatar = new File([new Uint8Array(await hugePicture)], "a.png", { type: "image/png" });
        return api.call(profile.uploadAvatar, { avatar }, { token });
      }),
  },
  {
    name: "JSON of a megabyte, and nested 10,000 deep",
    send: (api, from) =>
      times(20, (n) => {
        const body = n % 2 ? `"${"x".repeat(1_000_000)}"` : `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
        return post(api, user.changeLanguage.path, from, body, "application/json");
      }),
  },
  {
    name: "transfers that wait for the same rows",
    send: (api, { token, email }) =>
      times(30, () => api.call(balance.transfer, { email, amountCents: 100 }, { token })),
  },
  {
    name: "the profile's reads",
    send: (api, { token }) =>
      times(60, (n) =>
        n % 2
          ? api.call(security.activity, { page: 9_999 }, { token })
          : api.call(user.currentUser, {}, { token }),
      ),
  },
  {
    name: "asking for codes",
    send: (api, { email }) => times(20, () => api.call(user.forgotPasswordCode, { email }, options)),
  },
];
