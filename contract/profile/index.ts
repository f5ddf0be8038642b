import * as z from "zod/mini";
import { defineEndpoint } from "#contract/endpoint";
import { name, newPassword, secondFactorCode, timeZone } from "#contract/fields";
import { fraction, integer } from "#contract/integer";
import { avatarMaxBytes, avatarSizes, avatarTypes } from "#contract/rules";

export * from "./email-change";

/** Changes of the client's own account data (specification, section 5). */

export const changeNameInput = z.object({ name });

export const changeName = defineEndpoint({
  method: "POST",
  path: "/user/profile",
  access: "client",
  summary: "Changes the name",
  input: changeNameInput,
});

export const changeTimeZoneInput = z.object({ zone: timeZone });

export const changeTimeZone = defineEndpoint({
  method: "POST",
  path: "/user/time-zone",
  access: "client",
  isOpenToBlocked: true,
  summary: "Sets the client's time zone for pages and e-mails",
  input: changeTimeZoneInput,
});

export const changePasswordInput = z.object({
  oldPassword: z
    .string("specifyOldPassword")
    .check(z.minLength(1, "specifyOldPassword"), z.maxLength(1000, "tooLong")),
  newPassword,
  secondFactorCode,
});

export const changePassword = defineEndpoint({
  method: "POST",
  path: "/user/change_password",
  access: "client",
  recentAuth: "oldPassword",
  summary: "Changes the password, ends all other sessions and e-mails the client",
  input: changePasswordInput,
});

/** Fraction of the picture's side, 0 to 1. */
const cropShare = z.optional(fraction("cropInvalid"));

export const avatarInput = z.object({
  avatar: z.file("specifyAvatar").check(
    z.refine((file) => file.size > 0 || file.name !== "", { error: "specifyAvatar", abort: true }),
    z.refine((file) => file.size > 0, { error: "fileEmpty", abort: true }),
    z.maxSize(avatarMaxBytes, { error: "fileOver1Mb", abort: true }),
    z.mime([...avatarTypes], "avatarTypeUnknown"),
  ),
  /** The square to crop: its left and top edge, and its side. If omitted, the largest square at the centre. */
  cropLeft: cropShare,
  cropTop: cropShare,
  cropSize: cropShare,
});

export const uploadAvatar = defineEndpoint({
  method: "POST",
  path: "/user/avatar",
  access: "client",
  summary: "Sets the avatar, cropped to a square",
  body: "multipart",
  maxFileBytes: avatarMaxBytes,
  input: avatarInput,
  output: z.object({ photoPath: z.string() }),
});

export const removeAvatar = defineEndpoint({
  method: "DELETE",
  path: "/user/avatar",
  access: "client",
  summary: "Removes the avatar",
});

export const avatar = defineEndpoint({
  method: "GET",
  path: "/user/avatar/:avatarId",
  access: "public",
  summary: "Returns an avatar as WebP; its address is unguessable and changes with the picture",
  answer: "file",
  input: z.object({
    avatarId: z.string(),
    size: z._default(z.pipe(integer({}), z.literal([...avatarSizes])), 64),
  }),
});
