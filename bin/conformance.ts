// `npm run conformance -- --url http://localhost:3000 [--email … --password …]`
// Asks a service behind `/api` whether it keeps to the contract: for whoever brings a backend of their own.
import { parseArgs } from "node:util";
import type { Call } from "#contract/call";
import { refusal } from "#contract/call";
import { allCalls } from "#contract/index";
import * as user from "#contract/user/index";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://localhost:3000" },
    email: { type: "string" },
    password: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});

if (values.help) {
  console.log("conformance --url http://localhost:3000 [--email client@example.com --password …]");
  console.log(
    "Without a login only the outside is tried: every locked call must refuse, every refusal must have its form.",
  );
  process.exit(0);
}

type Finding = { name: string; problem: string | null };
const findings: Finding[] = [];
const note = (name: string, problem: string | null) => void findings.push({ name, problem });

async function ask(
  call: Call,
  init: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const headers: Record<string, string> = { "idempotency-key": "conformance-0001" };
  if (init.token) headers.authorization = `Bearer ${init.token}`;
  if (init.body !== undefined) headers["content-type"] = "application/json";
  const url = `${values.url}/api${call.path.replace(/:\w+/g, "conformance")}`;
  const body = init.body === undefined ? undefined : JSON.stringify(init.body);
  const answer = await fetch(url, {
    method: call.method,
    headers,
    body,
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, body: await answer.json().catch(() => undefined) };
}

const isRefusal = (body: unknown) => refusal.safeParse(body).success;

/** A locked call without a session: 401 and a refusal. */
async function tryLocked(name: string, call: Call): Promise<void> {
  const { status, body } = await ask(call, call.method === "POST" ? { body: {} } : {});
  note(`${name} refuses without a session`, status === 401 && isRefusal(body) ? null : `answered ${status}`);
}

/** A public POST with nothing in it: refused in the agreed form, or done where nothing is needed. */
async function tryEmpty(name: string, call: Call): Promise<void> {
  const { status, body } = await ask(call, { body: {} });
  const isKept = status >= 400 && status < 500 ? isRefusal(body) : call.output.safeParse(body).success;
  note(
    `${name} refuses an empty body in the agreed form`,
    isKept ? null : `answered ${status} against the contract`,
  );
}

/** A read of a signed-in client: its answer parses. */
async function tryRead(name: string, call: Call, token: string): Promise<void> {
  const { status, body } = await ask(call, { token });
  if (status >= 400 && status < 500)
    return note(
      `${name} answers a client`,
      isRefusal(body) ? null : `refused with ${status} in no agreed form`,
    );
  const parsed = call.output.safeParse(body);
  note(
    `${name} answers a client`,
    parsed.success
      ? null
      : `${status}: ${parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`,
  );
}

async function logIn(): Promise<string | null> {
  if (!values.email || !values.password) return null;
  const { status, body } = await ask(user.login, {
    body: { email: values.email, password: values.password },
  });
  const session = user.login.output.safeParse(body);
  note("user.login opens a session", session.success ? null : `answered ${status}`);
  return session.success ? session.data.token : null;
}

const token = await logIn();
for (const { name, call } of allCalls) {
  if (call.access === "client") await tryLocked(name, call);
  if (call.access === "public" && call.method === "POST" && call.body === "json") await tryEmpty(name, call);
  if (
    token &&
    call.access === "client" &&
    call.method === "GET" &&
    call.answer === "json" &&
    !call.path.includes(":")
  )
    await tryRead(name, call, token);
}

const problems = findings.filter(({ problem }) => problem !== null);
for (const { name, problem } of problems) console.error(`not kept: ${name}: ${problem}`);
console.log(`${findings.length - problems.length} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
