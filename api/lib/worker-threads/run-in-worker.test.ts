import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import type { Task } from "./run-in-worker";
import { runInWorker } from "./run-in-worker";

const task = (limits: Partial<Task> = {}): Task => ({
  file: "api/lib/worker-threads/testing/misbehaving-task.ts",
  memoryMb: 64,
  seconds: 30,
  ...limits,
});
type Wish = { does: string; numbers?: number[] };
const run = (wish: Wish, limits?: Partial<Task>, take?: (chunk: number) => Promise<void>) =>
  runInWorker<Wish, number, number>(task(limits), () => ({ input: wish }), take);

describe("runInWorker", { timeout: 60_000 }, () => {
  it("returns the result of the work", async () => {
    expect(await run({ does: "add", numbers: [1, 2, 3] })).toBe(6);
  });

  it("hands over chunks, each consumed before the next", async () => {
    let [inHand, most] = [0, 0];
    const chunks: number[] = [];
    await run({ does: "emit", numbers: [1, 2, 3, 4] }, {}, async (chunk) => {
      inHand += 1;
      most = Math.max(most, inHand);
      await new Promise((resolve) => setImmediate(resolve));
      chunks.push(chunk);
      inHand -= 1;
    });
    expect(chunks).toEqual([1, 2, 3, 4]);
    expect(most).toBe(1);
  });

  it("ends a busy loop at its timeout and hardly delays the event loop", async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await expect(run({ does: "spin" }, { seconds: 1 })).rejects.toMatchObject({ reason: "time" });
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(500);
  });

  it("ends a task that takes too much memory", async () => {
    await expect(run({ does: "hoard" }, { memoryMb: 32 })).rejects.toMatchObject({ reason: "memory" });
  });

  it("reports a failure", async () => {
    await expect(run({ does: "throw" })).rejects.toMatchObject({ reason: "broken" });
  });

  it("releases its slot for the next task, however it ends", async () => {
    const ends = await Promise.allSettled([
      run({ does: "throw" }),
      run({ does: "hoard" }, { memoryMb: 32 }),
      run({ does: "throw" }),
      run({ does: "add", numbers: [4] }),
      run({ does: "add", numbers: [5] }),
    ]);
    expect(ends.map((end) => (end.status === "fulfilled" ? end.value : "stopped"))).toEqual([
      "stopped",
      "stopped",
      "stopped",
      4,
      5,
    ]);
  });
});
