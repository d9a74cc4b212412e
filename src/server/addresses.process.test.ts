// Tests the built pages. The public pages are cached, and unknown parts of an address change nothing in them.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { useTestApp } from '../testing/app.ts';
import { stockPackType } from '../testing/stock.ts';
import { ROUTES } from './app.ts';
import { openOwnerPool, overPool } from './database/pool.ts';
import { cachedAs, servePages, type RenderPage } from './http/pages.ts';
import { callInProcess } from './http/serve.ts';
import { startPracticeBeacon } from './public-log/practice-beacon.ts';
import { openDrops } from './demo/seed-drops.ts';

const DIST = join(import.meta.dirname, '../../dist');
const FOREIGN = 'utm_source=a+friend&fbclid=7';

const shop = useTestApp({}, { cards: true });
const clientDir = join(DIST, 'client');
const serverEntry = pathToFileURL(join(DIST, 'server/entry-server.js')).href;
const call = (endpoint: Endpoint, input: unknown) =>
  callInProcess(shop.context, ROUTES, endpoint, input as Record<string, unknown>);
/** The addresses of pages that are the same for every visitor. The pack type in them is sold from a drop. */
let paths: string[];

beforeAll(async () => {
  const packId = await stockPackType(shop.context, { packs: 30 });
  await sellAsDrop(packId);
  const { publicUrl } = shop.context.config;
  const isGame = (id: string) => id === 'magic';
  await servePages(shop.app, { clientDir, serverEntry, publicUrl, stripe: false, isGame, call });
  const { rows } = await shop.owner.query<{ id: string }>('select id from cards limit 1');
  paths = ['/', '/packs', '/packs?game=magic', '/cards', '/about', '/how-it-works'].concat(
    `/pack/${packId}`,
    `/card/${rows[0]!.id}`,
  );
});

async function sellAsDrop(packTypeId: string): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'beacon-'));
  const beacon = await startPracticeBeacon(dir);
  const owner = openOwnerPool({ url: shop.url, clockOffsetMs: 0 });
  try {
    const asOwner = { ...shop.context, db: overPool(owner), beacon: beacon.source };
    await openDrops(asOwner, [packTypeId], null, (line) => {
      throw new Error(line);
    });
  } finally {
    await owner.end();
    await beacon.close();
    await rm(dir, { recursive: true });
  }
}

test('public pages are served from the cache', async () => {
  for (const path of paths) {
    const { statusCode, headers } = await shop.app.inject(path);
    expect([path, statusCode, headers['cache-control']]).toEqual([
      path,
      200,
      'public, max-age=0, s-maxage=1, stale-if-error=600',
    ]);
  }
});

test('a cached page equals, to the byte, the one for a visitor from a campaign’s link', async () => {
  const { renderPage } = (await import(serverEntry)) as { renderPage: RenderPage };
  const builtFiles: unknown = JSON.parse(
    readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'),
  );
  const html = async (url: string) => {
    const page = await renderPage(new Request(`https://shop.example${url}`), {
      nonce: 'n',
      builtFiles,
      call,
    });
    expect([url, page.status]).toEqual([url, 200]);
    // Times are replaced, because the page contains the time at which the server read its data.
    return (await page.text()).replaceAll(/\b\d{13}\b/g, 'then');
  };
  for (const path of paths) {
    const url = `${path}${path.includes('?') ? '&' : '?'}${FOREIGN}`;
    expect(cachedAs(url, (id) => id === 'magic')).toBe(path);
    expect([url, apart(await html(url), await html(path))]).toEqual([url, null]);
  }
});

/** Shows where two texts first differ, or null if they are equal. */
function apart(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return one.slice(Math.max(0, at - 60), at + 60);
}
