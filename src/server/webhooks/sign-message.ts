// Secrets of endpoints, and what is signed with them, by the Standard Webhooks specification.
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Context } from '../runtime/context.ts';
import { seal, unseal, type SealedFor } from '../runtime/sealed-secret.ts';
import type { ClaimedDelivery } from './deliveries-queries.ts';
import type { CallableEndpoint } from './endpoints-queries.ts';

const SECRET_BYTES = 32;

const sealedFor = (endpointId: string): SealedFor => ({
  purpose: 'webhook secrets',
  owner: endpointId,
});

/** Makes a secret in two forms: `secret` to show once, and `sealed` to store. */
export function makeEndpointSecret(
  { config }: Pick<Context, 'config'>,
  endpointId: string,
): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: seal(config.authSecret, sealedFor(endpointId), Buffer.from(secret)) };
}

type Message = Pick<ClaimedDelivery, 'type' | 'data' | 'created_at'>;

/** The body of a message, the same at each try. */
export function bodyOf({ type, data, created_at: at }: Message): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at.toISOString())},"data":${data}}`;
}

type Signing = Pick<CallableEndpoint, 'id' | 'sealed_secret' | 'sealed_secret_before'>;

/**
 * Signs a body with each secret that is valid now, and returns the headers of the call. Returns null if AUTH_SECRET has
 * changed, and no secret was made since.
 */
export function signedHeaders(
  context: Pick<Context, 'config' | 'now'>,
  endpoint: Signing,
  eventId: string,
  body: string,
): Record<string, string> | null {
  const at = context.now();
  const signatures = [endpoint.sealed_secret, endpoint.sealed_secret_before]
    .flatMap((sealed) => (sealed === null ? [] : (readSecret(context, endpoint, sealed) ?? [])))
    .map((secret) => new Webhook(secret).sign(eventId, at, body));
  if (signatures.length === 0) return null;
  return {
    'content-type': 'application/json',
    'user-agent': 'webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** Returns a secret, or null if it was encrypted under another AUTH_SECRET. */
function readSecret(
  { config }: Pick<Context, 'config'>,
  { id }: Signing,
  sealed: string,
): string | null {
  try {
    return unseal(config.authSecret, sealedFor(id), sealed).toString();
  } catch {
    return null;
  }
}
