// The request client: one function that calls any row of the endpoint table, and refreshes the session
// once when it ran out. What it takes to send a request comes after first paint: pages arrive from the
// server with their data.
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { loadCode } from './load-code.ts';
import { accessToken, endSession, refreshToken, storeTokens } from './session.ts';

type CallOptions = {
  /** The Idempotency-Key of one press of a button; a keyed row gets a fresh one without it. */
  key?: string;
  signal?: AbortSignal;
  /** False where the caller retries by itself. */
  retry?: boolean;
};

export type Call = <Row extends Endpoint>(
  row: Row,
  input: Sent<Row>,
  options?: CallOptions,
) => Promise<Reply<Row>>;

/** Calls a row of the endpoint table. Throws an ApiError and nothing else. */
export const call: Call = async (row, input, options = {}) => {
  const { encodeRequest, send } = await loadCode(import('./request.ts'));
  const key = row.repeat === 'keyed' ? (options.key ?? newKey()) : null;
  const request = encodeRequest(row, input as object, key);
  if (row.audience === 'anyone' && (!row.knowsCaller || accessToken() === null)) {
    return send(row, request, null, options);
  }

  const token = accessToken();
  try {
    return await send(row, request, token, options);
  } catch (error) {
    if (!isAboutToken(error)) throw error;
    if (!(await renewSession(token))) throw error;
  }
  try {
    return await send(row, request, accessToken(), options);
  } catch (error) {
    if (isAboutToken(error)) loseSession();
    throw error;
  }
};

/** A password that was asked for once more, and was wrong, says nothing about the session. */
function isAboutToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';
}

function loseSession(): void {
  endSession();
  // oxlint-disable-next-line no-console -- Who was signed out should find why (docs/product.md §14).
  console.warn('Authentication failed - user logged out');
}

/** A fresh Idempotency-Key: one for each press of a button that moves money or stock. */
export function newKey(): string {
  // randomUUID is missing outside secure contexts.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let renewal: Promise<boolean> | null = null;

/**
 * Gets new tokens in place of `expired`. Calls that fail together share one attempt; another tab that
 * was faster is noticed. When it fails everybody is logged out, and the answer is false. When no answer
 * comes nothing has failed yet: then it throws what kept the answer away, and nobody is logged out.
 */
export function renewSession(expired: string | null): Promise<boolean> {
  if (accessToken() !== expired && accessToken() !== null) return Promise.resolve(true);
  renewal ??= exchangeTokens().finally(() => {
    renewal = null;
  });
  return renewal;
}

async function exchangeTokens(): Promise<boolean> {
  const token = refreshToken();
  try {
    if (token === null) throw new ApiError({ type: 'auth_error', status: 401 });
    const { refresh } = await loadCode(import('#contract/accounts.ts'));
    storeTokens(await call(refresh, { refresh_token: token }));
    return true;
  } catch (error) {
    // A page that is left, or a network that is gone, says nothing about the session.
    if (error instanceof ApiError && error.status === 0) throw error;
    loseSession();
    return false;
  }
}
