import type { Handler } from "#api/http/handle";
import { avatar, removeAvatar, uploadAvatar } from "./avatars";
import { changeName } from "./change-name";
import { changePassword } from "./change-password";
import { changeTimeZone } from "./change-time-zone";

export const profileRoutes: readonly Handler[] = [
  changeName,
  changeTimeZone,
  changePassword,
  uploadAvatar,
  removeAvatar,
  avatar,
];
