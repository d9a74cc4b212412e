import countries from 'i18n-iso-countries';
import { Rejection } from '#domain/rejection.ts';

/** Rejects what is no country of ISO 3166 in two letters; `path` is the field that said it. */
export function checkCountry(code: string, path: string): void {
  if (countries.isValid(code)) return;
  throw Rejection.ofField(path, 'country must be two letters of a country');
}
