// Shows the terms, privacy, refunds and shipping texts to visitors, in the current version and in earlier ones.
import * as rows from '#contract/storefront-texts.ts';
import type { ShownLegalText } from '#contract/storefront-texts.ts';
import { LEGAL_TITLES, type LegalKey } from '#domain/consent.ts';
import { Rejection } from '#domain/rejection.ts';
import { escapeHtml } from '../http/html-page.ts';
import { TextFile } from '../http/text-file.ts';
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

export const showLegalFile = handler(
  rows.showLegalFile,
  async (context, _caller, { key, version, language }) => {
    const text = await legalTextOf(context, key, version);
    return new TextFile(
      inOnePiece(legalDocument(text, await nameAt(context, text.madeAt), language)),
    );
  },
);

async function* inOnePiece(text: string) {
  yield text;
}

async function nameAt({ settings }: Context, instant: Date): Promise<string> {
  return (await settings.at(instant)).name;
}

/** Makes an HTML page that loads nothing. Its text can't contain code, because `renderText` made it. */
function legalDocument(text: ShownLegalText, shop: string, language: string): string {
  const title = `${text.title}, version ${text.version}`;
  const sections = text.sections.map(
    (section) => `<h2>${escapeHtml(section.title)}</h2>\n${section.html}`,
  );
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(`${title} · ${shop}`)}</title></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(shop)}, ${text.madeAt.toISOString()}</p>
${[text.html, ...sections].join('\n')}</body></html>
`;
}

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
    // An earlier version shows the name that the shop had then, because users accepted it with that name.
    ...(await shownText(body, isNewest ? settings.now() : await settings.at(found.madeAt))),
    versions,
  };
}
