// The request client: one function that calls any row of the endpoint table, and refreshes the session
// once when it ran out. What it takes to send a request comes after first paint: pages arrive from the
// server with their data.
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { loadCode } from './load-code.ts';
import { accessToken, endSession, refreshToken, signedInUser, storeTokens } from './session.ts';

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
  const personId = signedInUser()?.id;
  const isSamePerson = () => signedInUser()?.id === personId;
  try {
    return await send(row, request, token, options);
  } catch (error) {
    // Whoever signed in meanwhile did not ask for this, and it is not done in their name.
    if (!isAboutToken(error) || !isSamePerson()) throw error;
    if (!(await renewSession(token)) || !isSamePerson()) throw error;
  }
  const renewed = accessToken();
  try {
    return await send(row, request, renewed, options);
  } catch (error) {
    if (isAboutToken(error) && accessToken() === renewed) loseSession();
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

/** The exchanges under way, by the refresh token that each gives up. */
const renewals = new Map<string | null, Promise<void>>();

/**
 * Gets new tokens in place of `expired`. Calls that fail together share one attempt; another tab that
 * was faster is noticed. When it fails everybody is logged out. Answers whether somebody is signed in
 * afterwards. When no answer comes nothing has failed yet: then it throws what kept the answer away, and
 * nobody is logged out.
 */
export async function renewSession(expired: string | null): Promise<boolean> {
  if (accessToken() !== expired && accessToken() !== null) return true;
  const token = refreshToken();
  let renewal = renewals.get(token);
  if (renewal === undefined) {
    renewal = exchange(token).finally(() => renewals.delete(token));
    renewals.set(token, renewal);
  }
  await renewal;
  return accessToken() !== null;
}

/** Exchanges a refresh token. Whoever signed out or in while the answer was on its way is left as they are. */
async function exchange(token: string | null): Promise<void> {
  try {
    if (token === null) throw new ApiError({ type: 'auth_error', status: 401 });
    const { refresh } = await loadCode(import('#contract/accounts.ts'));
    const tokens = await call(refresh, { refresh_token: token });
    if (refreshToken() === token) storeTokens(tokens);
  } catch (error) {
    // A page that is left, or a network that is gone, says nothing about the session.
    if (error instanceof ApiError && error.status === 0) throw error;
    if (refreshToken() === token) loseSession();
  }
}
