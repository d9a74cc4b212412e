// Tests pictures that operators upload: what the shop stores of them, and what it rejects. The tests upload them as
// pictures of packs.
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PackType } from '#contract/catalogue.ts';
import { writeOldPictures } from '../catalogue/admin/write-old-pictures.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { CAMERA, metadataOf, movingWebp, packedPng, photograph } from '../../testing/pictures.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
let admin: SignedIn;
let id: string;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});
beforeEach(async () => {
  id = await stockPackType(shop.context, { packs: 1 });
});

const upload = (bytes: Uint8Array, of = id) =>
  shop.call<PackType>('PUT', `/admin/pack-types/${of}/picture`, {
    as: admin,
    body: { picture: Buffer.from(bytes).toString('base64') },
  });

async function uploaded(bytes: Uint8Array, of = id): Promise<string> {
  const { status, body } = await upload(bytes, of);
  expect([status, body.error?.message]).toEqual([200, undefined]);
  return body.data.packImageUrl;
}

/** Returns the address of the same picture in another width and format. */
const file = (url: string, width: number, format: string) =>
  url.replace(/-\d+\.\w+$/, `-${width}.${format}`);

async function countPictures(): Promise<number> {
  const { rows } = await shop.owner.query<{ count: string }>('select count(*) from pictures');
  return Number(rows[0]!.count);
}

describe('an uploaded picture', () => {
  test('is served in three widths as AVIF and WebP, forever, and only as a picture', async () => {
    const url = await uploaded(await photograph({ width: 1500, height: 2000 }));
    expect(url).toMatch(/^\/pictures\/[\w-]{43}-640\.webp$/);
    for (const width of [320, 640, 960]) {
      for (const format of ['avif', 'webp']) {
        const address = file(url, width, format);
        const served = await shop.app.inject(address);
        expect(served.statusCode).toBe(200);
        expect(served.headers).toMatchObject({
          'content-type': `image/${format}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-disposition': `inline; filename="${address.split('/').at(-1)}"`,
        });
        const { width: wide, height } = await metadataOf(served.rawPayload);
        expect([wide, height]).toEqual([width, Math.round((width * 4) / 3)]);
      }
    }
  });

  test('is not enlarged', async () => {
    const url = await uploaded(await photograph({ width: 400, height: 560 }));
    const served = await shop.app.inject(file(url, 960, 'webp'));
    expect(await metadataOf(served.rawPayload)).toMatchObject({ width: 400, height: 560 });
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'reveals nothing about camera, place or anything written into it: %s',
    async (format) => {
      const bytes = await photograph({ format });
      expect(bytes.includes(CAMERA)).toBe(true);
      const url = await uploaded(bytes);
      for (const address of [url, file(url, 960, 'avif')]) {
        const served = (await shop.app.inject(address)).rawPayload;
        const { exif, xmp, iptc, icc } = await metadataOf(served);
        expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
        expect(served.includes(CAMERA)).toBe(false);
        expect(served.includes('<script>')).toBe(false);
      }
    },
  );

  test('has the orientation of its camera', async () => {
    const url = await uploaded(await photograph({ width: 840, height: 600, orientation: 6 }));
    const served = await shop.app.inject(file(url, 640, 'webp'));
    const { data, info } = await sharp(served.rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([600, 840]);
    // If the picture is rotated by 90 degrees, its dark corner is in the upper right.
    const dark = data.subarray((info.width - 4) * info.channels, (info.width - 3) * info.channels);
    expect(Math.max(...dark)).toBeLessThan(20);
  });

  test('is stored once for all pack types that show it, and is deleted with the last', async () => {
    const other = await stockPackType(shop.context, { packs: 1 });
    const bytes = await photograph({ tone: 9 });
    const url = await uploaded(bytes);
    expect(await uploaded(bytes, other)).toBe(url);
    await shop.call('DELETE', `/admin/pack-types/${id}/picture`, { as: admin });
    expect((await shop.app.inject(url)).statusCode).toBe(200);
    await shop.call('DELETE', `/admin/pack-types/${other}/picture`, { as: admin });
    expect((await shop.app.inject(url)).statusCode).toBe(404);
  });

  test('that does not exist is not cached as missing', async () => {
    const missing = await shop.app.inject(`/pictures/${'a'.repeat(43)}-640.webp`);
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    const url = await uploaded(await photograph({ tone: 11 }));
    for (const address of [file(url, 641, 'webp'), file(url, 640, 'png'), '/pictures/x.webp']) {
      expect((await shop.app.inject(address)).statusCode).toBe(404);
    }
  });

  test('can’t be read or written without the functions of the database', async () => {
    const url = await uploaded(await photograph({ tone: 12 }));
    const { db } = shop.context;
    for (const table of ['pictures', 'picture_files']) {
      await expect(db.client.query(`select from ${table}`)).rejects.toThrow('permission denied');
      await expect(db.client.query(`delete from ${table}`)).rejects.toThrow('permission denied');
    }
    const name = url.slice('/pictures/'.length, -'-640.webp'.length);
    await db.client.query('select drop_picture($1)', [name]);
    expect((await shop.app.inject(url)).statusCode).toBe(200);
  });
});

const BROKEN = 'The picture is broken: it can’t be read to its end.';
const NO_PICTURE = 'This is not a JPEG, PNG or WebP picture.';
const NOT_WHOLE = 'The picture is cut off, or something else hangs behind it.';
const MOVES = 'The picture moves. Only still ones can be shown.';

/** Uploads that the shop must reject, each with a part of its error message. */
const HOSTILE: [what: string, told: string, make: () => Promise<Uint8Array> | Uint8Array][] = [
  ['a wall of pixels', 'Each side must have 200 to 8000 pixels', () => packedPng(30_000, 30_000)],
  ['more pixels than its sides allow', 'more than 25 million', () => packedPng(7000, 7000)],
  ['a picture without its pixels', BROKEN, () => packedPng(600, 4001)],
  ['half a photograph', NOT_WHOLE, async () => halfOf(await photograph())],
  ['half a photograph that ends like a whole one', BROKEN, async () => cutOut(await photograph())],
  [
    'a PNG with bytes turned over',
    BROKEN,
    async () => disturbed(await photograph({ format: 'png' })),
  ],
  ['a page behind a photograph', NOT_WHOLE, async () => behind('<script>alert(1)</script>')],
  [
    'an archive behind a photograph',
    NOT_WHOLE,
    async () => behind('PK\u0003\u0004../../etc/passwd'),
  ],
  ['a WebP that moves', MOVES, movingWebp],
  ['a PNG that moves', MOVES, async () => saidToMove(await photograph({ format: 'png' }))],
  ['an SVG', NO_PICTURE, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a page', NO_PICTURE, () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', NO_PICTURE, () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['a GIF', NO_PICTURE, () => sharp(square()).gif().toBuffer()],
  ['a TIFF', NO_PICTURE, () => sharp(square()).tiff().toBuffer()],
  ['an AVIF', NO_PICTURE, () => sharp(square()).avif().toBuffer()],
  [
    'a page that begins like a PNG',
    NOT_WHOLE,
    () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'),
  ],
  ['a file that is too large', 'larger than 8 MB', () => Buffer.alloc(8 * 1024 * 1024 + 1)],
];

const square = () => ({
  create: { width: 300, height: 300, channels: 3 as const, background: '#246' },
});
const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const cutOut = (bytes: Buffer) => Buffer.concat([halfOf(bytes), Buffer.from([0xff, 0xd9])]);
const behind = async (what: string) => Buffer.concat([await photograph(), Buffer.from(what)]);

function disturbed(bytes: Buffer): Buffer {
  const middle = bytes.length / 2;
  return Buffer.from(
    bytes.map((byte, at) => (at > middle && at < middle + 40 ? byte ^ 255 : byte)),
  );
}

/**
 * Inserts an animation chunk before the data of a PNG. The chunk claims that the file has two
 * pictures.
 */
function saidToMove(png: Buffer): Buffer {
  const says = Buffer.from([
    0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4c, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
  return Buffer.concat([png.subarray(0, 33), says, png.subarray(33)]);
}

describe('an upload that is no picture', () => {
  test.each(HOSTILE)(
    'is refused with a message, and nothing of it is stored: %s',
    async (_what, told, make) => {
      const before = await countPictures();
      const { status, body } = await upload(await make());
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.error.message).toContain(told);
      expect(body.error.details).toMatchObject([{ path: 'picture' }]);
      expect(await countPictures()).toBe(before);
      const shown = await shop.call<PackType>('GET', `/pack-types/${id}`);
      expect(shown.body.data.packImageUrl).toContain('/art/pack/');
    },
  );

  test('does not delay others during its check', async () => {
    const wall = packedPng(6200, 4000);
    const uploads = [1, 2, 3].map(() => upload(wall));
    let responses = 0;
    const done = Promise.allSettled(uploads).then(() => (responses = -1));
    for (let asked = 0; asked < 20 && responses >= 0; asked += 1) {
      expect((await shop.call('GET', `/pack-types/${id}`)).status).toBe(200);
      responses += 1;
    }
    expect(responses).toBe(20);
    await done;
  });
});

describe('pictures from before they were re-encoded', () => {
  test('are replaced by drawings until they are re-encoded', async () => {
    const name = `${'b'.repeat(43)}.jpeg`;
    await shop.owner.query(
      `insert into pictures (name, form, width, height, original) values ($1, 'photograph', 600, 840, $2)`,
      [name, await photograph({ width: 600, height: 840, tone: 30 })],
    );
    await shop.owner.query('update pack_types set picture = $2 where id = $1', [id, name]);
    const shown = async () =>
      (await shop.call<PackType>('GET', `/pack-types/${id}`)).body.data.packImageUrl;
    expect(await shown()).toContain('/art/pack/');
    expect(await runJobOnce()).toEqual({ done: 1, failed: 0 });
    const url = await shown();
    expect((await shop.app.inject(url)).headers['content-type']).toBe('image/webp');
    expect(await runJobOnce()).toEqual({ done: 0, failed: 0 });
  });

  test('are removed if they are unreadable, and their packs are drawn again', async () => {
    const name = `${'c'.repeat(43)}.png`;
    await shop.owner.query(
      `insert into pictures (name, form, width, height, original) values ($1, 'photograph', 600, 840, 'no picture')`,
      [name],
    );
    await shop.owner.query('update pack_types set picture = $2 where id = $1', [id, name]);
    expect(await runJobOnce()).toEqual({ done: 1, failed: 0 });
    const { rows } = await shop.owner.query('select picture from pack_types where id = $1', [id]);
    expect(rows).toEqual([{ picture: null }]);
    expect(await shop.owner.query('select from pictures where name = $1', [name])).toMatchObject({
      rowCount: 0,
    });
  });

  const runJobOnce = () => writeOldPictures(shop.context, new AbortController().signal);
});
