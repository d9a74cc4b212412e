import countries from 'i18n-iso-countries';
import { Rejection } from '#domain/rejection.ts';

/**
 * Rejects a code that is not a two-letter country code of ISO 3166. `path` is the input field that
 * contains the code.
 */
export function checkCountry(code: string, path: string): void {
  if (countries.isValid(code)) return;
  throw Rejection.ofField(path, 'country must be two letters of a country');
}
