import * as rows from '#contract/accounts.ts';
import { route } from '../http/serve.ts';
import { logout, refreshSession } from './refresh-session.ts';
import { register } from './register.ts';
import { checkEmail, login } from './sign-in.ts';
import { resendCode, verifyEmail } from './verify-email.ts';

export const accountRoutes = [
  route(rows.checkEmail, checkEmail),
  route(rows.register, register),
  route(rows.login, login),
  route(rows.verifyEmail, verifyEmail),
  route(rows.resendCode, resendCode),
  route(rows.refresh, refreshSession),
  route(rows.logout, logout),
];
