import { join } from "node:path";
import { neededSettings } from "#api/outside/needed-settings";
import type { Environment } from "#api/values/environment";
import { environment } from "#api/values/environment";
import { randomIds } from "#api/values/ids";
import { diskFiles } from "./disk";
import { s3Files } from "./s3";
import type { FileStore } from "./store";

/** Each store that the settings describe: the disk is always one, a bucket where `S3_…` gives it. */
export type FileStores = { disk: FileStore; s3: FileStore | null };

/** @throws in plain words where the settings of a bucket can't be right */
export function fileStores(dataDir: string, given: Environment = environment()): FileStores {
  const where = { folder: join(dataDir, "files"), makeId: randomIds.id };
  const found = neededSettings(
    "S3",
    {
      S3_ENDPOINT: /^https?:\/\/[^\s/?#]+[^\s?#]*$/,
      S3_BUCKET: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      S3_ACCESS_KEY_ID: /^\S+$/,
      S3_SECRET_ACCESS_KEY: /^\S+$/,
    },
    given,
  );
  const bucket = found && {
    endpoint: found.S3_ENDPOINT.replace(/\/+$/, ""),
    bucket: found.S3_BUCKET,
    region: given.S3_REGION || "us-east-1",
    accessKeyId: found.S3_ACCESS_KEY_ID,
    secretAccessKey: found.S3_SECRET_ACCESS_KEY,
  };
  return { disk: diskFiles(where), s3: bucket && s3Files({ ...bucket, ...where }) };
}

/** Where uploads are kept: in the bucket of the settings, else on the disk under `dataDir`. */
export function chooseFiles(dataDir: string, given?: Environment): FileStore {
  const { disk, s3 } = fileStores(dataDir, given);
  return s3 ?? disk;
}
