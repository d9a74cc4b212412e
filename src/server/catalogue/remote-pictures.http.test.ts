// The shop shows external pictures of cards only from hosts that the operator listed.
import { beforeAll, describe, expect, test } from 'vitest';
import type { CatalogueCard } from '#contract/catalogue.ts';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useTestApp, type TestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const naming = useTestApp({ CARD_IMAGE_HOSTS: 'cards.example.com, pictures.example.org:8443' });
const silent = useTestApp();

let type: string;

beforeAll(async () => {
  [type] = await Promise.all([
    stockPackType(naming.context, { packs: 1 }),
    stockPackType(silent.context, { packs: 1 }),
  ]);
});

/** The picture URL that the shop returns for a card whose source has the picture `remote`. */
async function told(shop: TestApp, remote: string | null): Promise<string> {
  const { rows } = await shop.owner.query<{ id: string }>(
    `update cards set image_url = $1 where name = 'Glass Heron' returning id`,
    [remote],
  );
  const { body } = await shop.call<CatalogueCard>('GET', `/cards/${rows[0]!.id}`);
  return body.data.image;
}

describe('a picture at a listed host', () => {
  test.each(['https://cards.example.com/a/7.jpg', 'https://pictures.example.org:8443/7?v=1'])(
    'is shown through the shop: %s',
    async (remote) => {
      const image = await told(naming, remote);
      expect(image).toMatch(/^\/art\/remote\/[0-9a-f-]{36}\?v=[\w-]{16}$/);
      const { statusCode, headers } = await naming.app.inject(image);
      expect([statusCode, headers.location]).toEqual([302, remote]);
      // Clients can derive the drawing's URL from the picture's URL.
      const drawing = image.replace('/remote/', '/card/').replace('?', '.svg?');
      expect((await naming.app.inject(drawing)).headers['content-type']).toBe('image/svg+xml');
    },
  );

  test('appears at the first reveal of a card', async () => {
    await naming.owner.query(`update cards set image_url = 'https://cards.example.com/a/7.jpg'`);
    const { body } = await naming.call<Reply<typeof purchaseWithBalance>>(
      'POST',
      '/payments/purchase-with-balance',
      {
        as: await naming.signUp(100),
        body: { packs: [{ packId: type, quantity: 1 }], paymentMethod: 'balance' },
      },
    );
    const images = body.data.packOpenings[0]!.cards.map(({ image }) => image);
    const shown = expect.stringMatching(/^\/art\/remote\/[0-9a-f-]{36}\?v=[\w-]{16}$/);
    expect(images).toEqual([shown, shown, shown]);
  });

  test('is dropped once the operator lists no host', async () => {
    const remote = 'https://cards.example.com/a/7.jpg';
    expect(await told(silent, remote)).toContain('/art/card/');
    const { rows } = await silent.owner.query(`select id from cards where name = 'Glass Heron'`);
    const { statusCode, headers } = await silent.app.inject(`/art/remote/${rows[0].id}`);
    expect([statusCode, headers.location]).toEqual([
      302,
      expect.stringMatching(/^\/art\/card\/[0-9a-f-]{36}\.svg\?v=/),
    ]);
  });
});

describe('a picture at any other host', () => {
  test.each([
    'https://elsewhere.example/7.jpg',
    'http://cards.example.com/7.jpg',
    'https://cards.example.com:444/7.jpg',
    'https://cards.example.com.elsewhere.example/7.jpg',
    'https://cards.example.com@elsewhere.example/7.jpg',
    'https://elsewhere.example/https://cards.example.com/7.jpg',
    '//cards.example.com/7.jpg',
    'javascript:alert(1)//cards.example.com',
    'no address',
    null,
  ])('is not shown: %s', async (remote) => {
    expect(await told(naming, remote)).toContain('/art/card/');
    const { rows } = await naming.owner.query(`select id from cards where name = 'Glass Heron'`);
    const { headers } = await naming.app.inject(`/art/remote/${rows[0].id}`);
    expect(headers.location).toMatch(/^\/art\/card\//);
  });

  test('of an unknown card does not exist', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      expect((await naming.app.inject(`/art/remote/${id}`)).statusCode).toBe(404);
    }
  });
});
