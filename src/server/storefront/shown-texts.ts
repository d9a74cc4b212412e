// Renders texts into the form that the shop shows. Each text is rendered once, in a separate thread, because some
// Markdown takes seconds.
import type { ShownText } from '#contract/storefront-texts.ts';
import { Rejection } from '#domain/rejection.ts';
import { SEAL_KINDS, type SealKind } from '#domain/seal-kind.ts';
import { sealSentence } from '#domain/seal.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { makeGate } from '../http/gate.ts';
import { inThread, ThreadFailed } from '../http/in-thread.ts';
import type { Context } from '../runtime/context.ts';

/** The values that replace the placeholders in a text. */
type Names = Pick<ShopSettings, 'name' | 'contactEmail'>;
type Values = Names & { sealed: string };

/**
 * The time-out for rendering a text. It is much longer than the slowest text of the maximum length takes, so that
 * rendering doesn't fail on slow machines.
 */
const RENDER_MS = 10_000;

const render = inThread<[string, Values], ShownText>(new URL('./text-worker.ts', import.meta.url), {
  limitMs: RENDER_MS,
});

/** Only one operator's text is rendered at a time, so that pages wait for at most one of them. */
const operators = makeGate({ running: 1, waiting: 20, waitMs: 25_000 });

/** The most recently rendered texts, by their source. A shop has about a dozen texts, and earlier versions of these. */
const rendered = new Map<string, ShownText>();
const RENDERED_MOST = 100;

/** Renders an operator's new text. If it can't be rendered, rejects with VALIDATION_ERROR. */
export async function checkText(
  { log }: Pick<Context, 'log'>,
  body: string,
  names: Names,
): Promise<ShownText> {
  try {
    return await operators(() => renderOnce(body, names, SEAL_KINDS));
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    log.warn(
      { event: 'text_not_rendered', err: error },
      "Could not render an operator's text: refused to save it",
    );
    throw Rejection.ofField(
      'body',
      'The text can’t be shown: it takes too long, or its lists and quotes are nested too deeply',
    );
  }
}

/**
 * Renders a saved text. If a text from an older version of the shop can't be rendered, its source is shown instead.
 * `kinds`: how the shop's packs are sealed, for texts that mention it.
 */
export async function shownText(
  body: string,
  names: Names,
  kinds: readonly SealKind[] = SEAL_KINDS,
): Promise<ShownText> {
  try {
    return await renderOnce(body, names, kinds);
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    return remember(keyOf(body, valuesOf(names, kinds)), {
      html: `<p>${escapeText(body)}</p>`,
      sections: [],
    });
  }
}

/** Returns a text as HTML without the tags of its paragraph, because the banner has only one line. */
export function inlineHtmlOf({ html, sections }: ShownText): string {
  const parts = sections.map((section) => `<h2>${escapeText(section.title)}</h2>${section.html}`);
  return [html, ...parts]
    .join('')
    .trim()
    .replace(/^<p>([^]*)<\/p>$/, '$1')
    .replaceAll(/<\/p>\s*<p>/g, ' ');
}

async function renderOnce(
  body: string,
  names: Names,
  kinds: readonly SealKind[],
): Promise<ShownText> {
  const values = valuesOf(names, kinds);
  const key = keyOf(body, values);
  return rendered.get(key) ?? remember(key, await render([body, values]));
}

function remember(key: string, text: ShownText): ShownText {
  rendered.set(key, text);
  if (rendered.size > RENDERED_MOST) rendered.delete(rendered.keys().next().value!);
  return text;
}

function valuesOf({ name, contactEmail }: Names, kinds: readonly SealKind[]): Values {
  return { name, contactEmail, sealed: sealSentence(kinds) };
}

function keyOf(body: string, { name, contactEmail, sealed }: Values): string {
  return JSON.stringify([name, contactEmail, sealed, body]);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
