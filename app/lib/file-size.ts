const step = 1024;

/** How large a file is, in the largest unit that it has one of: whole bytes and kilobytes, megabytes with a decimal. */
export function fileSize(bytes: number): { unit: "bytes" | "kilobytes" | "megabytes"; value: number } {
  if (bytes < step) return { unit: "bytes", value: bytes };
  const kilobytes = Math.round(bytes / step);
  if (kilobytes < step) return { unit: "kilobytes", value: kilobytes };
  return { unit: "megabytes", value: Math.round((bytes / step / step) * 10) / 10 };
}
