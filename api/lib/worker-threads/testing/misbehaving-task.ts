import { serve } from "#api/lib/worker-threads/boot";

type Wish = { does: "add" | "spin" | "hoard" | "throw" | "emit"; numbers?: number[] };

/** A task that behaves as a malicious file might make a parser behave. */
async function run({ does, numbers = [] }: Wish, emit: (chunk: number) => Promise<void>): Promise<number> {
  if (does === "spin") for (;;) numbers.length = 0;
  if (does === "throw") throw new Error("as asked");
  if (does === "hoard") {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => index + hoard.length));
  }
  if (does === "emit") for (const number of numbers) await emit(number);
  return numbers.reduce((sum, number) => sum + number, 0);
}

serve(run);
