import * as security from '#contract/account-security.ts';
import * as rows from '#contract/accounts.ts';
import { route } from '../http/serve.ts';
import { changeEmail, confirmEmail } from './change-email.ts';
import { changePassword, forgotPassword, resetPassword } from './change-password.ts';
import { endSession, endSessions, listSessions } from './own-sessions.ts';
import { logout, refreshSession } from './refresh-session.ts';
import { register } from './register.ts';
import { showSecurity } from './show-security.ts';
import { checkEmail, login } from './sign-in.ts';
import { confirmTwoFactor, setUpTwoFactor, turnOffTwoFactor } from './two-factor.ts';
import { resendCode, verifyEmail } from './verify-email.ts';

export const accountRoutes = [
  route(rows.checkEmail, checkEmail),
  route(rows.register, register),
  route(rows.login, login),
  route(rows.verifyEmail, verifyEmail),
  route(rows.resendCode, resendCode),
  route(rows.refresh, refreshSession),
  route(rows.logout, logout),
  route(security.forgotPassword, forgotPassword),
  route(security.resetPassword, resetPassword),
  route(security.changePassword, changePassword),
  route(security.changeEmail, changeEmail),
  route(security.confirmEmail, confirmEmail),
  route(security.setUpTwoFactor, setUpTwoFactor),
  route(security.confirmTwoFactor, confirmTwoFactor),
  route(security.turnOffTwoFactor, turnOffTwoFactor),
  route(security.showSecurity, showSecurity),
  route(security.listSessions, listSessions),
  route(security.endSessions, endSessions),
  route(security.endSession, endSession),
];
