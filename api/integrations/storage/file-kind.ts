const kinds = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/pdf": "pdf",
} as const;

export type FileKind = keyof typeof kinds;

/** Returns the type of a file by its first bytes, whatever its name; null for types that are not accepted. */
export async function kindOf(file: Blob): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  const start = new Uint8Array(await file.slice(0, 4100).arrayBuffer());
  const type = await fileTypeFromBuffer(start);
  return type && type.mime in kinds ? (type.mime as FileKind) : null;
}

/**
 * Returns a name for display and download: the client's own without paths and control characters, with the extension
 * of the file's real type.
 */
export function safeName(name: string, kind: FileKind): string {
  const base = name
    .normalize("NFC")
    .replace(/^.*[\\/]/, "")
    .replace(/\.[^.]*$/, "");
  const plain = base.replace(/[\p{C}\p{Zl}\p{Zp}"<>|:*?\\/]/gu, "").trim();
  return `${Array.from(plain).slice(0, 80).join("") || "file"}.${kinds[kind]}`;
}
