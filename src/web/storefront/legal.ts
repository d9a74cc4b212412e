// Queries of the legal pages.
import { showLegalText, showLegalVersion } from '#contract/storefront-texts.ts';
import { LEGAL_TITLES, legalKeyOf, type LegalKey } from '#domain/consent.ts';
import { notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ensure, useAsk, type Asker } from '../api/ask.ts';

const TRUSTED = { staleTime: 5 * 60_000 };

/** Returns a legal text; undefined while loading. If `version` is undefined, returns the version in force. */
export function useLegalText(key: LegalKey, version: number | undefined) {
  const now = useAsk(showLegalText, version === undefined ? { key } : null, TRUSTED);
  const before = useAsk(showLegalVersion, version === undefined ? null : { key, version }, TRUSTED);
  return (version === undefined ? now : before).data;
}

/** Loads the legal text for a URL and returns its title. If the text is not published, throws "not found". */
export async function loadLegalText(
  asker: Asker,
  name: string,
  version: number | undefined,
): Promise<{ name: string }> {
  const key = legalKeyOf(name);
  if (key === null) throw notFound();
  try {
    await (version === undefined
      ? ensure(asker, showLegalText, { key }, TRUSTED)
      : ensure(asker, showLegalVersion, { key, version }, TRUSTED));
  } catch (error) {
    throw error instanceof ApiError && [400, 404].includes(error.status) ? notFound() : error;
  }
  return { name: LEGAL_TITLES[key] };
}
