// Account security: password, address, second factor, sessions (docs/product.md §8).
import * as z from 'zod/mini';
import {
  codeField,
  emailField,
  newPasswordField,
  passwordField,
  secondFactorField,
  setUpTokenField,
  signedInUser,
} from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

/** The answer and its timing don't reveal whether the address has an account. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Mails a password reset code if the address has an account.',
  audience: 'anyone',
  throttle: 'code',
  repeat: 'natural',
  // It only sends a mail, which no page of the caller shows.
  changes: [],
  body: z.object({ email: emailField }),
  reply: z.null(),
  rejections: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Sets a new password with a mailed code and ends every session.',
  audience: 'anyone',
  throttle: 'email_probe',
  repeat: 'natural',
  changes: ['security'],
  body: z.object({ email: emailField, code: codeField, password: newPasswordField }),
  reply: z.null(),
  rejections: ['INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  summary: "Sets a new password and ends the caller's other sessions.",
  audience: 'user',
  repeat: 'natural',
  changes: ['security'],
  body: z.object({ currentPassword: passwordField, newPassword: newPasswordField }),
  reply: z.null(),
  rejections: ['INVALID_CREDENTIALS'],
});

/** The password again; optional for someone who entered it a moment ago (choice 65). */
const passwordAgain = z.optional(passwordField);

export const changeEmail = endpoint({
  method: 'POST',
  path: '/users/email',
  summary: 'Mails a code to the new address and a notice to the current one.',
  audience: 'user',
  throttle: 'code',
  repeat: 'natural',
  changes: ['security'],
  body: z.object({ email: emailField, password: passwordAgain }),
  reply: z.object({ pendingEmail: z.string() }),
  rejections: ['INVALID_CREDENTIALS', 'EMAIL_ALREADY_EXISTS'],
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/users/email/confirm',
  summary: 'Confirms a new e-mail address with the code mailed to it.',
  audience: 'user',
  repeat: 'natural',
  changes: ['account', 'security'],
  body: z.object({ code: codeField }),
  reply: z.object({ user: signedInUser }),
  rejections: ['INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS', 'EMAIL_ALREADY_EXISTS'],
});

/** Required where `twoFactorRequired` is true: another admin or the command line gives it (choice 151). */
const setUpToken = z.optional(setUpTokenField);

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/users/two-factor',
  summary:
    'Creates a secret for an authenticator app; it takes effect once a first code confirms it.',
  audience: 'user',
  // Whoever registers an address that is somebody else's must not be able to keep it (choice 179).
  verified: 'always',
  repeat: 'natural',
  // It takes effect once a code confirms it.
  changes: [],
  body: z.object({ password: passwordAgain, token: setUpToken }),
  reply: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  rejections: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED', 'INVALID_TRANSITION'],
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/users/two-factor/confirm',
  summary: 'Turns the second factor on and returns the recovery codes, this once only.',
  audience: 'user',
  repeat: 'natural',
  changes: ['security'],
  body: z.object({ code: codeField, token: setUpToken }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  rejections: ['INVALID_CODE', 'CODE_EXPIRED', 'INVALID_TRANSITION'],
});

export const turnOffTwoFactor = endpoint({
  method: 'DELETE',
  path: '/users/two-factor',
  summary: 'Turns the second factor off.',
  audience: 'user',
  repeat: 'natural',
  changes: ['security'],
  body: z.object({ password: passwordField, code: secondFactorField }),
  reply: z.null(),
  rejections: ['INVALID_CREDENTIALS', 'INVALID_CODE', 'INVALID_TRANSITION'],
});

export const showSecurity = endpoint({
  method: 'GET',
  path: '/users/security',
  summary: "The security settings of the caller's account.",
  audience: 'user',
  repeat: 'none',
  reads: ['security'],
  reply: z.object({
    /** Null: unchanged since registration. */
    passwordChangedAt: z.nullable(instant),
    twoFactorEnabled: z.boolean(),
    /** Their role has no effect until it is on. */
    twoFactorRequired: z.boolean(),
    /** How many are unused; 0 without a second factor. */
    recoveryCodesLeft: z.int(),
    /** A new address whose code is still valid. */
    pendingEmail: z.nullable(z.string()),
  }),
  rejections: [],
});

const session = z.object({
  id: z.uuid(),
  /** Null: unknown, or not sent by the browser. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** An IPv4 address, or the first 64 bits of an IPv6 one. */
  network: z.string(),
  createdAt: instant,
  /** When its tokens were last renewed: every quarter of an hour while it is in use. */
  lastUsedAt: instant,
  /** The session of this request. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  summary: "The caller's active sessions: this one first, then the most recently used.",
  audience: 'user',
  repeat: 'none',
  reads: ['security'],
  reply: z.array(session),
  rejections: [],
});

export const endSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  summary: "Ends all of the caller's sessions, including this one.",
  audience: 'user',
  repeat: 'natural',
  // Nobody is signed in any more to see a change.
  changes: [],
  reply: z.object({ ended: z.int() }),
  rejections: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/{id}',
  summary: "Ends one of the caller's sessions; all its tokens are refused from now on.",
  audience: 'user',
  repeat: 'natural',
  changes: ['security'],
  params: z.object({ id: z.uuid('id must be a UUID') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({ Session: session });
