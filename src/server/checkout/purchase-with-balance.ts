// Buying packs with credits: one transaction pays for the packs, takes them out of stock and opens
// them.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/checkout.ts';
import { refuseBarred } from '#domain/break.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { balancePurchase } from '#domain/ledger.ts';
import { difference, sum } from '#domain/money.ts';
import { receiptOfOrder } from '#domain/order-receipt.ts';
import { checkPacksLeft } from '#domain/own-limits.ts';
import { checkSeenTotal } from '#domain/pricing.ts';
import {
  checkBalance,
  checkComplete,
  checkLimits,
  checkRefs,
  checkRefsTaken,
  checkStock,
  costsOfPacks,
  countPacks,
} from '#domain/purchase.ts';
import type { Region } from '#domain/region.ts';
import { checkSoldIn } from '#domain/sales-places.ts';
import { checkRegionKnown } from '#domain/tax.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { buyerOf, takeConsents } from '../accounts/consents.ts';
import { wants, writeTo } from '../accounts/notify.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { presentTicket } from '../drops/ticket-text.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { postJournals } from '../ledger/post.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { openedValues } from '../mail/templates/openings.ts';
import { receiptMail } from '../mail/templates/receipt.ts';
import { withholdBrokenPacks } from '../opening/withhold-broken-packs.ts';
import { presentSold, sellAndOpen } from '../opening/sell-and-open.ts';
import { placeOfOrder, takePrice, termsAt } from './charges.ts';
import { beforeBalancePurchase } from './before-balance-purchase.ts';
import { insertPaidOrder } from './orders-queries.ts';
import { useDiscount } from './discount-codes-queries.ts';
import { readCart } from './read-cart.ts';
import { describeOrder } from './describe-order.ts';

type Cart = Parameters<typeof readCart>[1];

/**
 * Loads the data that decides a purchase. The account is locked first, so that all actions of one
 * buyer run one after the other, and because money is always locked before stock.
 */
async function load(
  context: Context<Transaction>,
  buyerId: string,
  packs: Cart,
  region: Region | null | undefined,
) {
  const { db } = context;
  const wanted = await readCart(db, packs);
  const typeIds = wanted.map((line) => line.packTypeId);
  const [account, offers, buyer] = await Promise.all([
    lockAccountToSpend(db, buyerId),
    listOffers(db, buyerId, typeIds),
    buyerOf(context, buyerId, region),
  ]);
  return { wanted, account, offers, buyer };
}

export const purchaseWithBalance = handler(rows.purchaseWithBalance, {
  load: async (context, userId, { packs, region }) => load(context, userId, packs, region),
  before: beforeBalancePurchase,
  refused: withholdBrokenPacks,
  answer: async (context, caller, input, { wanted, account, offers, buyer }) => {
    const { db } = context;
    const buyerId = caller.userId;
    const discountCode = input.discountCode ?? null;
    refuseWhilePaused(account.pause);
    checkRefs(wanted, input.refs);
    checkLimits(wanted, offers);
    const { mailbox } = buyer;
    refuseBarred(buyer.bar, context.settings.now().contactEmail);
    checkPacksLeft(buyer.packsLeft, countPacks(wanted));
    const terms = termsAt(context, mailbox, input.region);
    checkSoldIn(context.settings.salesPlaces(), terms);
    checkRegionKnown(terms);
    const discount = discountCode === null ? null : await useDiscount(db, buyerId, discountCode);

    // Decide.
    const [orderId, journalId] = [randomUUID(), randomUUID()];
    const cart = { userId: buyerId, wanted, offers, discount, method: 'balance' } as const;
    const order = await takePrice(context, orderId, cart, terms);
    checkSeenTotal(order.quote.total, input.amount ?? null);
    checkBalance(account.balance, order.quote.total);
    checkStock(wanted, offers);
    await takeConsents(context, buyerId, buyer, input);

    // Store.
    const receipt = receiptOfOrder(order, offers);
    const selling = sellAndOpen(db, { orderId, buyerId, wanted, refs: input.refs });
    // Sends these statements in one pipeline, because the order and the journal don't depend on the
    // packs (choice 704).
    db.later(
      insertPaidOrder(db, {
        ...order,
        id: orderId,
        userId: buyerId,
        method: 'balance',
        discountCode,
        ...placeOfOrder(context, terms),
      }),
    );
    postJournals(db, [
      {
        id: journalId,
        kind: 'pack_purchase',
        referenceId: orderId,
        userId: buyerId,
        description: describeOrder(wanted, offers),
        receipt,
        transfers: balancePurchase(buyerId, order.quote),
      },
    ]);
    const sold = await selling;
    checkComplete(wanted, offers, sold);
    const tickets = sold.flatMap(({ opening }) => opening.ticket ?? []);
    checkRefsTaken(tickets, input.refs);
    const packOpenings = presentSold(context, costsOfPacks(order, sold));
    await writeTo(
      context,
      mailbox,
      'always',
      () =>
        receiptMail(
          {
            ...receipt,
            ...order.quote,
            method: 'balance',
            id: journalId,
            ...(mailbox !== null &&
              wants(mailbox, 'openingMails') && { opened: openedValues(packOpenings) }),
          },
          letterheadOf(context),
        ),
      `receipt ${journalId}`,
    );

    return {
      updatedBalance: difference(account.balance, order.quote.total),
      packOpenings,
      totalCards: packOpenings.reduce((count, opening) => count + opening.cards.length, 0),
      totalValue: sum(...packOpenings.map((opening) => opening.totalValue)),
      tickets: await Promise.all(tickets.map((ticket) => presentTicket(context, ticket))),
    };
  },
});

/** Like the purchase of a cart, for a single line. */
export const purchasePack = handler(rows.purchasePack, {
  load: async (context, userId, line) => load(context, userId, [line], line.region),
  before: {
    isDue: beforeBalancePurchase.isDue,
    run: (context, caller, { packId, quantity, region }) =>
      beforeBalancePurchase.run(context, caller, { packs: [{ packId, quantity }], region }),
  },
  refused: withholdBrokenPacks,
  answer: async (context, caller, { packId, quantity, ...more }, loaded) => {
    const packs = [{ packId, quantity }];
    const cart = { packs, ...more, paymentMethod: 'balance' } as const;
    return purchaseWithBalance.answer(context, caller, cart, loaded);
  },
});
