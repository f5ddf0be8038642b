import type { Endpoint } from "#contract/endpoint";
import { allEndpoints } from "#contract/index";
import * as payments from "#contract/payments/index";
import * as user from "#contract/users/index";
import { loginInput } from "#contract/users/index";
import * as vps from "#contract/vps/index";
import type { Answer, Asker } from "./api-client";
import { isNotOffered } from "./api-client";
import type { Findings } from "./findings";

const filled = (endpoint: Endpoint) => endpoint.path.replace(/:\w+/g, "conformance");
const empty = (endpoint: Endpoint): RequestInit =>
  endpoint.method === "POST"
    ? { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }
    : { method: endpoint.method };
const describeAnswer = ({ status, fault }: Answer) => `answered ${fault ?? status}`;

/** Checks the service without a session: access, errors, signatures. */
export async function checkWithoutSession(asker: Asker, findings: Findings): Promise<void> {
  const { note, holds, notOffered } = findings;
  for (const { name, endpoint } of allEndpoints) {
    if (endpoint.access === "client") {
      const answer = await asker.send(filled(endpoint), empty(endpoint), { key: "conformance-0001" });
      if (isNotOffered(endpoint, answer)) {
        notOffered.add(name);
        continue;
      }
      holds(
        `${name} refuses without a session`,
        answer.status === 401 && answer.isError,
        describeAnswer(answer),
      );
      if (endpoint.method === "GET") {
        const fakeTokenAnswer = await asker.send(filled(endpoint), empty(endpoint), { token: "made-up" });
        holds(
          `${name} refuses a made-up token`,
          fakeTokenAnswer.status === 401 && fakeTokenAnswer.isError,
          describeAnswer(fakeTokenAnswer),
        );
      }
    }
    // an empty body must give a valid error, or succeed if nothing is required
    if (endpoint.access === "public" && endpoint.method === "POST" && endpoint.body === "json") {
      const answer = await asker.send(filled(endpoint), empty(endpoint));
      const isDone = answer.status === 200 && endpoint.output.safeParse(answer.body).success;
      const isRejected = answer.status < 500 && answer.isError;
      holds(`${name} keeps its form with an empty body`, isDone || isRejected, describeAnswer(answer));
    }
    if (endpoint.access === "signed") await checkSignedEndpoint(name, endpoint, asker, findings);
  }
  const nowhere = await asker.send("/no/such/call");
  holds(
    "an address that is none answers 404",
    nowhere.status === 404 && nowhere.isError,
    describeAnswer(nowhere),
  );

  const wrong = { email: "nobody@conformance.example", password: "wrong" };
  const inEnglish = await asker.ask(user.login, wrong);
  const isClientError = inEnglish.isError && inEnglish.status < 500;
  note("user.login refuses a wrong password", isClientError ? null : describeAnswer(inEnglish));
  const inRussian = await asker.ask(user.login, wrong, { language: "ru" });
  holds(
    "refusals speak the reader's language",
    /\p{Script=Cyrillic}/u.test(inRussian.message) && !/\p{Script=Cyrillic}/u.test(inEnglish.message),
    `said “${inEnglish.message}” and “${inRussian.message}”`,
  );
  const unread = await asker.send("/user/auth/login", { ...empty(user.login), body: "{" });
  holds(
    "a body that is no JSON is refused",
    unread.status >= 400 && unread.status < 500 && unread.isError,
    describeAnswer(unread),
  );
  const { success } = loginInput.safeParse({});
  const named = (await asker.ask(user.login, { email: "", password: "" })).body as { fields?: object };
  const fields = Object.keys(named?.fields ?? {}).sort();
  holds(
    "a refused form names its fields",
    !success && fields.join() === "email,password",
    `named ${fields.join(", ") || "none"}`,
  );
}

/** Checks an endpoint for signed requests: it rejects requests without a signature and with a wrong one. */
async function checkSignedEndpoint(
  name: string,
  endpoint: Endpoint,
  asker: Asker,
  { holds, notOffered }: Findings,
): Promise<void> {
  const believable: Record<string, object> = {
    [vps.provisionerCallback.path]: { orderId: "conformance", status: "done", ip: "203.0.113.9" },
    [payments.paymentCallback.path]: { orderId: "conformance", status: "paid", amountCents: 1000 },
    [user.receiveReturns.path]: { returns: [{ address: "nobody@conformance.example", kind: "gone" }] },
  };
  const headers = { "content-type": "application/json" };
  for (const body of [{}, believable[endpoint.path] ?? {}])
    for (const signature of [undefined, "0".repeat(64)]) {
      const signed = signature ? { ...headers, "x-signature": signature, signature } : headers;
      const init = { method: endpoint.method, headers: signed, body: JSON.stringify(body) };
      const answer = await asker.send(filled(endpoint), init);
      if (isNotOffered(endpoint, answer)) return void notOffered.add(name);
      const isRejected = answer.status >= 400 && answer.status < 500;
      holds(
        `${name} refuses ${signature ? "a wrong signature" : "what is not signed"}`,
        isRejected,
        describeAnswer(answer),
      );
    }
}
