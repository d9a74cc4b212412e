// The pages as they are built: what they are kept for is the same whatever else an address carries.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { useTestApp } from '../testing/app.ts';
import { stockPackType } from '../testing/stock.ts';
import { ROUTES } from './app.ts';
import { keptAs } from './http/pages.ts';
import { callInProcess } from './http/serve.ts';

const DIST = join(import.meta.dirname, '../../dist');
const FOREIGN = 'utm_source=a+friend&fbclid=7';

type RenderPage = (
  request: Request,
  options: {
    nonce: string;
    builtFiles: unknown;
    call: (row: Endpoint, input: unknown) => Promise<unknown>;
  },
) => Promise<Response>;

const shop = useTestApp({}, { cards: true });

test('a page that is kept is, to the byte, the one that is drawn for who comes by a campaign’s link', async () => {
  const { renderPage } = (await import(
    pathToFileURL(join(DIST, 'server/entry-server.js')).href
  )) as { renderPage: RenderPage };
  const builtFiles: unknown = JSON.parse(
    readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8'),
  );
  const html = async (url: string) => {
    const page = await renderPage(new Request(`https://shop.example${url}`), {
      nonce: 'n',
      builtFiles,
      call: (row, input) =>
        callInProcess(shop.context, ROUTES, row, input as Record<string, unknown>),
    });
    expect([url, page.status]).toEqual([url, 200]);
    // The moment at which something was read is told with it.
    return (await page.text()).replaceAll(/\b\d{13}\b/g, 'then');
  };
  const packId = await stockPackType(shop.context, { packs: 3 });
  const { rows } = await shop.owner.query<{ id: string }>('select id from cards limit 1');
  const paths = ['/', '/packs', '/packs?game=magic', '/cards', '/about', '/how-it-works'];
  for (const path of [...paths, `/pack/${packId}`, `/card/${rows[0]!.id}`]) {
    const url = `${path}${path.includes('?') ? '&' : '?'}${FOREIGN}`;
    expect(keptAs(url)).toBe(path);
    expect([url, apart(await html(url), await html(path))]).toEqual([url, null]);
  }
});

/** Where two texts are no longer the same; null where they are all along. */
function apart(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return one.slice(Math.max(0, at - 60), at + 60);
}
