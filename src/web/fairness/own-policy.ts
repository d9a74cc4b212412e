// The reader's trust policy, if this browser has one.
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
