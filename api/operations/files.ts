import * as z from "zod/mini";
import type { Deps } from "#api/deps";
import { copyFiles } from "#api/integrations/storage/copy";
import { fileStores } from "#api/integrations/storage/index";
import type { OperationOutput } from "./command-output";
import type { CommandGroup } from "./operation";

const targetInput = z.object({ to: z.enum(["s3", "disk"]) });
type Where = z.output<typeof targetInput>;

/** Copies or moves files between the two stores of the settings, which are checked first. */
async function carry({ to }: Where, { settings }: Deps, thenRemove: boolean): Promise<OperationOutput> {
  const { disk, s3 } = fileStores(settings);
  if (!s3)
    throw new Error("No bucket is set: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY");
  const [from, into] = to === "s3" ? [disk, s3] : [s3, disk];
  const source = await from.check();
  const target = await into.check();
  return { from: source, to: target, ...(await copyFiles(from, into, { thenRemove })) };
}

export const filesCommands: CommandGroup = (program, operation) => {
  const files = program.command("files").description("upload storage");
  operation(
    files
      .command("copy")
      .description("copy all uploads between disk and bucket and verify each; safe to repeat")
      .requiredOption("--to <place>", "s3 or disk"),
    targetInput,
    async (input, { deps }) =>
      () =>
        carry(input, deps, false),
    { isShellOnly: true },
  );
  operation(
    files
      .command("move")
      .description("the same, and delete each original once its copy is verified")
      .requiredOption("--to <place>", "s3 or disk"),
    targetInput,
    async (input, { deps }) =>
      () =>
        carry(input, deps, true),
    {
      isShellOnly: true,
      confirm: ({ to }) =>
        `Does every process keep its uploads ${to === "s3" ? "in the bucket" : "on the disk"} already? They are taken away where they were.`,
    },
  );
};
