// The trust policy that the reader has stored in this browser; null if there is none.
import { browserStorage } from '../browser/browser-storage.ts';

const KEY = 'packproof-policy';

export function ownPolicy(): string | null {
  return browserStorage.getItem(KEY);
}

export function storePolicy(policy: string): void {
  browserStorage.setItem(KEY, policy);
}

export function forgetPolicy(): void {
  browserStorage.removeItem(KEY);
}
