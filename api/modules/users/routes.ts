import type { Handler } from "#api/http/handle";
import { alertMessage, changeLanguage, currentUser, permissions } from "./current-user";
import { checkForgotOtp, forgotPasswordCode } from "./forgot-password";
import { login } from "./login";
import { receiveReturns } from "./receive-returns";
import { resendConfirmation } from "./resend-confirmation";
import { resetPassword } from "./reset-password";
import { logout, refreshToken } from "./session-routes";
import { signup } from "./signup";
import { verifyEmail } from "./verify-email";

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
