import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, limitOf, lostIn } from "./check-page.testing";
import type { Fault } from "./fault-kinds.testing";
import { faults } from "./fault-kinds.testing";
import type { FaultyEnvironment } from "./faulty-environment.testing";
import { startFaultyEnvironment } from "./faulty-environment.testing";
import type { PageKind } from "./page-kinds.testing";
import { pageKinds } from "./page-kinds.testing";
import type { FilledForm } from "./plain-form.testing";
import { filledForm, sendForm } from "./plain-form.testing";
import type { Visitor } from "./visitor.testing";
import { visitor } from "./visitor.testing";

let world: FaultyEnvironment;
beforeAll(async () => {
  world = await startFaultyEnvironment();
}, 300_000);
afterAll(() => world?.end(), 60_000);

const language = "ru";
const languageCookie = Buffer.from(JSON.stringify(language)).toString("base64");

describe("without JavaScript, sixteen kinds of pages each have a layout, texts, a correct status and a timely response", () => {
  test.each(faults.map((fault) => [fault.name, fault] as const))("%s", async (_name, fault) => {
    if (fault.needsMount && !world.canMount) return console.warn("only root of Linux may fill a disk");
    const visitors = await openSessions(fault.isOfClock ? world.fastOrigin : world.origin);
    const wrong: string[] = [];
    const prepared: Prepared[] = [];
    try {
      for (const kind of pageKinds) prepared.push(await prepare(visitors[kind.who], kind));
      fault.begin(world);
      await Promise.all(prepared.map((one) => openPage(one, fault).then((found) => wrong.push(...found))));
      await Promise.all(prepared.map((one) => submit(one, fault).then((found) => wrong.push(...found))));
    } finally {
      fault.end(world);
      await world.untilSound();
    }
    try {
      for (const one of prepared) wrong.push(...(await checkDraft(one, fault)));
    } finally {
      for (const client of Object.values(visitors)) client.leave();
    }
    expect(wrong).toEqual([]);
  });
});

async function openSessions(origin: string): Promise<Record<PageKind["who"], Visitor>> {
  const visitors = { visitor: visitor(origin, "127.0.0.2"), client: visitor(origin, "127.0.0.3") };
  for (const client of Object.values(visitors)) client.keep("language", encodeURIComponent(languageCookie));
  const { status, headers } = await visitors.client.submit("/login", {
    email: "anna@demo.test",
    password: "demo-password",
    intent: "login",
  });
  expect([status, headers.location]).toEqual([302, "/vps"]);
  return visitors;
}

type Prepared = { kind: PageKind; client: Visitor; path: string; form: FilledForm | null };

/** Returns the URL of a page of this kind, and its form as filled in before the fault. */
async function prepare(client: Visitor, kind: PageKind): Promise<Prepared> {
  const { body } = await client.send(kind.from);
  const ways = parse(body).querySelectorAll("a[href], button[formaction]");
  const path = ways
    .map((way) => way.getAttribute("href") ?? way.getAttribute("formaction") ?? "")
    .find((address) => kind.link.test(address));
  if (!path) throw new Error(`${kind.from} leads to no page of ${kind.name}`);
  if (!kind.form) return { kind, client, path, form: null };
  const form = filledForm((await client.send(path)).body, path, kind.form);
  return { kind, client, path, form };
}

async function openPage({ kind, client, path }: Prepared, fault: Fault): Promise<string[]> {
  const startedAt = performance.now();
  const { status, body } = await client.send(path);
  const took = performance.now() - startedAt;
  const found = faultsOf(body, status, fault.outcome(kind, "page"), "page", language);
  if (took > limitOf()) found.push(`answered after ${Math.round(took)} ms`);
  return found.map((what) => `${kind.name}: ${what}`);
}

async function submit({ kind, client, path, form }: Prepared, fault: Fault): Promise<string[]> {
  if (!form || !kind.form) return [];
  const startedAt = performance.now();
  const { status, headers, body } = await sendForm(client, form);
  const took = performance.now() - startedAt;
  const outcome = fault.outcome(kind, "form");
  const isElsewhere = status === 302 && outcome === "well" && !headers.location?.startsWith("/login?");
  const found = isElsewhere ? [] : faultsOf(body, status, outcome, "form", language);
  if (outcome === "away" && !form.file) found.push(...lostIn(body, form.typed));
  if (took > limitOf(kind.form)) found.push(`answered after ${Math.round(took)} ms`);
  return found.map((what) => `${kind.name}, sent from ${path}: ${what}`);
}

/** Checks that the values typed beside a file field are restored once the fault is over. */
async function checkDraft({ kind, client, path, form }: Prepared, fault: Fault): Promise<string[]> {
  if (!form?.file || fault.outcome(kind, "form") === "well") return [];
  const { body } = await client.send(path);
  return lostIn(body, form.typed).map((what) => `${kind.name}, after it: ${what}`);
}
