import type { Handler } from "#api/http/handle";
import { avatar, removeAvatar, uploadAvatar } from "./avatars";
import {
  cancelEmailChange,
  confirmEmailChange,
  emailChange,
  readEmailChange,
  requestEmailChange,
} from "./change-email";
import { changeName, changePassword, changeTimeZone } from "./change-profile";

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
