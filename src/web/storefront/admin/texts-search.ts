// The search parameters of the texts page.
import { TEXT_KEYS, type TextKey } from '#domain/shop-texts.ts';
import { parameterText, type Address } from '../../lists/address-parts.ts';

export type TextsSearch = { text?: TextKey };

/** Reads `?text=...`. If the key is missing or unknown, the page shows the first text. */
export function textsSearch(address: Address): TextsSearch {
  const text = TEXT_KEYS.find((one) => one === parameterText(address['text']));
  return text === undefined || text === TEXT_KEYS[0] ? {} : { text };
}
