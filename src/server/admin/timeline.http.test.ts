// Timelines of orders, people, parcels and cards, with the operators' notes on them.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showOrderTimeline } from '#contract/admin-timeline.ts';
import type { exportData } from '#contract/profile-data.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { ownerOfCards, shipped, type Item } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Timeline = z.input<typeof showOrderTimeline.reply>;

const shop = useTestApp({}, { cards: true });
let type: string;
let admin: SignedIn;
let owner: SignedIn;
let items: Item[];
let orderId: string;
let parcelId: string;

beforeAll(async () => {
  type = await stockPackType(shop.context, { packs: 12, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
  ({ user: owner, items } = await ownerOfCards(shop, type));
  parcelId = (await shipped(shop, owner, items.slice(0, 2))).id;
  const intent = await begunPayment(shop, owner, type, { quantity: 2 });
  await confirm(shop, intent);
  await postAll(shop);
  const { packIds } = await purchased(shop, owner, intent.paymentIntentId);
  await shop.call('POST', `/packs/${packIds[0]}/open`, { as: owner });
  const { rows } = await shop.owner.query<{ id: string }>(
    'select subject_id as id from payments where intent_id = $1',
    [intent.paymentIntentId],
  );
  orderId = rows[0]!.id;
});

const places = (): Record<string, string> => ({
  orders: orderId,
  users: owner.userId,
  shipments: parcelId,
  'stock/cards': items[2]!.card.id,
});

async function timelineOf(place: string, id = places()[place]!): Promise<Timeline['entries']> {
  const { status, body } = await shop.call<Timeline>('GET', `/admin/${place}/${id}/timeline`, {
    as: admin,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.entries;
}

const note = (place: string, id: string, text: string) =>
  shop.call<{ id: string }>('POST', `/admin/${place}/${id}/notes`, {
    as: admin,
    key: randomUUID(),
    body: { text },
  });
const events = (entries: Timeline['entries']) => entries.map(({ event }) => event);

describe('a timeline', () => {
  test('of an order says who paid, opened, refunded and why', async () => {
    const refund = await shop.call('POST', `/admin/orders/${orderId}/refund`, {
      as: admin,
      key: randomUUID(),
      body: { packs: [{ packTypeId: type, quantity: 1, unopened: 1 }], reason: 'Torn seal' },
    });
    expect([refund.status, refund.body.error]).toEqual([200, undefined]);
    await postAll(shop);
    const entries = await timelineOf('orders');
    expect(new Set(events(entries))).toEqual(
      new Set([
        'ordered',
        'paid',
        'packs_opened',
        'packs_returned',
        'refund_begun',
        'refunded',
        'act',
      ]),
    );
    expect(entries.at(-1)).toMatchObject({ event: 'ordered', by: owner.email });
    expect(entries.find(({ event }) => event === 'packs_opened')).toMatchObject({ count: 1 });
    expect(entries.find(({ event }) => event === 'refund_begun')).toMatchObject({
      text: 'Torn seal',
    });
    expect(entries.find(({ event }) => event === 'act')).toMatchObject({
      action: 'refund_order',
      by: admin.email,
    });
  });

  test('of a person, a parcel and a card says what became of them', async () => {
    const moved = await shop.call('PATCH', `/admin/shipments/${parcelId}`, {
      as: admin,
      key: randomUUID(),
      body: { status: 'packed' },
    });
    expect(moved.status).toBe(200);
    expect(await timelineOf('shipments')).toMatchObject([
      { event: 'packed', by: admin.email },
      { event: 'parcel_requested', by: owner.email },
    ]);
    const locked = await shop.call('POST', `/admin/users/${owner.userId}/lock`, {
      as: admin,
      key: randomUUID(),
      body: { reason: 'Asked for it' },
    });
    expect(locked.status).toBe(200);
    const ofPerson = await timelineOf('users');
    expect(ofPerson[0]).toMatchObject({ event: 'act', action: 'lock_user', text: 'Asked for it' });
    expect(ofPerson).toContainEqual(expect.objectContaining({ event: 'ordered', orderId }));
    expect(ofPerson).toContainEqual(expect.objectContaining({ shipmentId: parcelId }));
    expect(ofPerson.at(-1)!.event).toBe('signed_up');
    expect(events(await timelineOf('stock/cards'))).toEqual(['opened']);
    expect(events(await timelineOf('stock/cards', items[0]!.card.id))).toEqual([
      'shipment_requested',
      'opened',
    ]);
  });
});

describe('a note', () => {
  test('is in the timeline with its author, and in the data of its person; it can be removed', async () => {
    for (const [place, id] of Object.entries(places())) {
      const { status, body } = await note(place, id, ` Called about it, ${place} `);
      expect([status, body.error]).toEqual([200, undefined]);
      expect((await timelineOf(place))[0]).toMatchObject({
        event: 'note',
        by: admin.email,
        text: `Called about it, ${place}`,
        noteId: body.data.id,
      });
    }
    await shop.owner.query('update users set locked_at = null where id = $1', [owner.userId]);
    const login = await shop.call<{ access_token: string }>('POST', '/auth/login', {
      body: { email: owner.email, password: 'correct horse' },
    });
    const exported = await shop.call<z.input<typeof exportData.reply>>('GET', '/users/export', {
      as: { ...owner, accessToken: login.body.data.access_token },
    });
    expect(new Set(exported.body.data.operatorNotes.entries.map(({ text }) => text))).toEqual(
      new Set(Object.keys(places()).map((place) => `Called about it, ${place}`)),
    );

    for (const [place, id] of Object.entries(places())) {
      const [written] = await timelineOf(place);
      const remove = () =>
        shop.call('DELETE', `/admin/${place}/${id}/notes/${written!.noteId}`, {
          as: admin,
          key: randomUUID(),
        });
      expect((await remove()).status).toBe(200);
      const after = await timelineOf(place);
      expect(after[0]).toMatchObject({ event: 'act', action: 'remove_note' });
      expect(JSON.stringify(after)).not.toContain('Called about it');
      expect((await remove()).body.error.code).toBe('NOT_FOUND');
    }
  });

  test('is refused on what is not there, and on what is erased, with which it goes', async () => {
    const person = await shop.signUp();
    expect((await note('users', person.userId, 'Moved away')).status).toBe(200);
    await shop.owner.query(
      `update users set deletion_due_at = now() - interval '1 day' where id = $1`,
      [person.userId],
    );
    await eraseAccounts(shop.context);
    const late = await note('users', person.userId, 'Came back?');
    expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(events(await timelineOf('users', person.userId))).not.toContain('note');
    const { rowCount } = await shop.owner.query('select from notes where about_id = $1', [
      person.userId,
    ]);
    expect(rowCount).toBe(0);

    // Orders, parcels and cards of an erased account are refused for the same reason.
    await shop.owner.query('update users set erased_at = now() where id = $1', [owner.userId]);
    for (const [place, id] of Object.entries(places())) {
      expect((await note(place, id, 'Late')).body.error.code).toBe('INVALID_TRANSITION');
      const nobody = randomUUID();
      expect((await note(place, nobody, 'Nobody')).body.error.code).toBe('NOT_FOUND');
      const shown = await shop.call('GET', `/admin/${place}/${nobody}/timeline`, { as: admin });
      expect(shown.body.error.code).toBe('NOT_FOUND');
    }
    await shop.owner.query('update users set erased_at = null where id = $1', [owner.userId]);
  });
});
