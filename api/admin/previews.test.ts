import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textVersions } from "#api/db/schema/texts";
import { storeShippedTexts } from "#api/modules/texts/versions";
import { clientWithServer, order, vpsApi } from "#api/modules/vps/testing";
import { parametersOf } from "#api/operations/parameters";
import { allOperations } from "#api/operations/program";
import type { TestApi } from "#api/testing";
import * as contract from "#contract/admin/index";
import { previewedOperations, startingTextOperations } from "#contract/admin/previews";
import { rolesFor } from "#contract/admin/roles";
import { documentMaxLength } from "#contract/rules";
import { newStaff } from "./testing";

let api: TestApi;
let owner: { token: string; language: "en" };
beforeAll(async () => {
  api = await vpsApi();
  owner = { token: (await newStaff(api, "owner")).token, language: "en" };
  await storeShippedTexts(api.deps);
});
afterAll(() => api.close());

const read = (name: string, input: contract.OperationInput) =>
  api.call(contract.readList, { name, input }, owner);
const namesOf = (name: string) => {
  const known = allOperations().get(name);
  return known ? parametersOf(known).map((parameter) => parameter.name) : [];
};

describe("previews of operations", () => {
  it.each(previewedOperations)(
    "%s: %s changes nothing, takes the same input and needs the same roles",
    (...names) => {
      const [operation, preview] = names.map((name) => allOperations().get(name));
      expect([operation?.confirm === undefined, preview?.isRead]).toEqual([false, true]);
      expect(namesOf(names[1])).toEqual(expect.arrayContaining(namesOf(names[0])));
      expect(rolesFor(names[1])).toEqual(rolesFor(names[0]));
    },
  );

  it.each(startingTextOperations)(
    "%s: its form begins with the text that its first fields name",
    (name, start) => {
      expect(namesOf(name)).toEqual(expect.arrayContaining([start.field, ...start.input]));
      expect(allOperations().get(name)?.current?.of).toEqual(start.input);
    },
  );
});

describe("texts-compare", () => {
  const which = { name: "public-offer", language: "en" };
  const compare = (markdown: string) => read("texts-compare", { ...which, markdown });
  const current = async () => (await read("texts-show", which)).body.text ?? "";

  it("shows only the changed lines of a text that a browser sent, and publishes nothing", async () => {
    const published = await api.db.$count(textVersions);
    const sent = (await current()).replaceAll("\n", "\r\n");
    expect((await compare(sent)).body.text).toBe("No differences.");
    const { body } = await compare(sent.replace("1 January 2025", "1 December 2026"));
    const changed = body.text?.split("\n").filter((line) => /^[+-](?![+-])/.test(line));
    expect(changed).toEqual(["-*Effective from 1 January 2025*", "+*Effective from 1 December 2026*"]);
    expect(await api.db.$count(textVersions)).toBe(published);
  });

  it("rejects what can't be published", async () => {
    expect((await compare("No title")).error).toMatchObject({ code: "operationRefused" });
    const ended = await read("texts-compare", { ...which, markdown: await current(), from: "2020-01-01" });
    expect(ended.error.code).toBe("operationRefused");
  });

  it("takes 200,000 letters of any script, and says at the field that there are more", async () => {
    const heading = "# Оферта\n\n*Действует с 1 марта.*\n\n";
    const whole = heading + "ж".repeat(documentMaxLength - heading.length);
    expect((await compare(whole)).status).toBe(200);
    for (const operation of [contract.previewOperation, contract.runOperation]) {
      const call = { name: "texts-write", input: { ...which, markdown: `${whole}ж` } };
      const { status, error } = await api.call(operation, call, owner);
      expect([status, error.fields]).toEqual([422, { markdown: "This is too long" }]);
    }
  });

  it("rejects a comparison without a text", async () => {
    expect((await read("texts-compare", which)).error.message).toBe("Give a text or an earlier version.");
  });

  it("stores the lines of a published text without the browser's line ends", async () => {
    const markdown = (await current()).replace("1 January 2025", "2 January 2025").replaceAll("\n", "\r\n");
    const input = { ...which, markdown };
    const run = () =>
      api.call(contract.runOperation, { name: "texts-write", input, isConfirmed: true }, owner);
    expect((await run()).body.text).toContain("Version 2");
    expect(await current()).not.toContain("\r");
    expect((await run()).body.text).toBe("It is the same as the newest version.");
  });
});

describe("tariffs-concerned", () => {
  const input = (more: contract.OperationInput = {}) => ({
    id: order.rateId,
    months: String(order.months),
    dollars: "900",
    from: "2099-01-01",
    ...more,
  });

  it("lists the servers of a price with their clients, and counts both", async () => {
    const nobody = await read("tariffs-concerned", input());
    expect(nobody.body.text).toContain("Affected: clients 0, servers 0.");
    const { email, serverId } = await clientWithServer(api);
    const other = await clientWithServer(api);
    const { body } = await read("tariffs-concerned", input());
    expect(body.text).toMatch(/^Now \$.+, \$900\.00 from 1 Jan 2099\. Affected: clients 2, servers 2\.$/);
    expect(body.rows).toHaveLength(2);
    expect(body.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ client: email, server: serverId }),
        expect.objectContaining({ client: other.email, server: other.serverId }),
      ]),
    );
    expect((await read("tariffs-concerned", input({ months: "12" }))).body.rows).toEqual([]);
  });

  it("rejects a price that can't be announced", async () => {
    const wrongInputs: contract.OperationInput[] = [
      { from: "" },
      { from: "2020-01-01" },
      { dollars: "0" },
      { id: "gone" },
    ];
    for (const wrong of wrongInputs)
      expect((await read("tariffs-concerned", input(wrong))).error.code, JSON.stringify(wrong)).toBe(
        "operationRefused",
      );
  });
});

describe("the question of an operation that e-mails many clients", () => {
  const preview = async (name: string, input: contract.OperationInput) =>
    (await api.call(contract.previewOperation, { name, input }, owner)).body.about;

  it("counts the clients and servers that a maintenance concerns", async () => {
    const times = { starts: "2099-01-01 02:00", ends: "2099-01-01 04:00" };
    const about = await preview("maintenance-plan", { ...times, en: "Soon", ru: "Скоро" });
    expect(about).toMatchObject({ clients: 2, servers: 2 });
    const text = { subjectEn: "x", textEn: "x", subjectRu: "x", textRu: "x" };
    expect(await preview("announcements-send", { segment: "servers", count: "2", ...text })).toMatchObject({
      clients: 2,
    });
  });

  it("counts the clients of a price that starts later, and nobody of one from today", async () => {
    const price = { id: order.rateId, months: String(order.months) };
    expect(await preview("tariffs-price", { ...price, dollars: "900", from: "2099-01-01" })).toMatchObject({
      clients: 2,
    });
    expect(await preview("tariffs-price", { ...price, dollars: "0.5" })).toMatchObject({ clients: 0 });
  });
});
