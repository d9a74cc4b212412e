// The request client: one function that calls any endpoint of the contract. Its code loads after first paint, because
// the server-rendered page already contains its data.
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts';
import { loadCode } from './load-code.ts';
import type { SendOptions } from './request.ts';

type CallOptions = SendOptions & {
  /** The Idempotency-Key of one press of a button. If omitted, an endpoint that requires a key gets a new one. */
  key?: string;
};

export type Call = <One extends Endpoint>(
  endpoint: One,
  input: Sent<One>,
  options?: CallOptions,
) => Promise<Reply<One>>;

const loadClient = () => loadCode(import('./request-session.ts'));

/** Calls an endpoint of the contract. Throws only ApiError. */
export const call: Call = async (endpoint, input, options = {}) => {
  const key = endpoint.repeat === 'keyed' ? (options.key ?? newKey()) : null;
  const { callInSession } = await loadClient();
  return callInSession(endpoint, input, key, options);
};

/**
 * Replaces the expired access token `expired` by new tokens. Returns whether a user is signed in afterwards: if the
 * server refuses, the user is logged out. If no response arrives, the function throws and the user stays signed in.
 */
export async function renewSession(expired: string | null): Promise<boolean> {
  const { renewTokens } = await loadClient();
  return renewTokens(expired);
}

/** Creates an Idempotency-Key. Each press of a button that moves money or stock needs its own key. */
export function newKey(): string {
  // `crypto.randomUUID` is missing outside secure contexts, so the key is built from random bytes.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
