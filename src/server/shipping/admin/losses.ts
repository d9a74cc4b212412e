// Admins decide that a card or a parcel is lost. The owner gets the whole market value of each
// card, and the fee of a lost parcel (docs/product.md §15).
import * as rows from '#contract/shipping-losses.ts';
import type { LossQuote } from '#contract/shipping-losses.ts';
import { paginationOf } from '#contract/paging.ts';
import type { Caller } from '#domain/access.ts';
import { writeCardNumber } from '#domain/card-number.ts';
import { decimalOf } from '#domain/decimals.ts';
import {
  canBeLost,
  lossOf,
  lossPaid,
  valueFound,
  type LossMethod,
  type LossReason,
} from '#domain/loss.ts';
import { sum, ZERO, type Cents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { canMoveShipment, type ShipmentStatus } from '#domain/shipping.ts';
import { notify } from '../../accounts/notify.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { lockCardsOfAnybody } from '../../collection/own-cards-queries.ts';
import { handler } from '../../http/handler.ts';
import { lockAccount } from '../../ledger/ledger-accounts-queries.ts';
import { postJournal, postJournals } from '../../ledger/post.ts';
import { letterheadOf } from '../../mail/letterhead.ts';
import { lossMail } from '../../mail/templates/loss.ts';
import { inCad } from '../../prices/import-cards.ts';
import { listPricesOfDay } from '../../prices/prices-queries.ts';
import type { Context } from '../../runtime/context.ts';
import { giveSingle, listReplacements, lockLikeCopy } from '../../singles/replacements-queries.ts';
import { insertMoves } from '../../singles/moves-queries.ts';
import { markCardsLost } from '../../stock/physical-cards-queries.ts';
import type { Database, Transaction } from '#engine/database.ts';
import {
  findShipmentsById,
  lockAdditions,
  lockShipment,
  paidForShipment,
  updateShipmentState,
  type ShipmentRow,
} from '../shipments-queries.ts';
import {
  findLossCard,
  findLossOwner,
  insertCardLosses,
  insertParcelLoss,
  listBookedLosses,
  listLossCards,
  listPartsOfParcel,
  type LossCardRow,
} from './losses-queries.ts';

export const quoteCardLoss = handler(
  rows.quoteCardLoss,
  async (context, _caller, { id, foundOn }) => {
    const card = judgeCard(await findLossCard(context.db, id));
    return quoteOfCard(context, card, foundOn);
  },
);

export const bookCardLoss = handler(rows.bookCardLoss, async (context, caller, decision) => {
  const { db } = context;
  const known = await findLossCard(db, decision.id);
  if (known === null) throw new Rejection('NOT_FOUND');
  await lockAccount(db, known.owner_id);
  if (known.shipment_id !== null) await lockShipment(db, known.shipment_id);
  await lockCardsOfAnybody(db, [known.id]);
  const card = judgeCard(await findLossCard(db, known.id));
  const quote = await quoteOfCard(context, card, decision.foundOn);
  checkDecision(quote, decision);
  if (decision.replacementId !== undefined) await lockReplacement(db, card, decision.replacementId);
  await bookCards(context, caller, [card], quote, decision, decision.reason);
  if (decision.replacementId !== undefined) {
    await giveSingle(db, card.id);
    await insertMoves(db, [decision.replacementId], caller.userId, {
      move: 'replaced',
      detail: null,
    });
  }
  await tellOwner(context, quote, decision, decision.reason);
  await recordAuditEntry(context, caller, {
    action: 'book_card_loss',
    subject: { kind: 'card', id: card.id },
    before: { status: card.status },
    after: { reason: decision.reason, ...decided(quote, decision) },
  });
  return quote;
});

export const quoteParcelLoss = handler(
  rows.quoteParcelLoss,
  async (context, _caller, { id, foundOn }) => {
    const parts = await readParts(context.db, id);
    const cards = await listLossCards(context.db, idsOf(parts));
    return quoteOf(context, judgeCards(cards), parts, foundOn);
  },
);

export const bookParcelLoss = handler(rows.bookParcelLoss, async (context, caller, decision) => {
  const { db } = context;
  const [known] = await readParts(db, decision.id);
  await lockAccount(db, known.user_id);
  await lockShipment(db, known.id);
  await lockAdditions(db, known.id);
  const parts = await readParts(db, known.id);
  const found = await listLossCards(db, idsOf(parts));
  await lockCardsOfAnybody(db, idsOf(found));
  const cards = judgeCards(await listLossCards(db, idsOf(parts)));
  const quote = await quoteOf(context, cards, parts, decision.foundOn);
  checkDecision(quote, decision);
  if (cards.length > 0) await bookCards(context, caller, cards, quote, decision, 'parcel_lost');
  for (const part of parts) await bookFee(db, caller, part, quote, decision);
  await tellOwner(context, quote, decision, 'parcel_lost');
  await recordAuditEntry(context, caller, {
    action: 'book_parcel_loss',
    subject: { kind: 'shipment', id: known.id },
    before: { status: known.state },
    after: { status: 'lost', cards: cards.length, ...decided(quote, decision) },
  });
  return quote;
});

export const listLosses = handler(rows.listLosses, async ({ db }, _caller, { page, limit }) => {
  const { rows: found, total } = await listBookedLosses(db, limit, (page - 1) * limit);
  return {
    losses: found.map((one) => ({
      card: one.card_id === null ? null : { id: one.card_id, name: one.name! },
      shipmentId: one.shipment_id,
      owner: { id: one.user_id, email: one.email },
      reason: one.reason,
      amount: one.amount,
      method: one.method,
      reference: one.reference,
      decidedBy: one.decided_by,
      decidedAt: one.decided_at,
    })),
    pagination: paginationOf(total, page, limit),
  };
});

type Decision = {
  method: LossMethod;
  reference?: string | null | undefined;
  replacementId?: string | undefined;
  amount: Cents;
};

const NOT_HERE = 'This card can’t be booked as lost: it is the shop’s, or a payment for it is open';

/**
 * Rejects a card that belongs to the shop, a card whose payment is open, and a card about which a
 * bank still has to decide.
 */
function judgeCard(card: LossCardRow | null): LossCardRow {
  if (card === null) throw new Rejection('NOT_FOUND');
  if (card.dispute === 'open') throw new Rejection('DISPUTED');
  if (!canBeLost({ status: card.status, lockReason: card.lock_reason })) {
    throw new Rejection('INVALID_TRANSITION', NOT_HERE);
  }
  return card;
}

function judgeCards(cards: LossCardRow[]): LossCardRow[] {
  return cards.map((card) => judgeCard(card));
}

/**
 * Returns a parcel that is on its way, followed by the shipments that were added to it. Rejects a
 * shipment that is not such a parcel.
 */
async function readParts(db: Database, id: string): Promise<[ShipmentRow, ...ShipmentRow[]]> {
  const found = await findShipmentsById(db, await listPartsOfParcel(db, id));
  const parcel = found.find((one) => one.id === id);
  if (parcel === undefined) throw new Rejection('NOT_FOUND');
  if (parcel.goes_with_id !== null) {
    throw new Rejection('INVALID_TRANSITION', 'These cards go with another parcel: decide there');
  }
  if (!canMoveShipment(parcel.state as ShipmentStatus, 'lost')) {
    throw new Rejection('INVALID_TRANSITION', 'Only a parcel that is on its way can be lost');
  }
  return [parcel, ...found.filter((one) => one !== parcel)];
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Computes what the owner of a single card would get, and which copies could replace it. */
async function quoteOfCard(
  context: Pick<Context, 'db' | 'config'>,
  card: LossCardRow,
  foundOn: string | undefined,
): Promise<LossQuote> {
  const quote = await quoteOf(context, [card], null, foundOn);
  const copies = await listReplacements(context.db, card.catalogue_id, card.condition);
  return {
    ...quote,
    replacements: copies.map((copy) => ({
      id: copy.id,
      cardNumber: writeCardNumber(copy),
      shelf: copy.shelf,
      paid: copy.paid,
    })),
  };
}

/**
 * Locks the copy that replaces a card. Rejects if the copy has left the shelf, or is of another printing or condition.
 */
async function lockReplacement(db: Transaction, card: LossCardRow, id: string): Promise<void> {
  const isLocked = await lockLikeCopy(db, id, card.catalogue_id, card.condition);
  if (!isLocked) {
    throw new Rejection(
      'CARD_NOT_AVAILABLE',
      'This copy is not on the shelf any more. Choose another.',
    );
  }
}

/**
 * Computes what the owner would get. `parts` are the shipments of a lost parcel, or null if only a
 * card is lost. If `foundOn` is undefined, the loss was found today.
 */
async function quoteOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  cards: LossCardRow[],
  parts: [ShipmentRow, ...ShipmentRow[]] | null,
  foundOn: string | undefined,
): Promise<LossQuote> {
  const owner = await findLossOwner(db, parts?.[0].user_id ?? cards[0]!.owner_id);
  const day = foundOn ?? owner.today;
  if (day > owner.today || cards.some((card) => day < card.opened_on)) {
    throw Rejection.ofField('foundOn', 'A loss is found between the opening of the pack and today');
  }
  const valueOn = async (on: string) => {
    const prices = await listPricesOfDay(
      db,
      cards.map((card) => card.catalogue_id),
      on,
    );
    return ({ catalogue_id: id }: LossCardRow): Cents => {
      const price = prices.get(id);
      return price === undefined ? ZERO : inCad(price, config);
    };
  };
  const asked = [...new Set(cards.flatMap(({ asked_on: on }) => on ?? []))];
  const [found, ...ofAsked] = await Promise.all([valueOn(day), ...asked.map(valueOn)]);
  const lost = cards.map((card) => {
    const askedValue = card.asked_on === null ? null : ofAsked[asked.indexOf(card.asked_on)]!(card);
    const foundValue = valueFound(found(card), card.cost);
    return {
      cardId: card.id,
      name: card.name,
      setName: card.set_name,
      number: card.number,
      packSerial: card.serial,
      askedValue,
      foundValue,
      amount: lossOf(askedValue, foundValue),
    };
  });
  const fee = parts === null ? null : sum(...parts.map((part) => paidForShipment(part)));
  return {
    owner: { id: owner.id, email: owner.email },
    canGetCredits: !owner.isErased,
    shipmentId: parts?.[0].id ?? cards[0]?.shipment_id ?? null,
    askedOn: cards[0]?.asked_on ?? null,
    foundOn: day,
    cards: lost,
    fee,
    total: sum(...lost.map((one) => one.amount), fee ?? ZERO),
    replacements: [],
  };
}

/** Rejects a decision for an amount that differs from today's, and a decision for credits if the account is erased. */
function checkDecision({ total, canGetCredits }: LossQuote, { amount, method }: Decision): void {
  if (amount !== total) {
    throw new Rejection('AMOUNT_MISMATCH', 'The value has changed. Look at it again.');
  }
  if (method !== 'transfer' && !canGetCredits) {
    throw new Rejection('INVALID_TRANSITION', 'An erased account can only be paid by transfer');
  }
}

/** Stores the losses of cards, and pays for them with one journal for each card. */
async function bookCards(
  { db }: Context<Transaction>,
  caller: Caller,
  cards: LossCardRow[],
  quote: LossQuote,
  { method, reference = null, replacementId }: Decision,
  reason: LossReason,
): Promise<void> {
  const inParcel = new Map(cards.map((card) => [card.id, card]));
  const userId = quote.owner.id;
  await insertCardLosses(
    db,
    quote.cards.map(({ cardId, askedValue, foundValue, amount }) => ({
      cardId,
      userId,
      shipmentId: inParcel.get(cardId)!.shipment_id,
      reason,
      askedOn: inParcel.get(cardId)!.asked_on,
      askedValue,
      foundOn: quote.foundOn,
      foundValue,
      amount,
      method,
      reference,
      replacementId: replacementId ?? null,
      decidedBy: caller.userId,
    })),
  );
  await markCardsLost(db, quote.cards);
  if (method === 'replacement') return;
  postJournals(
    db,
    quote.cards.map(({ cardId, name, amount }) => ({
      kind: 'loss' as const,
      referenceId: cardId,
      userId,
      description: name,
      ...(reference !== null && { reference }),
      transfers: lossPaid(userId, method, amount),
    })),
  );
}

/** Marks a shipment as lost, and pays its fee back. */
async function bookFee(
  db: Transaction,
  caller: Caller,
  part: ShipmentRow,
  { foundOn }: LossQuote,
  { method, reference = null }: Decision,
): Promise<void> {
  const { id: shipmentId, user_id: userId } = part;
  const amount = paidForShipment(part);
  await insertParcelLoss(db, {
    shipmentId,
    userId,
    foundOn,
    amount,
    method,
    reference,
    decidedBy: caller.userId,
  });
  await updateShipmentState(db, shipmentId, 'lost');
  await postJournal(db, {
    kind: 'loss',
    referenceId: shipmentId,
    userId,
    description: 'Fee of a lost parcel',
    ...(reference !== null && { reference }),
    transfers: lossPaid(userId, method, amount),
  });
}

/** Mails the owner what is lost, and what the owner gets for it. Sends no mail if the account is erased. */
async function tellOwner(
  context: Context<Transaction>,
  quote: LossQuote,
  { method, reference = null }: Decision,
  reason: LossReason,
): Promise<void> {
  const mail = lossMail({ ...quote, reason, method, reference }, letterheadOf(context));
  await notify(context, quote.owner.id, 'always', mail);
}

function decided(
  { total, foundOn }: LossQuote,
  { method, reference = null, replacementId }: Decision,
) {
  const replaced = replacementId === undefined ? {} : { replacementId };
  return { amount: decimalOf(total), foundOn, method, reference, ...replaced };
}
