import type { FileStore } from "#api/integrations/storage/store";

/** A file store that records what is stored through it, so that files of a failed transaction can be removed. */
export function filesOfAttempt(store: FileStore): { files: FileStore; discard: () => Promise<void> } {
  const stored: string[] = [];
  const put: FileStore["put"] = async (...what) => {
    const storedFiles = await store.put(...what);
    stored.push(storedFiles.id);
    return storedFiles;
  };
  return {
    files: { ...store, put },
    discard: async () => {
      for (const id of stored.splice(0)) await store.remove(id);
    },
  };
}
