import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { loadCode } from './load-code.ts';

test('code that does not load is a network failure', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const failure: unknown = await loadCode(Promise.reject(cause)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ type: 'network_error', isRetryable: true, cause });
});
