// Terms, privacy, refunds and shipping for visitors: the current version and earlier ones.
import * as rows from '#contract/storefront-texts.ts';
import type { ShownLegalText } from '#contract/storefront-texts.ts';
import { LEGAL_TITLES, type LegalKey } from '#domain/consent.ts';
import { Rejection } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { shownText } from './shown-texts.ts';
import { findTextBody, listLegalTexts, listPublished } from './shop-texts-queries.ts';

const VERSIONS_SHOWN = 200;

export const showLegalText = handler(rows.showLegalText, async (context, _caller, { key }) => {
  const published = (await listLegalTexts(context.db)).find((one) => one.key === key);
  if (published === undefined) throw new Rejection('NOT_FOUND');
  return legalTextOf(context, key, published.version);
});

export const showLegalVersion = handler(
  rows.showLegalVersion,
  async (context, _caller, { key, version }) => legalTextOf(context, key, version),
);

async function legalTextOf(
  { db, settings }: Context,
  key: LegalKey,
  version: number,
): Promise<ShownLegalText> {
  const [body, versions] = await Promise.all([
    findTextBody(db, key, version),
    listPublished(db, key, VERSIONS_SHOWN),
  ]);
  const found = versions.find((one) => one.version === version);
  if (body === null || found === undefined) throw new Rejection('NOT_FOUND');
  const isNewest = found === versions[0];
  return {
    key,
    title: LEGAL_TITLES[key],
    version,
    madeAt: found.madeAt,
    // An earlier version shows the shop's name at that time, because users accepted it with that
    // name.
    ...(await shownText(body, isNewest ? settings.now() : await settings.at(found.madeAt))),
    versions,
  };
}
