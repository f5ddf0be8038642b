import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCabinet } from "./cabinet.testing";
import { missingPrograms } from "./debian.testing";
import { buildAsDockerfile } from "./image.testing";
import { previousAsset } from "./publish-client-files.testing";
import type { Visitor } from "./visitor.testing";
import { visitor } from "./visitor.testing";

const missing =
  process.getuid?.() === 0
    ? missingPrograms("caddy", "pgbouncer", "postgres")
    : "PostgreSQL is started as its own user, which only root can do";

describe.skipIf(missing)(
  `deploy/ on stock Caddy, PgBouncer in transaction mode and PostgreSQL 15 ${missing ?? ""}`,
  () => {
    let cabinet: Awaited<ReturnType<typeof startCabinet>>;
    let release = "";
    const visitors: Visitor[] = [];
    const from = (address: string) => {
      const one = visitor(cabinet.origin, address);
      visitors.push(one);
      return one;
    };
    const credentials = { email: "anna@demo.test", password: "demo-password" };
    const logIn = (one: Visitor, fields = credentials) =>
      one.submit("/login", { ...fields, intent: "login" });

    beforeAll(async () => {
      release = await buildAsDockerfile();
      cabinet = await startCabinet(release);
    }, 600_000);
    afterAll(async () => {
      for (const one of visitors) one.leave();
      await cabinet?.end();
      await rm(release, { recursive: true, force: true });
    }, 120_000);

    test("a client logs in, uploads a picture to one process and gets it from every other", async () => {
      const client = from("127.0.1.1");
      const signedIn = await logIn(client, credentials);
      expect([signedIn.status, signedIn.headers.location]).toEqual([302, "/vps"]);
      expect((await client.send("/vps")).status).toBe(200);
      const { token } = JSON.parse((await client.post("/api/user/auth/login", credentials)).body);
      const form = new FormData();
      form.set("avatar", new Blob([readFileSync("docs/pictures/vps.png")], { type: "image/png" }), "me.png");
      const body = new Response(form);
      const uploaded = await client.send("/api/user/avatar", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": body.headers.get("content-type") ?? "" },
        body: new Uint8Array(await body.arrayBuffer()),
      });
      expect(uploaded.status).toBe(200);
      const { photoPath } = JSON.parse(uploaded.body);
      for (let time = 0; time < 6; time++) expect((await client.send(`/api${photoPath}`)).status).toBe(200);
    });

    test("the image contains what runs the service and nothing that only builds it", () => {
      const inImage = (name: string) => existsSync(join(release, "node_modules", name));
      expect(
        ["@node-rs/argon2", "sharp", "express", "@remix-run/serve"].filter((name) => !inImage(name)),
      ).toEqual([]);
      expect(
        ["vitest", "vite", "tsx", "esbuild", "@remix-run/dev", "@playwright/test"].filter(inImage),
      ).toEqual([]);
    });

    test("a monitoring page updates automatically", async () => {
      const viewer = from("127.0.1.2");
      const index = (await viewer.send("/online-monitoring/demo-trend-following")).body;
      expect(index).toContain("</html>");
      await expect
        .poll(async () => (await viewer.send("/online-monitoring/demo-trend-following")).body === index, {
          timeout: 60_000,
          interval: 2_000,
        })
        .toBe(false);
    }, 90_000);

    test("jobs run once, although two workers wait for them", async () => {
      const addresses = ["boris", "clara", "denis"].map((name) => `${name}@demo.test`);
      const asker = from("127.0.1.3");
      for (const email of addresses)
        expect((await asker.post("/api/user/auth/forgot-password-code", { email })).status).toBe(200);
      const emails = async (email: string) =>
        (await readdir(join(cabinet.dataDir, "mail")).catch(() => [])).filter((name) =>
          name.includes(`${email}-resetCode`),
        ).length;
      for (const email of addresses) await expect.poll(() => emails(email), { timeout: 20_000 }).toBe(1);
      const database = new Client({ connectionString: cabinet.databaseUrl });
      await database.connect();
      const { rows } = await database.query(
        "select count(*)::int as waiting from pgboss.job where data->>'job' = 'mail' and state < 'completed'",
      );
      await database.end();
      expect(rows[0].waiting).toBe(0);
      for (const email of addresses) expect(await emails(email)).toBe(1);
    });

    test("clients' addresses are distinguished, and can't be forged", async () => {
      const [guesser, neighbour] = [from("127.0.2.1"), from("127.0.2.2")];
      const wrong = (index: number) => ({ email: `nobody-${index}@example.com`, password: "wrong" });
      const statuses: number[] = [];
      for (let index = 0; index < 12; index++)
        statuses.push((await guesser.post("/api/user/auth/login", wrong(index))).status);
      expect(statuses.at(-1)).toBe(429);
      // through the pages too, and regardless of forged headers
      expect((await logIn(guesser, wrong(20))).status).toBe(429);
      const lies = { "x-client-address": "127.0.2.9", "x-forwarded-for": "127.0.2.9" };
      expect((await guesser.post("/api/user/auth/login", wrong(21), lies)).status).toBe(429);
      expect((await neighbour.post("/api/user/auth/login", credentials)).status).toBe(200);
      expect((await logIn(neighbour, credentials)).status).toBe(302);
    });

    test("built files are sent as compressed by the build, and stay available", async () => {
      const client = from("127.0.1.4");
      const [name = ""] = readdirSync(join(release, "build/client/assets")).filter((one) =>
        one.endsWith(".js.br"),
      );
      const path = `/assets/${name.replace(/\.br$/, "")}`;
      const answer = await client.send(path, { headers: { "accept-encoding": "br" } });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-encoding": "br",
        "cache-control": "public, max-age=31536000, immutable",
      });
      expect(answer.bytes).toBe(statSync(join(release, "build/client/assets", name)).size);
      expect((await client.send(`/assets/${previousAsset}`)).status).toBe(200);
      expect((await client.send("/assets/no-such-file.js")).status).toBe(404);
      const page = await client.send("/login", { headers: { "accept-encoding": "gzip" } });
      expect(page.headers["content-encoding"]).toBe("gzip");
    });

    test("long bodies are rejected, and internal endpoints are not exposed", async () => {
      const sender = from("127.0.1.5");
      const long = await sender
        .send("/api/user/auth/login", { method: "POST", body: new Uint8Array(31_000_000) })
        .catch((error: NodeJS.ErrnoException) => ({
          status: error.code === "EPIPE" || error.code === "ECONNRESET" ? 413 : 0,
        }));
      expect(long.status).toBe(413);
      for (const path of ["/metrics", "/readyz", "/api/readyz"])
        expect((await sender.send(path)).status).toBe(404);
    });

    test("a rolling restart of every process fails no request", async () => {
      let isOver = false;
      const failures: string[] = [];
      let requests = 0;
      const load = async (index: number) => {
        const client = from(`127.0.3.${index + 1}`);
        const signedIn = await logIn(client, {
          ...credentials,
          email: `${["anna", "boris", "clara", "denis"][index % 4]}@demo.test`,
        });
        if (signedIn.status !== 302) failures.push(`login: ${signedIn.status}`);
        const reads = ["/vps", "/login", "/faq", "/api/vps/rates"];
        for (let step = 0; !isOver && step < 5_000; step++) {
          const path = step % 5 === 4 ? "/actions/theme" : (reads[step % reads.length] ?? "/");
          const answer = await (step % 5 === 4
            ? client.submit(path, { theme: "dark", returnTo: "/vps" })
            : client.send(path)
          ).catch((error: Error) => ({ status: 0, body: error.message }));
          requests++;
          if (answer.status === 0 || answer.status >= 500)
            failures.push(`${path}: ${answer.status} ${answer.body.slice(0, 100)}`);
        }
      };
      const loads = Promise.all([0, 1, 2, 3].map(load));
      await cabinet.restartOneByOne();
      isOver = true;
      await loads;
      console.log(`rolling restart: ${failures.length} of ${requests} requests failed`);
      expect(failures).toEqual([]);
      expect(requests).toBeGreaterThan(100);
    }, 300_000);
  },
);
