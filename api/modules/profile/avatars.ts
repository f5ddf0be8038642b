import { eq } from "drizzle-orm";
import { userOf } from "#api/auth/user-of";
import { isOutage } from "#api/db/outage";
import { avatars } from "#api/db/schema/profile";
import { users } from "#api/db/schema/users";
import type { Tx } from "#api/db/transaction";
import { transaction } from "#api/db/transaction";
import type { Deps } from "#api/deps";
import { handle } from "#api/http/handle";
import { consume } from "#api/http/rate-limit";
import { kindOf } from "#api/integrations/storage/file-kind";
import { squares, UnreadableImage } from "#api/integrations/storage/image";
import { ApiError } from "#api/lib/api-error";
import { removeFilesOf } from "#api/queue/remove-files";
import * as contract from "#contract/profile/index";
import { avatarSizes, avatarTypes } from "#contract/rules";

const squareMaxBytes = 512 * 1024;
const uploadsPerMinute = 10;

const wrong = (message: string) => new ApiError(422, "invalidInput", { fields: { avatar: message } });

async function* singleChunk(bytes: Uint8Array) {
  yield bytes;
}

/** Replaces or removes a client's avatar, and deletes the files of the old one. */
async function replaceAvatar(deps: Deps, tx: Tx, userId: string, files: Record<string, string> | null) {
  const { avatarFileId } = await userOf(tx, userId);
  const id = files && deps.ids.id();
  if (id) await tx.insert(avatars).values({ id, userId, files, createdAt: deps.clock.now() });
  await tx.update(users).set({ avatarFileId: id }).where(eq(users.id, userId));
  const old = avatarFileId ? await tx.delete(avatars).where(eq(avatars.id, avatarFileId)).returning() : [];
  await removeFilesOf(
    tx,
    old.flatMap((row) => Object.values(row.files)),
  );
  return id;
}

export const uploadAvatar = handle(contract.uploadAvatar, async (input, context) => {
  const { cropLeft, cropTop, cropSize } = input;
  await consume(context, [{ key: `avatar:${context.client.id}`, limit: uploadsPerMinute }]);
  const kind = await kindOf(input.avatar);
  if (!kind || !(avatarTypes as readonly string[]).includes(kind)) throw wrong("avatarTypeUnknown");
  const isCropped = cropLeft !== undefined && cropTop !== undefined && cropSize !== undefined;
  const crop = isCropped ? { left: cropLeft, top: cropTop, size: cropSize } : undefined;
  const picture = new Uint8Array(await input.avatar.arrayBuffer());
  const images = await squares(picture, avatarSizes, crop).catch((error: unknown) => {
    throw error instanceof UnreadableImage ? wrong("fileUnreadable") : error;
  });
  const files: Record<string, string> = {};
  const storeFiles = async () => {
    for (const [index, bytes] of images.entries()) {
      const { id } = await context.files.put(singleChunk(bytes), { limit: squareMaxBytes });
      files[String(avatarSizes[index])] = id;
    }
    return transaction(context.db, (tx) => replaceAvatar(context, tx, context.client.id, files));
  };
  const id = await storeFiles().catch(async (error: unknown) => {
    // after an outage the transaction may have committed; files without a row are deleted later
    if (!isOutage(error))
      await Promise.all(Object.values(files).map((stored) => context.files.remove(stored)));
    throw error;
  });
  return { photoPath: `/user/avatar/${id}` };
});

export const removeAvatar = handle(contract.removeAvatar, async (_input, context) => {
  await transaction(context.db, (tx) => replaceAvatar(context, tx, context.client.id, null));
  return { ok: true } as const;
});

export const avatar = handle(contract.avatar, async ({ avatarId, size }, { db, files }) => {
  const [row] = await db.select().from(avatars).where(eq(avatars.id, avatarId));
  const file = row && (await files.open(row.files[String(size)] ?? ""));
  if (!file) throw new ApiError(404, "notFound");
  return new Response(file.stream, {
    headers: {
      "content-type": "image/webp",
      "content-length": String(file.bytes),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
});
