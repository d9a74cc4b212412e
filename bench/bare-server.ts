// What the shop is measured against: a bare Fastify handler with the same SQL, one statement after the
// other, without sessions, validation, keys' fingerprints or an envelope.
import Fastify from 'fastify';
import { randomUUID } from 'node:crypto';
import { balancePurchase } from '#domain/ledger.ts';
import { toCents } from '#domain/money.ts';
import { findMailbox } from '../src/server/accounts/queries.ts';
import {
  insertPaidReservation,
  listOffers,
  listPackTypeRows,
  claimFreePacks,
} from '../src/server/catalogue/queries.ts';
import { insertPaidOrder } from '../src/server/checkout/queries.ts';
import { inTransaction, openPool, overClient } from '../src/server/database/database.ts';
import { storeReply, takeKey } from '../src/server/http/queries.ts';
import { lockAccount } from '../src/server/ledger/queries.ts';
import { postJournal } from '../src/server/ledger/post.ts';
import { insertMail } from '../src/server/mail/queries.ts';
import { writeMail } from '../src/server/mail/write-mail.ts';
import { listOpenedCards, updatePacksToOpened } from '../src/server/opening/queries.ts';

const pool = openPool({ url: process.env['DATABASE_URL']!, assumeAppRole: true, clockOffsetMs: 0 });
const db = overClient(pool);
const app = Fastify();

app.get('/pack-types', async () => listPackTypeRows(db, {}));

app.post<{ Body: { userId: string; packTypeId: string } }>('/purchase', async ({ body }) => {
  const { userId, packTypeId } = body;
  const wanted = [{ packTypeId, quantity: 1 }];
  return inTransaction(db, async (tx) => {
    const key = randomUUID();
    await takeKey(tx, { userId, key, fingerprint: key });
    await lockAccount(tx, userId);
    const mailbox = await findMailbox(tx, userId);
    const [offer] = await listOffers(tx, userId, [packTypeId]);
    const reservationId = randomUUID();
    await insertPaidReservation(tx, reservationId, userId);
    const packs = await claimFreePacks(tx, {
      reservationId,
      buyerId: userId,
      wanted,
      state: 'sold',
      skipLocked: true,
    });
    const price = offer!.price;
    const tax = toCents(Math.round(price * 0.08));
    const quote = {
      subtotal: price,
      discount: toCents(0),
      tax,
      processingFee: toCents(0),
      total: toCents(price + tax),
    };
    const lines = [{ packTypeId, quantity: 1, unitPrice: price }];
    await insertPaidOrder(tx, {
      id: reservationId,
      userId,
      method: 'balance',
      discountCode: null,
      lines,
      quote,
    });
    const balance = await postJournal(tx, {
      kind: 'pack_purchase',
      referenceId: reservationId,
      userId,
      description: 'bench',
      transfers: balancePurchase(userId, quote),
    });
    const packIds = packs.map((pack) => pack.id);
    await updatePacksToOpened(tx, {
      userId,
      openingIds: packIds.map(() => randomUUID()),
      packIds,
      convertAfterDays: 30,
    });
    const cards = await listOpenedCards(tx, packIds);
    for (const kind of ['receipt', 'openings']) {
      const mail = writeMail({ kind, subject: kind, parts: [JSON.stringify(cards)] });
      const to = { userId, email: mailbox!.email };
      await insertMail(tx, {
        ...mail,
        id: randomUUID(),
        to,
        fact: `${kind} ${key}`,
        state: 'kept',
      });
    }
    const reply = { balance, cards };
    await storeReply(tx, userId, key, JSON.stringify(reply));
    return reply;
  });
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
