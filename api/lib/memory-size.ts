/** Size of V8's object header and the reference to the object. */
const objectBytes = 32;
const referenceBytes = 8;

/**
 * Estimates the memory of a value in bytes. Characters count as two bytes; shared values are counted each time. The
 * result of a pending promise is not known, so caches should store only promises of small results.
 */
export function memorySize(value: unknown): number {
  if (typeof value === "string") return objectBytes + 2 * value.length;
  if (typeof value === "bigint") return objectBytes + 8;
  if (typeof value !== "object" || value === null) return referenceBytes;
  if (ArrayBuffer.isView(value)) return objectBytes * 3 + value.byteLength;
  if (value instanceof Map) return objectBytes * 2 + memorySizeOfAll([...value].flat());
  if (value instanceof Set || Array.isArray(value)) return objectBytes + memorySizeOfAll(value);
  if (value instanceof Promise || value instanceof Date) return objectBytes * 4;
  return objectBytes + memorySizeOfAll(Object.values(value));
}

function memorySizeOfAll(values: Iterable<unknown>): number {
  let bytes = 0;
  for (const value of values) bytes += referenceBytes + memorySize(value);
  return bytes;
}
