// Checks that a webhook comes from the shop (the Standard Webhooks specification), with the platform's own cryptography.
import { convertAmounts, fromJson } from './amounts.ts';
import { EVENT_AMOUNTS, type ShopEvent } from './calls.ts';

/** The most seconds between the shop's clock and ours. An older message may be a repetition of a recorded one. */
const TOLERANCE_S = 300;

/** Why a message is not trusted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export type WebhookMessage = {
  /** The secret of the endpoint, which begins with `whsec_`. While one replaces another, give both. */
  secret: string | readonly string[];
  /** The headers of the request: those of Node, of Express, or `Headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it arrived, before anything parsed it. */
  body: string | Uint8Array;
  /** The time by which the message is judged. */
  now?: Date;
};

/**
 * Returns the event of a message. Throws a WebhookError if no secret signed it, or if it is more than five minutes old.
 * The shop may send an event twice: `id` is the same then.
 */
export async function readWebhook(message: WebhookMessage): Promise<ShopEvent & { id: string }> {
  const header = headerIn(message.headers);
  const [id, sentAt, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ];
  const ageS = (message.now ?? new Date()).getTime() / 1_000 - Number(sentAt);
  if (!/^\d+$/.test(sentAt) || Math.abs(ageS) > TOLERANCE_S)
    throw new WebhookError('The time of the message is missing, or not that of now');

  const encoder = new TextEncoder();
  const { body } = message;
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const signed = Uint8Array.from([...encoder.encode(`${id}.${sentAt}.`), ...bytes]);
  if (!(await isSigned(signed, signatures, [message.secret].flat())))
    throw new WebhookError('None of the signatures is by this secret');
  const event = JSON.parse(new TextDecoder().decode(bytes)) as ShopEvent;
  const data = convertAmounts(event.data, EVENT_AMOUNTS[event.type], fromJson);
  return { ...event, data, id } as ShopEvent & { id: string };
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOf(one.slice('v1,'.length)));
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey(
      'raw',
      keyOf(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    for (const signature of given) {
      if (signature === null) continue;
      // The platform compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
    }
  }
  return false;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = bytesOf(secret.replace(/^whsec_/, ''));
  if (key === null || key.length === 0) throw new TypeError('This is no secret of a webhook');
  return key;
}

/** The bytes of a Base64 text, or null if it is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerIn(headers: WebhookMessage['headers']): (name: string) => string {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? '';
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const values = Object.fromEntries(entries) as Record<string, string | readonly string[]>;
  return (name) => [values[name] ?? ''].flat().join(' ');
}
