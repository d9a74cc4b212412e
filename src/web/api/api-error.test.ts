import { describe, expect, test } from 'vitest';
import { ApiError, errorOfResponse } from './api-error.ts';
import { messageOf } from './messages.ts';

describe('the error types', () => {
  test.each([
    [400, 'validation_error', 'Bad request - please check your input'],
    [401, 'auth_error', 'Authentication required'],
    [403, 'permission_error', 'Permission denied'],
    [404, 'not_found_error', 'Resource not found'],
    [429, 'rate_limit_error', 'Too many requests - please try again later'],
    [500, 'server_error', 'Server error - please try again later'],
    [502, 'server_error', 'Server error - please try again later'],
    [503, 'server_error', 'Server error - please try again later'],
    [504, 'server_error', 'Server error - please try again later'],
    [418, 'unknown_error', 'An unexpected error occurred'],
  ])('%i is a %s', (status, type, message) => {
    expect(errorOfResponse(status, '<html>')).toMatchObject({
      type,
      message,
      code: 'UNKNOWN_ERROR',
    });
  });

  test('network, timeout, server and rate limit errors can be retried, others not', () => {
    const retryable = (
      ['network_error', 'timeout_error', 'server_error', 'rate_limit_error'] as const
    )
      .map((type) => new ApiError({ type }))
      .every((error) => error.isRetryable);
    expect(retryable).toBe(true);
    expect(new ApiError({ type: 'validation_error' }).isRetryable).toBe(false);
  });
});

describe('the messages', () => {
  const error = errorOfResponse(400, {
    success: false,
    error: { code: 'PURCHASE_LIMIT_REACHED', message: 'From the server' },
  });

  test('of a room override the server’s', () => {
    expect(messageOf(error, { PURCHASE_LIMIT_REACHED: 'From the room' })).toBe('From the room');
    expect(messageOf(error)).toBe('From the server');
  });

  test('of a refusal without a sentence are those of its type', () => {
    const silent = errorOfResponse(404, { error: { code: 'PACK_NOT_FOUND' } });
    expect(messageOf(silent)).toBe('Resource not found');
  });

  test('of the client itself are shown, those of a faulty server are not', () => {
    const insecure = new ApiError({
      type: 'unknown_error',
      sentence: 'Security Error: API calls must use HTTPS.',
    });
    expect(messageOf(insecure)).toBe('Security Error: API calls must use HTTPS.');
    const fault = errorOfResponse(500, { error: { code: 'SERVER_ERROR', message: 'at line 12' } });
    expect(messageOf(fault)).toBe('Server error - please try again later');
  });

  test('exist for foreign errors too', () => {
    expect(messageOf(new TypeError('x is undefined'))).toBe('An unexpected error occurred');
  });
});
