// What the shop is measured against: its own SQL, one statement after the other, without sessions,
// validation, keys' fingerprints, rules or an envelope.
import { randomUUID } from 'node:crypto';
import { balancePurchase, cardBuyback } from '#domain/ledger.ts';
import { sum, toCents } from '#domain/money.ts';
import { sellPrice } from '#domain/sellback.ts';
import { findMailbox } from '../src/server/accounts/users-queries.ts';
import { claimFreePacks } from '../src/server/catalogue/physical-packs-queries.ts';
import { insertPaidReservation } from '../src/server/catalogue/reservations-queries.ts';
import { listOffers } from '../src/server/catalogue/pack-types-queries.ts';
import { disposeCards } from '../src/server/catalogue/physical-cards-queries.ts';
import { insertPaidOrder } from '../src/server/checkout/orders-queries.ts';
import { lockOwnedCards } from '../src/server/collection/physical-cards-queries.ts';
import { inTransaction, type Database, type Transaction } from '../src/server/database/database.ts';
import { storeReply, takeKey } from '../src/server/http/idempotency-keys-queries.ts';
import { postJournal, postJournals } from '../src/server/ledger/post.ts';
import { lockAccount } from '../src/server/ledger/ledger-accounts-queries.ts';
import { insertMail } from '../src/server/mail/mails-queries.ts';
import { writeMail } from '../src/server/mail/write-mail.ts';
import {
  findOpeningOfPack,
  listOpenedCards,
  openSoldPacks,
} from '../src/server/opening/openings-queries.ts';

const CONVERT_AFTER_DAYS = 30;

export type BarePurchase = { userId: string; packTypeId: string };

/** A purchase with credits, opened: each statement waits for the one before. */
export async function buyBare(db: Database, { userId, packTypeId }: BarePurchase): Promise<object> {
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
    await insertPaidOrder(tx, {
      id: reservationId,
      userId,
      method: 'balance',
      discountCode: null,
      lines: [{ packTypeId, quantity: 1, unitPrice: price }],
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
    await openSoldPacks(tx, {
      userId,
      openingIds: packIds.map(() => randomUUID()),
      packIds,
      convertAfterDays: CONVERT_AFTER_DAYS,
    });
    const cards = await listOpenedCards(tx, packIds);
    await writeBare(tx, { userId, email: mailbox!.email }, `receipt ${key}`, cards);
    await writeBare(tx, { userId, email: mailbox!.email }, `openings ${key}`, cards);
    const reply = { balance, cards };
    await storeReply(tx, userId, key, JSON.stringify(reply));
    return reply;
  });
}

/** Opens a sealed pack. */
export async function openBare(
  db: Database,
  { userId, packId }: { userId: string; packId: string },
): Promise<object> {
  return inTransaction(db, async (tx) => {
    const key = randomUUID();
    await takeKey(tx, { userId, key, fingerprint: key });
    await openSoldPacks(tx, {
      userId,
      openingIds: [randomUUID()],
      packIds: [packId],
      convertAfterDays: CONVERT_AFTER_DAYS,
    });
    const opening = await findOpeningOfPack(tx, userId, packId);
    const cards = await listOpenedCards(tx, [packId]);
    const mailbox = await findMailbox(tx, userId);
    await writeBare(tx, { userId, email: mailbox!.email }, `openings ${key}`, cards);
    const reply = { opening, cards };
    await storeReply(tx, userId, key, JSON.stringify(reply));
    return reply;
  });
}

/** Sells cards back in one transaction. */
export async function sellBare(
  db: Database,
  { userId, cardIds }: { userId: string; cardIds: string[] },
): Promise<object> {
  return inTransaction(db, async (tx) => {
    const key = randomUUID();
    await takeKey(tx, { userId, key, fingerprint: key });
    await lockAccount(tx, userId);
    const cards = await lockOwnedCards(tx, userId, cardIds);
    const sales = cards.map((card) => ({ card, paid: sellPrice(card.marketValue) }));
    await disposeCards(
      tx,
      'sold',
      sales.map(({ card, paid }) => ({ cardId: card.id, paid })),
    );
    const balance = await postJournals(
      tx,
      sales.map(({ card, paid }) => ({
        kind: 'card_sale' as const,
        referenceId: card.id,
        userId,
        description: card.name,
        transfers: cardBuyback(userId, paid),
      })),
    );
    const reply = { balance, total: sum(...sales.map(({ paid }) => paid)) };
    await storeReply(tx, userId, key, JSON.stringify(reply));
    return reply;
  });
}

async function writeBare(
  db: Transaction,
  to: { userId: string; email: string },
  fact: string,
  cards: object[],
): Promise<void> {
  const kind = fact.split(' ')[0]!;
  const mail = writeMail({ kind, subject: kind, parts: [JSON.stringify(cards)] });
  await insertMail(db, { ...mail, id: randomUUID(), to, fact, state: 'kept' });
}
