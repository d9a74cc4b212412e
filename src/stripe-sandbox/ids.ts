import { randomBytes } from 'node:crypto';

/** Makes an id in Stripe's form, such as `pi_3f0a...`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
