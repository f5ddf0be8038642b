import { expect, test } from "vitest";
import { Refusal } from "./refusal";
import { turnstile, turnstiles } from "./turnstile";

/** Work that ends when it is told to. */
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

test("so many at once, so many wait, and the next is refused at once", async () => {
  const pass = turnstile({ at: 2, waiting: 3 });
  const { work, most, endAll } = works();
  const admitted = Array.from({ length: 5 }, () => pass(work));
  await expect(pass(work)).rejects.toBeInstanceOf(Refusal);
  await endAll();
  await Promise.all(admitted);
  expect(most()).toBe(2);
});

test("work that throws gives its place back", async () => {
  const pass = turnstile({ at: 1, waiting: 1 });
  const failing = () => Promise.reject(new Error("no"));
  for (let n = 0; n < 5; n++) await expect(pass(failing)).rejects.toThrow("no");
});

test("one name's crowd does not keep another waiting", async () => {
  const pass = turnstiles({ at: 1, waiting: 1 });
  const { work, endAll } = works();
  const crowd = [pass("a", work), pass("a", work)];
  await expect(pass("a", work)).rejects.toBeInstanceOf(Refusal);
  expect(await pass("b", async () => "served")).toBe("served");
  await endAll();
  await Promise.all(crowd);
});
