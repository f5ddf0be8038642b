import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** The only client that the server knows. */
const key = "S3RVER";

/** Starts a local fake S3 server that checks signatures, except those of lists, and no checksums. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), "cabinet-s3-"));
  const bucket = "cabinet-uploads";
  const where = { address: "127.0.0.1", port: 0, silent: true, directory };
  const server = new S3rver({ ...where, configureBuckets: [{ name: bucket }] });
  server.middleware.unshift((context, next) => {
    // it computes the signature of a bucket's path without the trailing slash that was sent: signatures of lists are
    // not checked
    if (/^\/[^/]+\/$/.test(context.path))
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
    return next();
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    bucket: { endpoint, bucket, region: "us-east-1", accessKeyId: key, secretAccessKey: key },
    /** As an operator sets it. */
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    },
    /** The path at which the server stores an upload. */
    pathOf: (id: string) => join(directory, bucket, `files/${id}._S3rver_object`),
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
