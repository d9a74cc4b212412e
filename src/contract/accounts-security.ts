// Calls about a user's password, address, second factor and sessions (docs/product.md §8).
import * as z from 'zod/mini';
import {
  codeField,
  consents,
  emailField,
  newPasswordField,
  passwordField,
  resetCodeField,
  secondFactorField,
  setUpTokenField,
  signedInUser,
} from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

/** Neither the response nor its timing reveals whether the address has an account. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Mails a password reset code if the address has an account.',
  audience: 'anyone',
  throttle: 'code',
  repeat: 'natural',
  // The call only sends a mail, and no page of the caller shows mails.
  changes: [],
  body: z.object({ email: emailField }),
  reply: z.null(),
  rejections: [],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary:
    'Sets a new password with a mailed code, or the first one of an imported account with the mailed link, and ends every session.',
  audience: 'anyone',
  throttle: 'email_probe',
  repeat: 'natural',
  changes: ['security'],
  body: z.object({
    email: emailField,
    code: resetCodeField,
    password: newPasswordField,
    /** The versions of terms and privacy that the owner of an imported account accepts with their first password. */
    consents: z.optional(consents),
  }),
  reply: z.null(),
  rejections: ['INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS', 'CONSENT_REQUIRED'],
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

/** The current password. It may be omitted for a short time after the user entered it (choice 65). */
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

/**
 * The operator's set-up token, from another admin or the command line. It is required if `twoFactorRequired` is true
 * (choice 151).
 */
const setUpToken = z.optional(setUpTokenField);

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/users/two-factor',
  summary:
    'Creates a secret for an authenticator app; it takes effect once a first code confirms it.',
  audience: 'user',
  // Requires a verified address. Otherwise someone who signs up with another person's address could keep that account
  // with a second factor (choice 179).
  verified: 'always',
  repeat: 'natural',
  // Nothing changes until a code confirms the second factor.
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
    /** When the password was last changed. Null if it is still the one from registration. */
    passwordChangedAt: z.nullable(instant),
    twoFactorEnabled: z.boolean(),
    /** Whether the user is an operator whose role has no effect until the second factor is on. */
    twoFactorRequired: z.boolean(),
    /** The number of unused recovery codes. 0 if there is no second factor. */
    recoveryCodesLeft: z.int(),
    /** The new e-mail address while its confirmation code is valid. Null if no change is pending. */
    pendingEmail: z.nullable(z.string()),
  }),
  rejections: [],
});

const session = z.object({
  id: z.uuid(),
  /** The browser and the system. Each is null if it is unknown or was not sent by the browser. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The IPv4 address, or the first 64 bits of the IPv6 address. */
  network: z.string(),
  createdAt: instant,
  /** When the session's tokens were last renewed. A session in use renews them every 15 minutes. */
  lastUsedAt: instant,
  /** Whether the request belongs to this session. */
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
  // After this call the caller is signed out, so no page shows the change.
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
