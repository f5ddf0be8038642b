const step = 1024;

/** Returns a file size in the largest fitting unit: bytes and kilobytes as integers, megabytes with one decimal. */
export function fileSize(bytes: number): { unit: "bytes" | "kilobytes" | "megabytes"; value: number } {
  if (bytes < step) return { unit: "bytes", value: bytes };
  const kilobytes = Math.round(bytes / step);
  if (kilobytes < step) return { unit: "kilobytes", value: kilobytes };
  return { unit: "megabytes", value: Math.round((bytes / step / step) * 10) / 10 };
}
