import { expect, it, vi } from "vitest";
import { batchConcurrent } from "./batch-concurrent";

function gatedBatches() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const add = batchConcurrent<number, number>(
    async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (items.includes(13)) throw new Error("unlucky");
      return items.map((item) => item * 2);
    },
    { atMost: 3, apartMilliseconds: 0 },
  );
  const open = async () => {
    gates.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { add, batches, open };
}

it("items added while a batch runs form the next batch, and each gets its own answer", async () => {
  const { add, batches, open } = gatedBatches();
  const answers = Promise.all([1, 2, 3, 4, 5].map(add));
  for (let batch = 0; batch < 3; batch++) await open();
  expect(await answers).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

it("a failure rejects the items of its batch, and the next batch runs", async () => {
  const { add, open } = gatedBatches();
  const answers = Promise.allSettled([1, 13, 2].map(add));
  const later = answers.then(() => add(4));
  for (let batch = 0; batch < 2; batch++) await open();
  expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  await open();
  expect(await later).toBe(8);
});

it("the next batch waits for more items unless it is full", async () => {
  vi.useFakeTimers();
  try {
    const batches: number[][] = [];
    const work = async (items: number[]) => {
      batches.push(items);
      return items;
    };
    const add = batchConcurrent(work, { atMost: 3, apartMilliseconds: 40 });
    const answers = [1, 2].map(add);
    await vi.advanceTimersByTimeAsync(30);
    answers.push(add(3));
    expect(batches).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(10);
    expect(batches).toEqual([[1], [2, 3]]);
    answers.push(...[4, 5, 6, 7, 8, 9, 10].map(add));
    await vi.advanceTimersByTimeAsync(0);
    expect(batches.slice(2)).toEqual([
      [4, 5, 6],
      [7, 8, 9],
    ]);
    await vi.advanceTimersByTimeAsync(40);
    expect(batches.slice(4)).toEqual([[10]]);
    expect(await Promise.all(answers)).toHaveLength(10);
  } finally {
    vi.useRealTimers();
  }
});
