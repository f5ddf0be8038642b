import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { hashPassword } from "#api/auth/passwords";
import { openSession } from "#api/auth/sessions";
import type { Database } from "#api/db/connect";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { mailJob } from "#api/email/send";
import type { MailMessage } from "#api/integrations/email/transport";
import { sandboxSystems } from "#api/integrations/payments/sandbox";
import { simulatedProvisioner } from "#api/integrations/provisioner/simulated";
import { diskFiles } from "#api/integrations/storage/disk";
import { randomIds } from "#api/lib/ids";
import { exampleProvider, readBrand } from "#contract/branding/brand";
import type { Endpoint, ErrorBody, Input, Output } from "#contract/endpoint";
import { errorBody } from "#contract/endpoint";
import { adminRoutes } from "./admin/routes";
import { createApp } from "./app";
import { runDueJobs } from "./bootstrap/run-due-jobs";
import type { CallOptions } from "./testing/call-request";
import { callRequest } from "./testing/call-request";
import type { TestDatabase } from "./testing/test-database";
import { testDatabase } from "./testing/test-database";
import { testPassword } from "./testing/test-password";

export { testPassword };

type Answer<C extends Endpoint> = {
  status: number;
  ok: boolean;
  body: Output<C>;
  error: ErrorBody;
  response: Response;
};

/** The real API on a separate database, with a manual clock and recorded emails. */
export type TestApi = {
  deps: Deps;
  db: Database;
  databaseUrl: string;
  /** Emails sent; those of a request are there after its response. */
  sentEmails: MailMessage[];
  /** Sets the clock forward. */
  pass: (time: { seconds?: number; minutes?: number; days?: number }) => void;
  call: <C extends Endpoint>(endpoint: C, input: Input<C>, options?: CallOptions) => Promise<Answer<C>>;
  /** Sends a raw request to the API, for bodies that no endpoint describes. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Creates a confirmed client with an open session. */
  newClient: (
    values?: Partial<typeof users.$inferInsert>,
  ) => Promise<{ id: string; email: string; token: string }>;
  close: () => Promise<void>;
};

const testSettings = {
  publicOrigin: "http://localhost:3000",
  brand: readBrand(exampleProvider),
  secret: "test secret",
};
/** The minimum argon2 accepts, because production's cost would slow the tests down. */
const passwordCost = { memoryKib: 8, passes: 1 };
const testPasswordHash = hashPassword({ passwordCost }, testPassword);

export async function testApi(
  changes: Partial<Deps> = {},
  openDatabase: () => Promise<TestDatabase> = testDatabase,
): Promise<TestApi> {
  const { db, url, close } = await openDatabase();
  let now = new Date("2026-03-02T10:00:00Z");
  const emails: MailMessage[] = [];
  const folder = await mkdtemp(join(tmpdir(), "cabinet-api-"));
  const clock = { now: () => new Date(now) };
  const deps: Deps = {
    db,
    clock,
    ids: randomIds,
    log: pino({ level: "silent" }),
    mail: { check: async () => "letters stay here", deliver: async (message) => void emails.push(message) },
    files: diskFiles({ folder, makeId: randomIds.id }),
    provisioner: simulatedProvisioner({ db, clock, secret: "test secret", seconds: 60 }),
    payments: { systems: sandboxSystems({ ...testSettings, dataDir: folder }), isSandbox: true },
    bot: null,
    settings: { ...testSettings, dataDir: folder },
    passwordCost,
    ...changes,
  };
  const app = createApp(deps, { more: adminRoutes });
  const fetch = async (path: string, init?: RequestInit) =>
    app.request(`http://localhost:3000/api${path}`, init);
  return {
    deps,
    db,
    databaseUrl: url,
    sentEmails: emails,
    pass: ({ seconds = 0, minutes = 0, days = 0 }) => {
      now = new Date(now.getTime() + ((days * 24 * 60 + minutes) * 60 + seconds) * 1000);
    },
    fetch,
    call: async (endpoint, input, options = {}) => {
      const response = await fetch(...callRequest(endpoint, input as Record<string, unknown>, options));
      await runDueJobs(deps, [mailJob], { only: mailJob.name });
      const body = endpoint.answer === "file" && response.ok ? null : await response.clone().json();
      const parsedError = errorBody.safeParse(body);
      return {
        status: response.status,
        ok: response.ok,
        // parsed by the contract's output schema
        body: response.ok && endpoint.answer === "json" ? endpoint.output.parse(body) : body,
        error: parsedError.success ? parsedError.data : { message: "" },
        response,
      } as never;
    },
    newClient: async (values = {}) => {
      const id = values.id ?? randomIds.id();
      const email = values.email ?? `${id}@example.test`;
      const row = {
        id,
        email,
        name: "Test Client",
        referralCode: id.slice(0, 8).toUpperCase(),
        createdAt: now,
        emailVerifiedAt: now,
      };
      await db.insert(users).values({ ...row, passwordHash: await testPasswordHash, ...values });
      const { token } = await transaction(db, (tx) =>
        openSession(deps, tx, { userId: id, userAgent: "test", address: "127.0.0.1" }),
      );
      return { id, email, token };
    },
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
