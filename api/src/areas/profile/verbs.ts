import type { Verb } from "#api/calls/verb";
import { avatar, removeAvatar, uploadAvatar } from "./avatars";
import { changeName } from "./change-name";
import { changePassword } from "./change-password";

export const profileVerbs: readonly Verb[] = [changeName, changePassword, uploadAvatar, removeAvatar, avatar];
