import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partnerNetwork } from "#api/db/schema/partners";
import { users } from "#api/db/schema/users";
import { transaction } from "#api/db/transaction";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/partners/index";
import { signup } from "#contract/users/index";
import { bookRefund } from "./rewards";
import { newReferral, pay } from "./testing";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const networkOf = (token: string, input: { page?: number; client?: string } = {}) =>
  api.call(contract.network, input, { token });

describe("partner network", () => {
  it("is a tree of three levels with masked names, sums and activity", async () => {
    const partner = await api.newClient();
    const anna = await newReferral(api, partner.id, "Anna Weber");
    api.pass({ minutes: 1 });
    const boris = await newReferral(api, anna.id, "Борис Орлов");
    const clara = await newReferral(api, boris.id, "Clara Mendes");
    await newReferral(api, clara.id, "Out Of Sight");
    await pay(api, boris.id, 40_00);
    const { body } = await networkOf(partner.token);
    const columns = body.nodes.map(({ name, level, active, clientCount, turnoverCents, rewardCents }) => [
      name,
      level,
      active,
      clientCount,
      turnoverCents,
      rewardCents,
    ]);
    expect(columns).toEqual([
      ["A*** W***", 1, false, 1, 0, 0],
      ["Б*** О***", 2, true, 1, 40_00, 2_00],
      ["C*** M***", 3, false, 0, 0, 0],
    ]);
    expect(body.nodes[1]?.parentId).toBe(body.nodes[0]?.id);
    expect(JSON.stringify(body)).not.toContain("Weber");
    expect(JSON.stringify(body)).not.toContain(anna.id);
  });

  it("of another client is not found", async () => {
    const partner = await api.newClient();
    await newReferral(api, partner.id);
    const { body } = await networkOf(partner.token);
    const stranger = await api.newClient();
    const { status, error } = await networkOf(stranger.token, { client: body.nodes[0]?.id ?? "" });
    expect([status, error.code]).toEqual([404, "notFound"]);
    for (const page of [1, 7])
      expect((await networkOf(stranger.token, { page })).body).toEqual({
        nodes: [],
        root: null,
        page: 1,
        pages: 1,
        total: 0,
      });
  });

  it("lists each branch newest first, and the same clients when a branch is opened", async () => {
    const partner = await api.newClient();
    const joined = async (referrer: { id: string }, name: string) => {
      api.pass({ minutes: 1 });
      const client = await newReferral(api, referrer.id, name);
      return { ...client, joinedAt: api.deps.clock.now().toISOString() };
    };
    const old = await joined(partner, "Old One");
    const below = await joined(old, "Below Old");
    const young = await joined(partner, "Young One");
    const third = await joined(below, "Third Old");
    const newer = await joined(old, "Newer Old");
    const belowYoung = await joined(young, "Other Young");
    await pay(api, below.id, 100_00);
    const refunded = await pay(api, third.id, 100_00, { kind: "renewal" });
    await transaction(api.db, (tx) => bookRefund(api.deps, tx, refunded.id, 40_00));
    const { body } = await networkOf(partner.token);
    const rows = await api.db
      .select({ id: partnerNetwork.id, clientId: partnerNetwork.clientId })
      .from(partnerNetwork)
      .where(eq(partnerNetwork.partnerId, partner.id));
    const nodeIdOf = (client: { id: string } | null) =>
      rows.find(({ clientId }) => clientId === client?.id)?.id ?? null;
    const node = (
      client: typeof old,
      parent: typeof old | null,
      level: number,
      name: string,
      more: object = {},
    ) => ({
      id: nodeIdOf(client),
      parentId: nodeIdOf(parent),
      level,
      name,
      joinedAt: client.joinedAt,
      active: false,
      clientCount: 0,
      turnoverCents: 0,
      rewardCents: 0,
      ...more,
    });
    const paid = { active: true, clientCount: 1, turnoverCents: 100_00, rewardCents: 5_00 };
    const unchanged = { active: true, turnoverCents: 60_00, rewardCents: 1_80 };
    const nodes = {
      young: node(young, null, 1, "Y*** O***", { clientCount: 1 }),
      old: node(old, null, 1, "O*** O***", { clientCount: 2 }),
      other: node(belowYoung, young, 2, "O*** Y***"),
      newer: node(newer, old, 2, "N*** O***"),
      below: node(below, old, 2, "B*** O***", paid),
      third: node(third, below, 3, "T*** O***", unchanged),
    };
    const bare = { root: null, page: 1, pages: 1, total: 2 };
    expect({ ...body, nodes: [] }).toEqual({ ...bare, nodes: [] });
    expect(body.nodes.slice(0, 2)).toEqual([nodes.young, nodes.old]);
    const ofLevel = (level: number) => body.nodes.filter((one) => one.level === level);
    expect(ofLevel(2).filter(({ parentId }) => parentId === nodes.old.id)).toEqual([
      nodes.newer,
      nodes.below,
    ]);
    expect(ofLevel(2)).toContainEqual(nodes.other);
    expect(body.nodes.slice(5)).toEqual([nodes.third]);
    expect((await networkOf(partner.token, { client: nodes.old.id ?? "" })).body).toEqual({
      ...bare,
      root: nodes.old,
      nodes: [nodes.newer, nodes.below, nodes.third],
    });
  });

  it("of 10,000 clients is paged, and a branch has its own pages", async () => {
    const partner = await api.newClient();
    const branch = await newReferral(api, partner.id, "Big Branch");
    const [root] = await api.db.select().from(partnerNetwork).where(eq(partnerNetwork.clientId, branch.id));
    await transaction(api.db, async (tx) => {
      await tx.execute("set local statement_timeout = 0");
      await tx.execute(sql`
        insert into users (id, created_at, email, name, password_hash, referral_code, referrer_id)
        select 'n' || i, now(), 'n' || i || '@example.test', 'Client ' || i, '-', 'N' || i, case when i <= 9900 then ${partner.id} else ${branch.id} end
        from generate_series(1, 9999) i`);
      await tx.execute(sql`
        insert into partner_network (id, partner_id, client_id, level, parent_id, joined_at)
        select 'p' || i, ${partner.id}, 'n' || i, case when i <= 9900 then 1 else 2 end, case when i <= 9900 then null else ${root?.id}::text end,
          '2026-01-01'::timestamptz + i * interval '1 second'
        from generate_series(1, 9999) i`);
    });
    const { body: first } = await networkOf(partner.token);
    expect(first).toMatchObject({ total: 9901, pages: 991, page: 1 });
    expect(first.nodes.filter(({ level }) => level === 1)).toHaveLength(10);
    expect(first.nodes.filter(({ level }) => level === 2)).toHaveLength(5);
    expect(first.nodes[0]).toMatchObject({ name: "B*** B***", clientCount: 99 });
    const { body: second } = await networkOf(partner.token, { page: 2 });
    // today's branch is followed by those of January, the latest first
    expect(second).toMatchObject({ page: 2, pages: 991, root: null });
    expect(second.nodes.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => `p${9891 - i}`));
    const { body: last } = await networkOf(partner.token, { page: 100_000 });
    expect([last.page, last.nodes.length]).toEqual([991, 1]);
    const { body: whole } = await networkOf(partner.token, { client: root?.id, page: 10 });
    expect(whole).toMatchObject({ total: 99, pages: 10, root: { name: "B*** B***" } });
    expect(whole.nodes).toHaveLength(9);
    const { body: levels } = await api.call(contract.levels, {}, { token: partner.token });
    expect(levels.levels.map((row) => row.userCount)).toEqual([9901, 99, 0]);
  });
});

describe("a sign-up with a partner code", () => {
  const sign = (email: string, partnerCode?: string) =>
    api.call(signup, { name: "New Client", email, password: "a good password", consent: true, partnerCode });

  it("places the client below the partner, whatever the case of the code", async () => {
    const partner = await api.newClient({ referralCode: "GOODCODE" });
    expect((await sign("by-code@example.test", " goodcode ")).ok).toBe(true);
    const { body } = await networkOf(partner.token);
    expect(body.nodes.map(({ name, level }) => [name, level])).toEqual([["N*** C***", 1]]);
  });

  it("is rejected under its field if the code is unknown", async () => {
    const { status, error } = await sign("no-code@example.test", "NOBODYS");
    expect([status, error.fields]).toEqual([422, { partnerCode: "Invalid partner code" }]);
    expect(await api.db.$count(users, eq(users.email, "no-code@example.test"))).toBe(0);
  });
});

describe("client statistics by level", () => {
  it("count clients, turnover and reward with the level's percentage", async () => {
    const partner = await api.newClient();
    const first = await newReferral(api, partner.id);
    const second = await newReferral(api, first.id);
    await pay(api, first.id, 10_00);
    await pay(api, second.id, 30_00);
    const { body } = await api.call(contract.levels, {}, { token: partner.token });
    expect(body.levels).toEqual([
      { level: 1, rewardForLevel: 20, userCount: 1, rewardCountCents: 10_00, rewardSumCents: 2_00 },
      { level: 2, rewardForLevel: 5, userCount: 1, rewardCountCents: 30_00, rewardSumCents: 1_50 },
      { level: 3, rewardForLevel: 3, userCount: 0, rewardCountCents: 0, rewardSumCents: 0 },
    ]);
  });

  it("count a referral as active while a server of theirs is paid up", async () => {
    const partner = await api.newClient();
    const client = await newReferral(api, partner.id);
    const active = async () =>
      (await api.call(contract.partnerInfo, {}, { token: partner.token })).body.level_1_referral_active_count;
    expect(await active()).toBe(0);
    await pay(api, client.id, 10_00);
    await pay(api, client.id, 10_00);
    expect(await active()).toBe(1);
    const later = new Date(api.deps.clock.now().getTime() - 1000);
    const inactive = await newReferral(api, partner.id);
    await pay(api, inactive.id, 10_00, { paidUntil: later });
    expect(await active()).toBe(1);
  });
});
