import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dealsOf, newTerminal } from "#api/modules/monitoring/testing";
import type { TestApi } from "#api/testing";
import { testApi } from "#api/testing";
import * as contract from "#contract/monitoring/index";
import { excursionsIn } from "./excursions";

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const state = { balance: "560", equity: "560", gmt_offset: 0, positions: [] };

async function setUp() {
  const { token } = await api.newClient();
  const terminal = await newTerminal(api, token);
  const trades = async (viewer: { token?: string } = { token }) =>
    (await api.call(contract.trades, { monitoringId: terminal.id, direction: "asc" }, viewer)).body.trades;
  const excursions = async () => (await trades()).map(({ mae, mfe }) => [mae, mfe]);
  return { ...terminal, token, trades, excursions };
}

describe("excursions of a trade", () => {
  it("are those observed while its position was open, its close included", async () => {
    const { post, excursions } = await setUp();
    const watched = [
      { position: "2", low: "-31.5", high: "4", whole: 1 },
      { position: "4", low: "-3", high: "12.25", whole: 1 },
    ];
    await post({ ...state, deals: dealsOf("500", ["10", "20", "30"]), excursions: watched });
    expect(await excursions()).toEqual([
      ["-31.50", "10.00"],
      ["-3.00", "20.00"],
      [null, null],
    ]);
    // a wider repeat is stored; a narrower one changes nothing
    await post({ ...state, deals: [], excursions: [{ position: "2", low: "-40", high: "2", whole: 1 }] });
    expect((await excursions())[0]).toEqual(["-40.00", "10.00"]);
  });

  it("arrive with the position's close or after it, and stay unknown if an observation was missed", async () => {
    const { post, excursions } = await setUp();
    const deals = dealsOf("500", ["10", "20"]);
    await post({ ...state, deals });
    expect(await excursions()).toEqual([
      [null, null],
      [null, null],
    ]);
    await post({ ...state, deals: [], excursions: [{ position: "2", low: "-1", high: "11", whole: 1 }] });
    expect((await excursions())[0]).toEqual(["-1.00", "11.00"]);
    await post({ ...state, deals: [], excursions: [{ position: "4", low: "-1", high: "25", whole: 0 }] });
    await post({ ...state, deals: [], excursions: [{ position: "4", low: "-1", high: "25", whole: 1 }] });
    expect((await excursions())[1]).toEqual([null, null]);
  });

  it("are rejected if not numbers, and hidden with all money", async () => {
    const { post, trades, id, token } = await setUp();
    const excursions = [
      { position: "2", low: "nan", high: "1", whole: 1 },
      { position: "4", low: "-1", high: "25", whole: 1 },
      "nonsense",
    ];
    const { body } = await post({ ...state, deals: dealsOf("500", ["10", "20"]), excursions });
    expect(body.refused).toHaveProperty(["excursions.0.low"]);
    expect((await trades())[1]).toMatchObject({ mae: "-1.00", mfe: "25.00" });
    await api.call(
      contract.setSharing,
      { monitoringId: id, visibility: "public", showMoney: false },
      { token },
    );
    const [, hidden] = await trades({});
    expect(hidden).not.toHaveProperty("mae");
    expect(hidden).not.toHaveProperty("mfe");
  });
});

it("the excursions of a position that closed in parts are unknown for each part", () => {
  const watched = { position: "1", low: -5n, high: 9n, isWhole: true };
  expect(excursionsIn([3n], watched)).toEqual({ mae: -5n, mfe: 9n });
  expect(excursionsIn([-7n], { ...watched, high: -1n })).toEqual({ mae: -7n, mfe: 0n });
  expect(excursionsIn([3n, 4n], watched)).toEqual({ mae: null, mfe: null });
  expect(excursionsIn([3n], undefined)).toEqual({ mae: null, mfe: null });
});
