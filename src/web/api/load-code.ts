import { ApiError } from './api-error.ts';

/**
 * Waits for code that is not part of the first page, as in `loadCode(import('./request-session.ts'))`. If the code does
 * not load, throws the same ApiError as after a failed network request.
 */
export async function loadCode<Code>(arriving: Promise<Code>): Promise<Code> {
  try {
    return await arriving;
  } catch (cause) {
    throw new ApiError({ type: 'network_error', cause });
  }
}
