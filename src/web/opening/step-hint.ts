// The hint about moving on to the next card. After the user has moved on once, this browser remembers it, and the hint
// is not shown again.
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
    : 'Press the card again for the next, or the right arrow key';
}
