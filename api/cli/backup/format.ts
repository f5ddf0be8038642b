import * as z from "zod/mini";

/**
 * A backup is a folder:
 *
 *     manifest.json          its contents with checksums; written last: a folder without it is not a backup
 *     tables/<name>.copy.gz  the rows of each table as PostgreSQL's COPY writes them, all as of one moment
 *     files/ab/ab12…         uploads under their ids
 *     secrets.json           the service's secrets, encrypted with the pass phrase
 */
export const formatVersion = 1;
export const manifestFile = "manifest.json";
export const secretsFile = "secrets.json";

const table = z.object({
  /** `public.users`, quoted if PostgreSQL requires it. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** The sum over all rows of the first 64 bits of each row's MD5, as a decimal number: independent of the order. */
  sum: z.string(),
  file: z.string(),
  /** SHA-256 of the file as stored in the folder. */
  sha256: z.string(),
});

export const manifest = z.object({
  format: z.literal(formatVersion),
  /** The release that made the backup. */
  version: z.string(),
  madeAt: z.string(),
  /** Hashes of the migrations that made the tables, in order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Queues of pg-boss, which creates their tables. */
  queues: z.array(z.string()),
  files: z.array(z.object({ id: z.string(), bytes: z.int(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifest>;
export type TableCopy = z.output<typeof table>;

export const secrets = z.object({ sessionSecret: z.string(), previousSessionSecret: z.optional(z.string()) });
export type Secrets = z.output<typeof secrets>;

export const filePath = (id: string) => `files/${id.slice(0, 2)}/${id}`;
