// Tests sharing a pull. Nothing is public until the owner asks for it, and an ended page never comes back.
import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { exportData } from '#contract/profile-data.ts';
import type { listSharedPulls, sharePull } from '#contract/sharing.ts';
import type { listPullsOfUser } from '#contract/sharing-admin.ts';
import { PULL_PICTURES, SHARED_MOST } from '#domain/shared-pull.ts';
import { DRAWINGS_OF_ACCOUNT } from '#domain/throttle.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';
import { noteResponse } from '../../testing/coverage.ts';
import { retryWhileBusy } from '../../testing/crowd.ts';
import { ownerOfCards, type Item } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import { photograph } from '../../testing/pictures.ts';
import { writePicture } from '../pictures/write-picture.ts';

type Shared = z.input<typeof sharePull.reply>;

const shop = useTestApp({ PUBLIC_URL: 'https://shop.test' });
const limited = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 30, purchaseLimit: null });
});

async function owner(): Promise<{ as: SignedIn; cards: Item[] }> {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  await shop.call('PUT', '/users/settings/general', { as: user, body: { username: 'mira' } });
  return { as: user, cards: items };
}

const share = (as: SignedIn, cardId: string, withName = false) =>
  shop.call<Shared>('POST', '/pulls', { as, body: { cardId, withName } });

async function shared(as: SignedIn, cardId: string, withName = false): Promise<Shared> {
  const { status, body } = await share(as, cardId, withName);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const end = (as: SignedIn, address: string) => shop.call('DELETE', `/pulls/${address}`, { as });

const poll = (address: string, what = '') =>
  shop.app.inject({ method: 'GET', url: `/pull/${address}${what}` });

/** Returns the present HTTP statuses of the page and of both pictures. */
const statuses = async (address: string) => {
  const responses = [];
  for (const what of ['', '/wide.jpg', '/tall.jpg']) responses.push(await poll(address, what));
  for (const { headers } of responses) {
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
  }
  return responses.map(({ statusCode }) => statusCode);
};

const draw = async (as: SignedIn, query: string) => {
  const response = await shop.app.inject({
    method: 'GET',
    url: `/api/pulls/picture?${query}`,
    headers: { authorization: `Bearer ${as.accessToken}` },
  });
  if (response.statusCode === 200) noteResponse('GET', '/pulls/picture', 200, null);
  return response;
};

describe('the picture of a pull', () => {
  test('is rendered in two shapes for the user who pulled the card, and makes nothing public', async () => {
    const { as, cards } = await owner();
    const { id } = cards[0]!.card;
    for (const form of ['wide', 'tall'] as const) {
      const response = await draw(as, `cardId=${id}&form=${form}`);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(response.headers['cache-control']).toBe('no-store');
      const { width, height, format, exif } = await sharp(response.rawPayload).metadata();
      expect({ width, height, format, exif }).toEqual({
        ...PULL_PICTURES[form],
        format: 'jpeg',
        exif: undefined,
      });
    }
    const { body } = await shop.call('GET', '/pulls', { as });
    expect(body.data).toEqual([]);
  });

  test('names its owner only on request', async () => {
    const { as, cards } = await owner();
    const { id } = cards[0]!.card;
    const [plain, again, named] = [
      await draw(as, `cardId=${id}`),
      await draw(as, `cardId=${id}&withName=false`),
      await draw(as, `cardId=${id}&withName=true`),
    ];
    expect(plain.rawPayload.equals(again.rawPayload)).toBe(true);
    expect(plain.rawPayload.equals(named.rawPayload)).toBe(false);
  });

  test('is refused for another user’s card', async () => {
    const [{ cards }, stranger] = [await owner(), await shop.signUp()];
    const path = `/pulls/picture?cardId=${cards[0]!.card.id}`;
    const { status, body } = await shop.call('GET', path, { as: stranger });
    expect([status, body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
  });

  test('is rendered a limited number of times for each user and network', async () => {
    const ask = (as: SignedIn, ip: string) =>
      limited.call('POST', '/pulls', {
        as,
        body: { cardId: randomUUID() },
        headers: { 'x-forwarded-for': ip },
      });
    await holdClock(limited);
    // The limit per network applies before the shop looks up the card.
    const as = await limited.signUp();
    const responses = [];
    for (let i = 0; i < 31; i += 1) responses.push((await ask(as, '192.0.2.1')).status);
    expect([responses.slice(0, 30).every((status) => status === 404), responses[30]]).toEqual([
      true,
      429,
    ]);

    // The limit per user counts rendered pictures, whatever networks the requests come from.
    const type = await stockPackType(limited.context, { packs: 3, purchaseLimit: null });
    const { user, items } = await ownerOfCards(limited, type);
    const cardId = items[0]!.card.id;
    const shareFrom = (ip: string) =>
      limited.call('POST', '/pulls', {
        as: user,
        body: { cardId },
        headers: { 'x-forwarded-for': ip },
      });
    expect((await shareFrom('198.51.100.1')).status).toBe(200);
    const { rows } = await limited.owner.query<{ count: number }>(
      `select count from throttle_counters where rule = 'drawings'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
    await limited.owner.query(`update throttle_counters set count = $1 where rule = 'drawings'`, [
      DRAWINGS_OF_ACCOUNT.most - 2,
    ]);
    expect((await shareFrom('198.51.100.2')).status).toBe(200);
    const { status, body } = await shareFrom('198.51.100.3');
    expect([status, body.error.code]).toEqual([429, 'RATE_LIMITED']);
  });

  test('does not enable a reader of drawings for uploads', async () => {
    const { as, cards } = await owner();
    await Promise.all([draw(as, `cardId=${cards[0]!.card.id}`), writePicture(await photograph())]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>');
    await expect(sharp(svg).png().toBuffer()).rejects.toThrow(/unsupported/i);
  });
});

describe('the public page of a pull', () => {
  test('has an address that can’t be guessed, shows the pull, and is listed nowhere', async () => {
    const { as, cards } = await owner();
    const page = await shared(as, cards[2]!.card.id);
    expect(page.url).toBe(`https://shop.test/pull/${page.address}`);
    expect(await statuses(page.address)).toEqual([200, 200, 200]);
    const { payload, headers } = await poll(page.address);
    expect(headers['set-cookie']).toBeUndefined();
    for (const words of [
      cards[2]!.card.name,
      `Pack ${packTypeId}`,
      '<meta name="robots" content="noindex">',
      `content="${page.url}/wide.jpg"`,
    ]) {
      expect(payload).toContain(words);
    }
    for (const secret of ['mira', as.email, as.userId, cards[2]!.card.id]) {
      expect(payload).not.toContain(secret);
    }
    const sitemap = await shop.app.inject({ method: 'GET', url: '/sitemap.xml' });
    expect(sitemap.payload).not.toContain('/pull/');
    const list = await shop.call<z.input<typeof listSharedPulls.reply>>('GET', '/pulls', { as });
    expect(list.body.data).toEqual([page]);
  });

  test('is one for each pull; on a new request it names its owner or not, as chosen', async () => {
    const { as, cards } = await owner();
    const { id } = cards[0]!.card;
    const first = await shared(as, id);
    const named = await shared(as, id, true);
    expect(named).toEqual({ ...first, withName: true });
    expect((await poll(first.address)).payload).toContain('by mira');
    await shared(as, id);
    expect((await poll(first.address)).payload).not.toContain('mira');
    const many = await Promise.all(
      Array.from({ length: 3 }, () => retryWhileBusy(() => share(as, id))),
    );
    expect(new Set(many.map(({ body }) => body.data.address))).toEqual(new Set([first.address]));
  });

  test('shows a name as text, whatever the name is', async () => {
    const { as, cards } = await owner();
    const username = '<script>alert("1")</script>';
    await shop.call('PUT', '/users/settings/general', { as, body: { username } });
    const { address } = await shared(as, cards[0]!.card.id, true);
    const { payload, headers } = await poll(address);
    expect(payload).not.toContain('<script');
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
  });

  test('ends when its owner ends it: page and pictures respond with 410 and no content, for good', async () => {
    const { as, cards } = await owner();
    const { id, name } = cards[0]!.card;
    const { address } = await shared(as, id);
    const stranger = await end(await shop.signUp(), address);
    expect([stranger.status, stranger.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(await statuses(address)).toEqual([200, 200, 200]);

    expect((await end(as, address)).status).toBe(200);
    expect(await statuses(address)).toEqual([410, 410, 410]);
    expect((await poll(address)).payload).not.toContain(name);
    expect((await end(as, address)).status).toBe(404);
    const { rows } = await shop.owner.query('select * from shared_pulls where address = $1', [
      address,
    ]);
    expect(rows).toEqual([
      {
        address,
        user_id: null,
        card_id: null,
        shown_name: null,
        wide: null,
        tall: null,
        shared_at: null,
        ended_at: expect.any(Date),
      },
    ]);

    // If the pull is shared a second time, its page has another address.
    expect((await shared(as, id)).address).not.toBe(address);
    expect(await statuses(address)).toEqual([410, 410, 410]);
  });

  test('is ended by an admin with a reason, which stays in the audit log', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    const { as, cards } = await owner();
    const { address } = await shared(as, cards[0]!.card.id, true);
    const remaining = await shared(as, cards[1]!.card.id);
    const pages = async () =>
      (
        await shop.call<z.input<typeof listPullsOfUser.reply>>(
          'GET',
          `/admin/users/${as.userId}/pulls`,
          { as: admin },
        )
      ).body.data.map((page) => [page.address, page.shownName]);
    expect(await pages()).toEqual([
      [remaining.address, null],
      [address, 'mira'],
    ]);
    const endByAdmin = (reason?: string) =>
      shop.call('POST', `/admin/pulls/${address}/end`, { as: admin, body: { reason } });
    const silent = await endByAdmin();
    expect([silent.status, silent.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await endByAdmin('The name insults somebody')).status).toBe(200);
    expect(await statuses(address)).toEqual([410, 410, 410]);
    expect(await statuses(remaining.address)).toEqual([200, 200, 200]);
    expect(await pages()).toEqual([[remaining.address, null]]);
    const again = await endByAdmin('Twice');
    expect([again.status, again.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const { rows } = await shop.owner.query(
      'select actor_id, action, after from audit_log where subject_id = $1',
      [as.userId],
    );
    expect(rows).toEqual([
      {
        actor_id: admin.userId,
        action: 'end_shared_pull',
        after: { reason: 'The name insults somebody', address },
      },
    ]);
  });

  test('can be brought back by nobody: the database refuses it', async () => {
    const { as, cards } = await owner();
    const { address } = await shared(as, cards[0]!.card.id);
    await end(as, address);
    const { db } = shop.context;
    for (const attack of [
      `update shared_pulls set ended_at = null where address = '${address}'`,
      `update shared_pulls set user_id = '${as.userId}' where address = '${address}'`,
      `delete from shared_pulls where address = '${address}'`,
    ]) {
      await expect(
        (db.client as { query: (sql: string) => Promise<unknown> }).query(attack),
      ).rejects.toThrow(/stays ended/);
    }
  });

  test('exists only at an issued address', async () => {
    for (const address of [randomBytes(16).toString('base64url'), 'short']) {
      expect(await statuses(address)).toEqual([404, 404, 404]);
    }
  });

  test('is refused for another user’s card, and beyond a limit', async () => {
    const [{ as, cards }, stranger] = [await owner(), await shop.signUp()];
    const foreign = await share(stranger, cards[0]!.card.id);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
    await shop.owner.query(
      `insert into shared_pulls (address, user_id, card_id, wide, tall, shared_at)
       select translate(encode(sha256(n::text::bytea), 'base64'), '+/=', 'abc')::varchar(22), $1, gen_random_uuid(), '', '', now()
       from generate_series(1, $2) n`,
      [as.userId, SHARED_MOST],
    );
    const full = await share(as, cards[0]!.card.id);
    expect([full.status, full.body.error.code]).toEqual([409, 'SHARES_FULL']);
    // These pages were made without real cards, so they are ended before anything lists them.
    await shop.owner.query(
      `update shared_pulls set ended_at = now(), user_id = null, card_id = null, wide = null, tall = null, shared_at = null
       where user_id = $1`,
      [as.userId],
    );
  });

  test('ends for good when its owner requests the account’s deletion, and with the account if it was made since', async () => {
    const { as, cards } = await owner();
    const { address } = await shared(as, cards[0]!.card.id, true);
    const other = await owner();
    const { address: untouched } = await shared(other.as, other.cards[0]!.card.id);
    const body = { password: 'correct horse' };
    const wrong = { password: 'wrong horse' };
    expect((await shop.call('DELETE', '/users/profile', { as, body: wrong })).status).toBe(401);
    expect(await statuses(address)).toEqual([200, 200, 200]);

    expect((await shop.call('DELETE', '/users/profile', { as, body })).status).toBe(200);
    expect(await statuses(address)).toEqual([410, 410, 410]);
    expect(await statuses(untouched)).toEqual([200, 200, 200]);

    const signedIn = await shop.call<{ access_token: string }>('POST', '/auth/login', {
      body: { email: as.email, ...body },
    });
    const back = { ...as, accessToken: signedIn.body.data.access_token };
    const { address: since } = await shared(back, cards[0]!.card.id);
    expect((await shop.call('DELETE', '/users/profile', { as: back, body })).status).toBe(200);
    expect(await statuses(since)).toEqual([410, 410, 410]);
  });

  test('is in its owner’s export, and ends with the account', async () => {
    const { as, cards } = await owner();
    const { id } = cards[0]!.card;
    const { address } = await shared(as, id, true);
    const { body } = await shop.call<z.input<typeof exportData.reply>>('GET', '/users/export', {
      as,
    });
    expect(body.data.sharedPulls).toMatchObject([{ address, cardId: id, shownName: 'mira' }]);

    await shop.owner.query(
      `update users set deletion_due_at = now() - interval '1 minute' where id = $1`,
      [as.userId],
    );
    expect((await eraseAccounts(shop.context)).failed).toBe(0);
    expect(await statuses(address)).toEqual([410, 410, 410]);
    const { rows } = await shop.owner.query('select 1 from shared_pulls where user_id = $1', [
      as.userId,
    ]);
    expect(rows).toEqual([]);
  });
});
