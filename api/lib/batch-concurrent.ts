/**
 * Batches concurrent items: the first runs immediately and alone; those that arrive meanwhile run next, at most
 * `atMost` at a time, in order of arrival. Each gets its own result.
 *
 * @param work returns a result for each item, in order; if it throws, all items of the batch fail
 * @param apartMilliseconds minimum time between the starts of two batches, unless the next one is full: the more
 * items arrive, the more share the cost of a batch
 */
export function batchConcurrent<T, R>(
  work: (items: T[]) => Promise<readonly R[]>,
  { atMost, apartMilliseconds }: { atMost: number; apartMilliseconds: number },
): (item: T) => Promise<R> {
  type Waiting = { item: T; resolve: (answer: R) => void; reject: (error: unknown) => void };
  const waiting: Waiting[] = [];
  let isBusy = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  let full = () => {};
  const fullOrAfter = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      full = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const runBatches = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const early = nextAt - performance.now();
      if (early > 0 && waiting.length < atMost) await fullOrAfter(early);
      nextAt = performance.now() + apartMilliseconds;
      const some = waiting.splice(0, atMost);
      try {
        const answers = await work(some.map(({ item }) => item));
        if (answers.length !== some.length) throw new Error("Each item gets one answer");
        for (const [index, { resolve }] of some.entries()) resolve(answers[index] as R);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    isBusy = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isBusy) void runBatches();
      if (waiting.length >= atMost) full();
    });
}
