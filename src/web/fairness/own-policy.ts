// The reader's trust policy, if they have stored one in this browser.
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
