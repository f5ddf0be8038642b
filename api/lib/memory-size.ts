/** V8's header of an object with its place in whatever holds it. */
const objectBytes = 32;
const placeBytes = 8;

/**
 * How many bytes a value takes in memory, about: characters count as two bytes, what is shared is counted each time. A promise counts as
 * what it is before it has an answer, so caches keep promises of short answers only.
 */
export function memorySize(value: unknown): number {
  if (typeof value === "string") return objectBytes + 2 * value.length;
  if (typeof value === "bigint") return objectBytes + 8;
  if (typeof value !== "object" || value === null) return placeBytes;
  if (ArrayBuffer.isView(value)) return objectBytes * 3 + value.byteLength;
  if (value instanceof Map) return objectBytes * 2 + memorySizeOfAll([...value].flat());
  if (value instanceof Set || Array.isArray(value)) return objectBytes + memorySizeOfAll(value);
  if (value instanceof Promise || value instanceof Date) return objectBytes * 4;
  return objectBytes + memorySizeOfAll(Object.values(value));
}

function memorySizeOfAll(values: Iterable<unknown>): number {
  let bytes = 0;
  for (const value of values) bytes += placeBytes + memorySize(value);
  return bytes;
}
