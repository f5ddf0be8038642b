import type { Verb } from "#api/http/verb";
import { alertMessage, changeLanguage, currentUser, permissions } from "./current-user";
import { checkForgotOtp, forgotPasswordCode } from "./forgot-password";
import { login } from "./login";
import { receiveReturns } from "./receive-returns";
import { resendConfirmation } from "./resend-confirmation";
import { resetPassword } from "./reset-password";
import { logout, refreshToken } from "./session-verbs";
import { signup } from "./signup";
import { verifyEmail } from "./verify-email";

export const userVerbs: readonly Verb[] = [
  signup,
  verifyEmail,
  resendConfirmation,
  login,
  refreshToken,
  logout,
  forgotPasswordCode,
  checkForgotOtp,
  resetPassword,
  currentUser,
  alertMessage,
  changeLanguage,
  permissions,
  receiveReturns,
];
