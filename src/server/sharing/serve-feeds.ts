// Serves feeds: what is for sale, in the form that Google's Merchant Center reads, and drops as RSS and as a calendar.
import { calendarFile, type CalendarEvent } from '#domain/calendar-file.ts';
import { momentInUtc } from '#domain/day-in-utc.ts';
import { decimalText } from '#domain/decimals.ts';
import { printingWords } from '#domain/finish-words.ts';
import { CURRENCY } from '#domain/money.ts';
import { readManifest } from '#domain/packproof/log-objects.ts';
import type { FastifyInstance } from 'fastify';
import { cardImageUrl, cardShareUrl, packShareUrl } from '../catalogue/art-urls.ts';
import { listPackTypeRows, type PackTypeRow } from '../catalogue/pack-types-queries.ts';
import { listDropTimes, type DropTime } from '../drops/drops-queries.ts';
import { throughReadings } from '../http/gate.ts';
import { FOR_ANY_ORIGIN, guardHeaders } from '../http/guard-headers.ts';
import { escapeHtml } from '../http/html-page.ts';
import { cachedTexts } from '../http/send-cached-text.ts';
import { sendFile, TextFile } from '../http/text-file.ts';
import type { Context } from '../runtime/context.ts';
import { listAllOnSale, type SingleOnSaleRow } from '../singles/on-sale-queries.ts';

const DROPS_MOST = 200;
const SINGLES_AT_ONCE = 1_000;
const QUARTER_S = 900;
/** A drop has no end, but a calendar shows an event for a while. */
const EVENT_MINUTES = 30;

/** Serves `/feeds/products.xml`, `/feeds/drops.xml` and `/feeds/drops.ics`. */
export function serveFeeds(app: FastifyInstance, context: Context): void {
  const { db, config, now, settings } = context;
  const send = cachedTexts(app);
  const headersOf = (type: string) => ({
    ...guardHeaders(config.publicUrl),
    ...FOR_ANY_ORIGIN,
    'content-type': `${type}; charset=utf-8`,
  });

  app.get('/feeds/products.xml', async (_request, reply) => {
    const headers = { ...FOR_ANY_ORIGIN, 'cache-control': `public, max-age=${QUARTER_S}` };
    return sendFile(reply.headers(headers), new TextFile(productsFeed(context)), 'application/xml');
  });

  app.get('/feeds/drops.xml', async (request, reply) =>
    send(request, reply, '/feeds/drops.xml', async (read) => {
      const drops = await read(() => listDropTimes(db, DROPS_MOST));
      const items = drops.map((drop) => dropItem(config.publicUrl, drop));
      const text = [...headOf(context, 'Drops of packs', '/packs'), ...items, FOOT].join('\n');
      return { text, headers: headersOf('application/rss+xml') };
    }),
  );

  app.get('/feeds/drops.ics', async (request, reply) =>
    send(request, reply, '/feeds/drops.ics', async (read) => {
      const drops = await read(() => listDropTimes(db, DROPS_MOST));
      const events = drops.map((drop) => dropEvent(config.publicUrl, drop));
      const text = calendarFile(events, now(), `Drops: ${settings.now().name}`);
      return { text, headers: headersOf('text/calendar') };
    }),
  );
}

/** Characters that XML can't contain, not even escaped. */
// oxlint-disable-next-line no-control-regex -- These control characters are what the pattern is about.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function element(name: string, text: string): string {
  const allowed = text.toWellFormed().replaceAll(NOT_IN_XML, '');
  return `<${name}>${escapeHtml(allowed).replaceAll('>', '&gt;')}</${name}>`;
}

/** The beginning of a feed. `path`: the page that the feed is about. */
function headOf({ config, settings }: Context, title: string, path: string): string[] {
  const name = `${title}: ${settings.now().name}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    element('title', name) +
      element('link', config.publicUrl + path) +
      element('description', name),
  ];
}

const FOOT = '</channel></rss>\n';

/**
 * The feed of products, in pieces, because a shop may sell many single cards. A shop that takes only test payments, or
 * may not sell yet, offers nothing to search engines (choice 1072).
 */
async function* productsFeed(context: Context): AsyncIterable<string> {
  const { db, cardProvider, settings } = context;
  yield `${headOf(context, 'Packs and cards', '/packs').join('\n')}\n`;
  if (cardProvider?.sandbox !== true && settings.opening() !== 'closed') {
    const types = await throughReadings(() => listPackTypeRows(db, {}));
    yield types
      .filter(({ isAvailable }) => isAvailable)
      .map((row) => packProduct(context, row))
      .join('');
    const next = (after: Awaited<ReturnType<typeof listAllOnSale>>[number] | null) =>
      throughReadings(() => listAllOnSale(db, after, SINGLES_AT_ONCE));
    let singles = await next(null);
    while (singles.length > 0) {
      yield singles.map((row) => singleProduct(context, row)).join('');
      // oxlint-disable-next-line no-await-in-loop -- Each piece begins where the previous piece ended.
      singles = await next(singles.at(-1)!);
    }
  }
  yield FOOT;
}

/** Longest title and description that Merchant Center reads. */
const TITLE_LENGTH_MAX = 150;
const TEXT_LENGTH_MAX = 5_000;

type Product = {
  id: string;
  title: string;
  description: string;
  path: string;
  image: string;
  isInStock: boolean;
  price: number;
  game: string;
};

/**
 * What is for sale as an item. All of it is used (choice 1074). Nothing has a barcode, and nobody recorded its maker.
 */
function productItem({ config, settings }: Context, product: Product): string {
  const { id, title, description, path, image, isInStock, price, game } = product;
  const gameName = settings.games().find((one) => one.id === game)?.name ?? game;
  const fields = {
    id,
    title: title.slice(0, TITLE_LENGTH_MAX),
    description: description.slice(0, TEXT_LENGTH_MAX),
    link: config.publicUrl + path,
    image_link: URL.parse(image, config.publicUrl)!.href,
    availability: isInStock ? 'in_stock' : 'out_of_stock',
    price: `${decimalText(price)} ${CURRENCY}`,
    condition: 'used',
    identifier_exists: 'no',
    product_type: gameName,
  };
  const lines = Object.entries(fields).map(([name, text]) => element(`g:${name}`, text));
  return `<item>${lines.join('')}</item>\n`;
}

function packProduct(context: Context, row: PackTypeRow): string {
  return productItem(context, {
    id: row.id,
    title: row.name,
    description: row.description || `A pack of ${row.card_count} cards from ${row.set_name}.`,
    path: `/pack/${encodeURIComponent(row.id)}`,
    image: packShareUrl(context, row.id, row.picture),
    isInStock: row.in_stock > 0,
    price: row.price,
    game: row.game,
  });
}

function singleProduct(context: Context, row: SingleOnSaleRow): string {
  const image = cardImageUrl(context, { ...row, id: row.card_id });
  const words = printingWords({ nativeRarity: row.native_rarity, finish: row.finish });
  const label = row.label === null ? '' : ` Graded, label ${row.label}.`;
  return productItem(context, {
    id: row.id,
    title: `${row.name}, ${row.set_name} ${row.number}, ${row.condition}`,
    description: `${row.name}, number ${row.number} of ${row.set_name}. ${words}. Condition: ${row.condition}.${label}`,
    path: `/card/${row.card_id}#copies`,
    image: image.includes('.svg') ? cardShareUrl(context, row.card_id) : image,
    isInStock: row.is_on_sale,
    price: row.price,
    game: row.game,
  });
}

function nameOf({ number, pack_type_name: name }: DropTime): string {
  return number === null ? `Next drop: ${name}` : `Drop ${number}: ${name}`;
}

/** The page about a drop: its own one once it is published. */
function pathOf({ hash, pack_type_id: id }: DropTime): string {
  return hash === null ? `/pack/${encodeURIComponent(id)}/drop-night` : `/drops/${hash}`;
}

/** A drop that is only announced has no date of publication. */
function dropItem(publicUrl: string, drop: DropTime): string {
  const published =
    drop.manifest === null
      ? ''
      : element('pubDate', new Date(readManifest(drop.manifest).publishedAt * 1000).toUTCString());
  return `<item>${element('title', nameOf(drop))}${element('link', publicUrl + pathOf(drop))}<guid isPermaLink="false">${drop.id}</guid>${element('description', `Opens on ${momentInUtc(drop.opens_at)}.`)}${published}</item>`;
}

function dropEvent(publicUrl: string, drop: DropTime): CalendarEvent {
  const url = publicUrl + pathOf(drop);
  return {
    id: `${drop.id}@${new URL(publicUrl).host}`,
    at: drop.opens_at,
    endsAt: new Date(drop.opens_at.getTime() + EVENT_MINUTES * 60_000),
    title: nameOf(drop),
    text: `The drop opens. ${url}`,
    url,
  };
}
