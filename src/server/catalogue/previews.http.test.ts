// Tests the pictures that link previews show of packs and drops.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openDropShop } from '../../testing/drop-shop.ts';

const { now, at, step, stocked, drafted, onSale, shop } = openDropShop();

/** Returns the picture at a path. Expects the size and form that previews need. */
async function pictureAt(path: string): Promise<Buffer> {
  const response = await now().app.inject(path);
  expect([path, response.statusCode]).toEqual([path, 200]);
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3600',
  });
  const { width, height } = await sharp(response.rawPayload).metadata();
  expect([width, height]).toEqual([1200, 630]);
  return response.rawPayload;
}

test('somebody who gets a link to a pack sees the pack with its name, in one picture of a size that previews show', async () => {
  const [one, other] = [await stocked(1), await stocked(1, { cardsAreMade: true })];
  const [first, again, second] = [
    await pictureAt(`/art/pack/${one}.jpeg`),
    await pictureAt(`/art/pack/${one}.jpeg?v=1`),
    await pictureAt(`/art/pack/${other}.jpeg`),
  ];
  expect(first.equals(again)).toBe(true);
  expect(first.equals(second)).toBe(false);
  await shop.owner.query(`update pack_types set name = 'Harbour Special' where id = $1`, [one]);
  expect((await pictureAt(`/art/pack/${one}.jpeg`)).equals(first)).toBe(false);
});

test('a link to a drop shows when it opens, and a link to a drop night what comes next', async () => {
  const { drop, type } = await onSale();
  const [ofDrop, ofNight, ofPack] = [
    await pictureAt(`/art/drop/${drop.hash}.jpeg`),
    await pictureAt(`/art/pack/${type}/drop-night.jpeg`),
    await pictureAt(`/art/pack/${type}.jpeg`),
  ];
  expect(ofDrop.equals(ofNight) || ofNight.equals(ofPack)).toBe(false);

  const coming = await stocked(20);
  const before = await pictureAt(`/art/pack/${coming}/drop-night.jpeg`);
  const draft = await drafted(coming);
  // A draft is nobody's business.
  expect((await pictureAt(`/art/pack/${coming}/drop-night.jpeg`)).equals(before)).toBe(true);
  await step(draft, 'publish', { publishesAt: at(300), opensSoon: true, opensItself: true });
  expect((await pictureAt(`/art/pack/${coming}/drop-night.jpeg`)).equals(before)).toBe(false);
});

test('there is no picture of an unknown pack or drop', async () => {
  for (const path of [
    '/art/pack/nowhere.jpeg',
    '/art/pack/nowhere/drop-night.jpeg',
    '/art/drop/nowhere.jpeg',
    `/art/drop/${'0'.repeat(64)}.jpeg`,
  ]) {
    const { statusCode } = await now().app.inject(path);
    expect([path, statusCode]).toEqual([path, 404]);
  }
});
