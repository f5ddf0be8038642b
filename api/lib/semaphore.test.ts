import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "./api-error";
import { semaphore, semaphorePerKey } from "./semaphore";

/** Tasks that end on demand. */
function works() {
  const ends: (() => void)[] = [];
  let most = 0;
  let inside = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise<void>((resolve) => ends.push(resolve));
    inside -= 1;
  };
  return {
    work,
    most: () => most,
    endAll: async () => {
      while (inside > 0) {
        for (const end of ends.splice(0)) end();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

test("runs and queues up to its limits, and rejects the next at once", async () => {
  const { run } = semaphore({ concurrency: 2, maxWaiting: 3 });
  const { work, most, endAll } = works();
  const admitted = Array.from({ length: 5 }, () => run(work));
  await expect(run(work)).rejects.toBeInstanceOf(ApiError);
  await endAll();
  await Promise.all(admitted);
  expect(most()).toBe(2);
});

test("releases the slot of a task that throws", async () => {
  const { run } = semaphore({ concurrency: 1, maxWaiting: 1 });
  const failing = () => Promise.reject(new Error("no"));
  for (let n = 0; n < 5; n++) await expect(run(failing)).rejects.toThrow("no");
});

test("does not delay one key by another key's queue", async () => {
  const { run } = semaphorePerKey({ concurrency: 1, maxWaiting: 1 });
  const { work, endAll } = works();
  const crowd = [run("a", work), run("a", work)];
  await expect(run("a", work)).rejects.toBeInstanceOf(ApiError);
  expect(await run("b", async () => "served")).toBe("served");
  await endAll();
  await Promise.all(crowd);
});

test("rejects a task that has waited too long, and runs the next when a slot is released", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { acquire } = semaphore({ concurrency: 1, maxWaiting: 2, maxWaitMs: 1_000 });
  const release = await acquire();
  const waited = acquire().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(999);
  const next = acquire();
  await vi.advanceTimersByTimeAsync(1);
  expect(await waited).toMatchObject({
    status: 429,
    code: "busy",
    extra: { headers: { "retry-after": "1" } },
  });
  release();
  (await next)();
  (await acquire())();
});
