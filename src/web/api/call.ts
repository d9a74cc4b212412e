// The request client: one function that calls any endpoint of the table. Its dependencies load after first paint,
// because pages arrive from the server with their data.
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts';
import { loadCode } from './load-code.ts';
import type { SendOptions } from './request.ts';

type CallOptions = SendOptions & {
  /** The Idempotency-Key of one press of a button. Without it, an endpoint that needs a key gets a fresh one. */
  key?: string;
};

export type Call = <One extends Endpoint>(
  endpoint: One,
  input: Sent<One>,
  options?: CallOptions,
) => Promise<Reply<One>>;

const loadClient = () => loadCode(import('./request-session.ts'));

/** Calls an endpoint of the table. Throws an ApiError and nothing else. */
export const call: Call = async (endpoint, input, options = {}) => {
  const key = endpoint.repeat === 'keyed' ? (options.key ?? newKey()) : null;
  const { callInSession } = await loadClient();
  return callInSession(endpoint, input, key, options);
};

/**
 * Exchanges `expired` for new tokens. A failure logs the user out. Resolves to whether a user is signed in afterwards.
 * Without a response, nothing has failed yet: it throws the cause, and the user stays logged in.
 */
export async function renewSession(expired: string | null): Promise<boolean> {
  const { renewTokens } = await loadClient();
  return renewTokens(expired);
}

/** A fresh Idempotency-Key, one for each press of a button that moves money or stock. */
export function newKey(): string {
  // randomUUID is missing outside secure contexts.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
