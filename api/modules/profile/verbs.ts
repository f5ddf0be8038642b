import type { Verb } from "#api/http/verb";
import { avatar, removeAvatar, uploadAvatar } from "./avatars";
import { changeName } from "./change-name";
import { changePassword } from "./change-password";
import { changeTimeZone } from "./change-time-zone";

export const profileVerbs: readonly Verb[] = [
  changeName,
  changeTimeZone,
  changePassword,
  uploadAvatar,
  removeAvatar,
  avatar,
];
