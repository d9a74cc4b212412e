// The hint about going to the next card: shown until the user has done so once in this browser.
import { browserStorage } from '../browser/browser-storage.ts';

const KEY = 'opening-knows-steps';

export function isStepNew(): boolean {
  return browserStorage.getItem(KEY) === null;
}

export function noteStep(): void {
  browserStorage.setItem(KEY, 'yes');
}

export function stepHint(): string {
  return matchMedia('(pointer: coarse)').matches
    ? 'Swipe for the next, or tap the card again'
    : 'Press the card again for the next';
}
