import { ApiError } from './api-error.ts';

/**
 * Waits for code that is not part of the first page: `loadCode(import('./request-session.ts'))`. Throws a network
 * ApiError if it does not load, as the call that needs it would.
 */
export async function loadCode<Code>(arriving: Promise<Code>): Promise<Code> {
  try {
    return await arriving;
  } catch (cause) {
    throw new ApiError({ type: 'network_error', cause });
  }
}
