import type { Handler } from "#api/http/handle";
import { resendConfirmation, verifyEmail } from "./confirm-email";
import { alertMessage, changeLanguage, currentUser, permissions } from "./current-user";
import { login } from "./login";
import { checkForgotOtp, forgotPasswordCode, resetPassword } from "./password-reset";
import { receiveReturns } from "./receive-bounces";
import { logout, refreshToken } from "./session-routes";
import { signup } from "./signup";

export const userRoutes: readonly Handler[] = [
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
