// The user's preferred view of a purchase with credits: all cards at once, or one by one on the stage. The browser
// stores the last choice.
import { browserStorage } from '../browser/browser-storage.ts';

type OpeningWay = 'all at once' | 'one by one';

const KEY = 'opening-way';

export function openingWay(): OpeningWay {
  return browserStorage.getItem(KEY) === 'one by one' ? 'one by one' : 'all at once';
}

export function rememberWay(way: OpeningWay): void {
  if (way === 'one by one') browserStorage.setItem(KEY, way);
  else browserStorage.removeItem(KEY);
}
