// Signing up, in and out (docs/product.md §8).
import * as z from 'zod/mini';
import { RIGHTS, ROLES } from '#domain/access.ts';
import { AGE_LEAST, AGE_MOST } from '#domain/age.ts';
import { LEGAL_KEYS } from '#domain/consent.ts';
import { isPlainAddress } from '#domain/email-address.ts';
import { CODE_DIGITS, LINK_CODE_LENGTH } from '#domain/one-time-code.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const EMAIL_LENGTH_MAX = 254;
// This length suffices for any passphrase. Longer input is rejected before it is hashed.
const PASSWORD_LENGTH_MAX = 128;
/** The shortest password that the sign-up form accepts. The server's setting may require a longer one. */
export const PASSWORD_LENGTH_MIN = 6;

/** An e-mail address as typed, with the error messages that forms show. Decodes to lower case. */
export const emailField = z.string('Email is required').check(
  z.minLength(1, 'Email is required'),
  z.maxLength(EMAIL_LENGTH_MAX, 'Please enter a valid email address'),
  z.regex(EMAIL_FORM, 'Please enter a valid email address'),
  z.refine(isPlainAddress, 'Please enter a valid email address'),
  // Only this code converts addresses to lower case, so that an address has one spelling everywhere.
  z.toLowerCase(),
);

/** A password for signing in: any text that is not empty. */
export const passwordField = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(
      PASSWORD_LENGTH_MAX,
      `Password must be at most ${PASSWORD_LENGTH_MAX} characters long`,
    ),
  );

/** A password for signing up. */
export const newPasswordField = z
  .string('Password is required')
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(
      PASSWORD_LENGTH_MIN,
      `Password must be at least ${PASSWORD_LENGTH_MIN} characters long`,
    ),
    z.maxLength(
      PASSWORD_LENGTH_MAX,
      `Password must be at most ${PASSWORD_LENGTH_MAX} characters long`,
    ),
  );

/** The code from a mail. */
export const codeField = z
  .string('Verification code is required')
  .check(
    z.minLength(1, 'Verification code is required'),
    z.length(CODE_DIGITS, 'Please enter the 6-digit code'),
  );

const RESET_CODE_FORM = new RegExp(`^(?:.{${CODE_DIGITS}}|[\\w-]{${LINK_CODE_LENGTH}})$`);

/** The code from a mail, or the longer one from the link that sets a first password. */
export const resetCodeField = z
  .string('Verification code is required')
  .check(
    z.minLength(1, 'Verification code is required'),
    z.regex(RESET_CODE_FORM, 'Please enter the 6-digit code'),
  );

const SECOND_FACTOR_LENGTH_MAX = 32;

/** A code from an authenticator app, or a recovery code; spaces and hyphens are allowed. */
export const secondFactorField = z
  .string('Verification code is required')
  .check(
    z.trim(),
    z.minLength(1, 'Verification code is required'),
    z.maxLength(SECOND_FACTOR_LENGTH_MAX, 'Invalid verification code format.'),
  );

/** The token with which an operator sets up a first second factor. Spaces and hyphens are allowed. */
export const setUpTokenField = z
  .string('Token is required')
  .check(
    z.trim(),
    z.minLength(1, 'Token is required'),
    z.maxLength(SECOND_FACTOR_LENGTH_MAX, 'This is no token'),
  );

/** The versions of legal texts that the user accepts. */
const consent = z.object({
  text: z.enum(LEGAL_KEYS, 'text must name one of the legal texts'),
  version: z.int('version must be a whole number').check(z.minimum(1), z.maximum(999_999_999)),
});
export const consents = z.array(consent).check(z.maxLength(LEGAL_KEYS.length));

/**
 * What a buyer confirms at the first purchase, and again after a text changed. The fields are omitted if there is
 * nothing to confirm.
 */
export const givenByBuyer = {
  /** The versions of legal texts that the buyer accepts with this request. */
  consents: z.optional(consents),
  /** The age that the buyer confirms to have reached. */
  confirmedAge: z.optional(
    z.int('confirmedAge must be a whole number').check(z.minimum(AGE_LEAST), z.maximum(AGE_MOST)),
  ),
};

/**
 * The user whose data the call returns or changes. If omitted, it is the caller. Only admins may name another user
 * (docs/product.md §8).
 */
export const ofUser = z.object({ userId: z.optional(z.uuid('userId must be a UUID')) });

const tokens = { access_token: z.string(), refresh_token: z.string() };

/** The signed-in user, in the responses of the auth calls. */
export const signedInUser = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Only for the role `staff`: the rights of the user's role, which was made in this shop. */
  rights: z.optional(z.array(z.enum(RIGHTS))),
  emailVerified: z.boolean(),
  /** Present only while the account is scheduled for deletion. */
  deletionDueAt: z.optional(instant),
  created_at: instant,
});

/** A reference to a user, in responses for operators. */
export const person = z.object({ id: z.uuid(), email: z.string() });

const signedIn = z.object({ ...tokens, user: signedInUser });

export const checkEmail = endpoint({
  method: 'POST',
  path: '/auth/check-email',
  summary: 'Checks whether an account exists for an e-mail address.',
  audience: 'anyone',
  throttle: 'email_probe',
  repeat: 'none',
  body: z.object({ email: emailField }),
  reply: z.object({ exists: z.boolean() }),
  rejections: [],
});

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  summary: 'Creates an account, mails a code to verify its address, and signs in.',
  audience: 'anyone',
  throttle: 'register',
  repeat: 'none',
  body: z.object({
    email: emailField,
    password: newPasswordField,
    /** The versions of terms and privacy that the person accepts. Required for texts that the shop has published. */
    consents: z.optional(consents),
    /**
     * The region in which the person says that they live, such as CA-NS. A demo gives no credits to people in a region
     * where the shop does not sell. Text that names no region is ignored.
     */
    region: z.optional(z.string()),
  }),
  reply: signedIn,
  rejections: ['EMAIL_ALREADY_EXISTS', 'CONSENT_REQUIRED'],
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Signs in with e-mail and password, and a second factor if one is enabled.',
  audience: 'anyone',
  throttle: 'sign_in',
  repeat: 'none',
  body: z.object({
    email: emailField,
    password: passwordField,
    code: z.optional(secondFactorField),
  }),
  reply: signedIn,
  rejections: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'TWO_FACTOR_REQUIRED', 'INVALID_CODE'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify',
  summary: 'Verifies an e-mail address with the code that was mailed to it.',
  audience: 'anyone',
  throttle: 'email_probe',
  repeat: 'natural',
  changes: ['account', 'security'],
  body: z.object({ email: emailField, code: codeField }),
  reply: z.object({ verified: z.literal(true), user: signedInUser }),
  rejections: ['USER_NOT_FOUND', 'INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
});

export const resendCode = endpoint({
  method: 'POST',
  path: '/auth/resend-code',
  summary: 'Mails a new code to an unverified address; the previous code stops working.',
  audience: 'anyone',
  throttle: 'code',
  repeat: 'natural',
  // The call only sends a mail, and no page of the caller shows mails.
  changes: [],
  body: z.object({ email: emailField }),
  reply: z.null(),
  rejections: ['USER_NOT_FOUND', 'RATE_LIMITED'],
});

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchanges a refresh token for a new refresh token and a new access token.',
  audience: 'anyone',
  repeat: 'natural',
  // The call only replaces tokens, and no page shows tokens.
  changes: [],
  body: z.object({
    refresh_token: z
      .string('Refresh token is required')
      .check(z.minLength(1, 'Refresh token is required'), z.maxLength(512)),
  }),
  reply: z.object(tokens),
  // SIGNED_OUT: the shop has ended the session, or the user lost a right.
  rejections: ['UNAUTHORIZED', 'SIGNED_OUT'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends the session; all its tokens are refused from now on.',
  audience: 'user',
  repeat: 'natural',
  // After this call the caller is signed out, so no page shows the change.
  changes: [],
  body: z.object({}),
  reply: z.null(),
  rejections: [],
});

nameShapes({
  Consent: consent,
  SignedInUser: signedInUser,
  SignedIn: signedIn,
  Person: person,
  Email: emailField,
});
