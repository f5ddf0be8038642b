import { join } from "node:path";
import type { Environment } from "#api/lib/environment";
import { randomIds } from "#api/lib/ids";
import type { Bucket, Settings } from "#api/lib/settings";
import { diskFiles } from "./disk";
import { s3Files } from "./s3";
import type { FileStore } from "./store";

/** The file stores of the settings: the disk always, a bucket if `S3_…` is set. */
export type FileStores = { disk: FileStore; s3: FileStore | null };

type StoreSettings = Pick<Settings, "dataDir" | "bucket">;

/** Returns the bucket of the `S3_…` settings, which are given together or not at all. */
export function bucketOf(env: Environment): Bucket | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

export function fileStores({ dataDir, bucket }: StoreSettings): FileStores {
  const where = { folder: join(dataDir, "files"), makeId: randomIds.id };
  return { disk: diskFiles(where), s3: bucket ? s3Files({ ...bucket, ...where }) : null };
}

/** Returns the store for uploads: the bucket of the settings, else the disk under `dataDir`. */
export function chooseFiles(where: StoreSettings): FileStore {
  const { disk, s3 } = fileStores(where);
  return s3 ?? disk;
}
