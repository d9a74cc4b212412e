import { ApiError } from './api-error.ts';

/**
 * Waits for code that is not part of the first page: `loadCode(import('./request-session.ts'))`. Throws an
 * ApiError of the network when it does not arrive, as the call would that needs it.
 */
export async function loadCode<Code>(arriving: Promise<Code>): Promise<Code> {
  try {
    return await arriving;
  } catch (cause) {
    throw new ApiError({ type: 'network_error', cause });
  }
}
