// Serves the public page of a pull, and its pictures. No cache may store them, because the owner may end the page at
// any time. After that the page responds 410.
import { randomBytes } from 'node:crypto';
import { hexOfShade, tokensOf, type Theme } from '#domain/brand-colour.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { PULL_ADDRESS_FORM, PULL_PICTURES, type PullPicture } from '#domain/shared-pull.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { throughReadings } from '../http/gate.ts';
import { contentPolicy } from '../http/guard-headers.ts';
import { escapeHtml } from '../http/html-page.ts';
import type { Context } from '../runtime/context.ts';
import { dayOfPull } from './draw-pull.ts';
import { findPullPicture, findSharedPull, type PullRow } from './shared-pulls-queries.ts';

type At = { Params: { address: string } };

/** Serves `/pull/{address}`, `/pull/{address}/wide.jpg` and `/pull/{address}/tall.jpg`. */
export function servePulls(app: FastifyInstance, context: Context): void {
  const { db } = context;
  app.get<At>('/pull/:address', async ({ params: { address } }, reply) => {
    const found = PULL_ADDRESS_FORM.test(address)
      ? await throughReadings(() => findSharedPull(db, address))
      : null;
    if (found === null) return sendWords(context, reply, 404, UNKNOWN);
    if (found === 'ended') return sendWords(context, reply, 410, ENDED);
    return send(context, reply, pullPage(context, address, found));
  });

  for (const form of Object.keys(PULL_PICTURES) as PullPicture[]) {
    app.get<At>(`/pull/:address/${form}.jpg`, async ({ params: { address } }, reply) => {
      const found = PULL_ADDRESS_FORM.test(address)
        ? await throughReadings(() => findPullPicture(db, address, form))
        : null;
      if (found === null) return sendWords(context, reply, 404, UNKNOWN);
      if (found === 'ended') return sendWords(context, reply, 410, ENDED);
      return guarded(reply).type('image/jpeg').send(found);
    });
  }
}

/** Adds headers that forbid caching and indexing. */
function guarded(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer');
}

type Page = { title: string; head?: string; body: string };

const ENDED = {
  title: 'This page has ended',
  text: 'Whoever pulled this card no longer shows it.',
};
const UNKNOWN = {
  title: 'There is no such page',
  text: 'Its address may have been cut off on the way.',
};

function sendWords(
  context: Context,
  reply: FastifyReply,
  status: number,
  { title, text }: { title: string; text: string },
): FastifyReply {
  return send(context, reply.status(status), {
    title,
    body: `<h1>${title}</h1><p>${text}</p><p class="ways"><a href="/">To the shop</a></p>`,
  });
}

function pullPage(
  { config }: Context,
  address: string,
  pull: PullRow & { shown_name: string | null },
): Page {
  const at = `${config.publicUrl}/pull/${address}`;
  const { width, height } = PULL_PICTURES.tall;
  const name = escapeHtml(pull.name);
  const pack = escapeHtml(pull.pack_name);
  const day = dayOfPull(pull.opened_at);
  const rarity = rarityWords(pull.rarity);
  const by = pull.shown_name === null ? '' : ` by ${escapeHtml(pull.shown_name)}`;
  const said = `${rarity}, pulled from a pack of ${pack} on ${day}${by}.`;
  const wide = PULL_PICTURES.wide;
  return {
    title: name,
    head: `<meta name="description" content="${said}">
<meta property="og:type" content="website"><meta property="og:title" content="${name}">
<meta property="og:description" content="${said}"><meta property="og:url" content="${at}">
<meta property="og:image" content="${at}/wide.jpg"><meta property="og:image:width" content="${wide.width}">
<meta property="og:image:height" content="${wide.height}"><meta property="og:image:alt" content="${name}, ${rarity}">
<meta name="twitter:card" content="summary_large_image">`,
    body: `<img src="/pull/${address}/tall.jpg" width="${width}" height="${height}" alt="The card ${name}, drawn by the shop">
<h1>${name}</h1><p>${said}</p><p class="quiet">${escapeHtml(pull.set_name)} · ${escapeHtml(pull.number)}</p>
<p class="ways"><a href="/card/${pull.catalogue_id}">The card</a><a href="/pack/${encodeURIComponent(pull.pack_type_id)}">The pack</a></p>`,
  };
}

function send({ settings }: Context, reply: FastifyReply, { title, head, body }: Page) {
  const { name, colour } = settings.now();
  const shop = escapeHtml(name);
  const nonce = randomBytes(16).toString('base64');
  return guarded(reply)
    .header(
      'content-security-policy',
      contentPolicy([`style-src 'nonce-${nonce}'`, "img-src 'self'"], 'none'),
    )
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${shop}</title><link rel="icon" href="/favicon.svg">
${head ?? ''}<style nonce="${nonce}">${styleOf(colour)}</style></head>
<body><main>${body}</main><footer><a href="/">${shop}</a></footer></body></html>`);
}

/** The style of the page, in the shop's colours, for both themes. */
function styleOf(colour: string): string {
  const tokens = tokensOf(colour);
  const of = (theme: Theme) =>
    (['bg', 'surface', 'line', 'text', 'text-2', 'brand'] as const)
      .map((token) => `--${token}: ${hexOfShade(tokens[token][theme])};`)
      .join(' ');
  return `
  :root { color-scheme: light dark; ${of('light')} font: 15px/1.5 Archivo, system-ui, sans-serif; background: var(--bg); color: var(--text); }
  @media (prefers-color-scheme: dark) { :root { ${of('dark')} } }
  body { margin: 0; padding: 28px 16px 48px; }
  main { box-sizing: border-box; max-width: 34rem; margin: 0 auto; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 14px; overflow-wrap: anywhere; }
  img { display: block; width: 100%; height: auto; margin: 0 0 20px; border-radius: 10px; }
  h1 { font-size: 30px; line-height: 1.08; letter-spacing: -.018em; margin: 0 0 8px; }
  p { margin: 0 0 4px; }
  .quiet { color: var(--text-2); font-size: 14px; }
  a { color: var(--brand); text-underline-offset: 3px; display: inline-block; padding: 10px 0; }
  a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; border-radius: 3px; }
  .ways { display: flex; flex-wrap: wrap; gap: 0 24px; margin: 12px 0 0; font-weight: 600; }
  footer { max-width: 34rem; margin: 12px auto 0; padding: 0 20px; font-size: 14px; }
`;
}
