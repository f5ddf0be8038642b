import type { Handler } from "#api/http/handle";
import { avatar, removeAvatar, uploadAvatar } from "./avatars";
import {
  cancelEmailChange,
  confirmEmailChange,
  emailChange,
  readEmailChange,
  requestEmailChange,
} from "./change-email";
import { changeName } from "./change-name";
import { changePassword } from "./change-password";
import { changeTimeZone } from "./change-time-zone";

export const profileRoutes: readonly Handler[] = [
  changeName,
  changeTimeZone,
  changePassword,
  emailChange,
  requestEmailChange,
  cancelEmailChange,
  readEmailChange,
  confirmEmailChange,
  uploadAvatar,
  removeAvatar,
  avatar,
];
