import type { Route } from '../http/handler.ts';
import { checkEmail, login } from './sign-in.ts';
import { register } from './register.ts';
import { verifyEmail, resendCode } from './verify-email.ts';
import { refreshSession, logout } from './refresh-session.ts';
import { forgotPassword, resetPassword, changePassword } from './change-password.ts';
import { changeEmail, confirmEmail } from './change-email.ts';
import { setUpTwoFactor, confirmTwoFactor, turnOffTwoFactor } from './two-factor.ts';
import { showSecurity } from './show-security.ts';
import { listSessions, endSessions, endSession } from './own-sessions.ts';

export const accountRoutes: Route[] = [
  checkEmail,
  register,
  login,
  verifyEmail,
  resendCode,
  refreshSession,
  logout,
  forgotPassword,
  resetPassword,
  changePassword,
  changeEmail,
  confirmEmail,
  setUpTwoFactor,
  confirmTwoFactor,
  turnOffTwoFactor,
  showSecurity,
  listSessions,
  endSessions,
  endSession,
];
