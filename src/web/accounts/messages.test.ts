import { expect, test } from 'vitest';
import { ApiError, errorOfResponse } from '../api/api-error.ts';
import { loginProblem, lookupRefusal, signupProblem } from './messages.ts';

const refused = (status: number, code: string, message: string) =>
  errorOfResponse(status, { error: { code, message } });
const LIMITED = refused(429, 'RATE_LIMITED', 'Too many requests - please try again later');
const INSECURE = new ApiError({
  type: 'unknown_error',
  sentence: 'Security Error: API calls must use HTTPS.',
});
const NONSENSE = new ApiError({ type: 'unknown_error' });
const NO_NETWORK = new ApiError({ type: 'network_error' });

test('a request that the browser does not send has its own message at sign-in and sign-up', () => {
  for (const problemOf of [loginProblem, signupProblem]) {
    expect(problemOf(INSECURE).message).toBe('Security Error: API calls must use HTTPS.');
    expect(problemOf(NONSENSE).message).toBe(
      'An unexpected error occurred. Please try again later.',
    );
  }
});

test('a response without data is a failed login', () => {
  expect(loginProblem(new ApiError({ type: 'unknown_error', code: 'NO_DATA' }))).toEqual({
    field: null,
    message: 'Login failed. Please check your credentials and try again.',
  });
});

test('a failed registration states the reason if it is known', () => {
  const message = 'Registration failed. Please try again.';
  expect(signupProblem(LIMITED)).toEqual({
    field: null,
    message,
    reason: 'Too many requests - please try again later',
  });
  expect(signupProblem(refused(503, 'UNAVAILABLE', 'Out of order'))).toMatchObject({
    message,
    reason: 'Server error - please try again later',
  });
  expect(signupProblem(refused(418, '', ''))).toEqual({ field: null, message });
});

test('an address counts as new if its look-up failed, and not if it was refused', () => {
  expect(lookupRefusal(NO_NETWORK)).toBeNull();
  expect(lookupRefusal(NONSENSE)).toBeNull();
  expect(lookupRefusal(refused(500, 'SERVER_ERROR', 'Out of order'))).toBeNull();
  expect(lookupRefusal(LIMITED)).toBe('Too many requests - please try again later');
  expect(lookupRefusal(INSECURE)).toBe('Security Error: API calls must use HTTPS.');
});
