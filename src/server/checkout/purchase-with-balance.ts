// Buys packs and singles with credits. One transaction pays for them, takes them out of stock and opens the packs.
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
  checkSingles,
  checkSinglesTaken,
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
import { buyerOf, checkAndStoreConsents } from '../accounts/consents.ts';
import { wants, writeTo } from '../accounts/notify.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { presentTicket } from '../drops/ticket-text.ts';
import { lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import { postJournals } from '../ledger/post.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { openedValues } from '../mail/templates/openings.ts';
import { receiptMail } from '../mail/templates/receipt.ts';
import { coverOpenings } from '../opening/covered-openings-queries.ts';
import { withholdBrokenPacks } from '../opening/withhold-broken-packs.ts';
import { presentSold, sellAndOpen } from '../opening/sell-and-open.ts';
import { sellSingles } from '../singles/house-cards-queries.ts';
import { insertSale } from '../stock/reservations-queries.ts';
import { placeOfOrder, claimPrice, termsAt } from './charges.ts';
import { beforeBalancePurchase } from './before-balance-purchase.ts';
import { insertSinglesOfOrder } from './order-singles-queries.ts';
import { insertPaidOrder } from './orders-queries.ts';
import { presentSingles } from './present-singles.ts';
import { useDiscount } from './discount-codes-queries.ts';
import { readCart, readSingles } from './read-cart.ts';
import { describeOrder } from './describe-order.ts';

type Cart = Parameters<typeof readCart>[1];

/**
 * Loads the data that decides a purchase. Locks the account first, so that the actions of one buyer
 * run one after the other, and because money is always locked before stock.
 */
async function load(
  context: Context<Transaction>,
  buyerId: string,
  packs: Cart,
  ids: string[] | undefined,
  region: Region | null | undefined,
) {
  const { db } = context;
  const wanted = await readCart(db, packs);
  const typeIds = wanted.map((line) => line.packTypeId);
  const [account, offers, singles, buyer] = await Promise.all([
    lockAccountToSpend(db, buyerId),
    wanted.length === 0 ? [] : listOffers(db, buyerId, typeIds),
    readSingles(db, buyerId, ids),
    buyerOf(context, buyerId, region),
  ]);
  return { wanted, account, offers, singles, buyer };
}

export const purchaseWithBalance = handler(rows.purchaseWithBalance, {
  load: async (context, userId, { packs, singles, region }) =>
    load(context, userId, packs, singles, region),
  before: beforeBalancePurchase,
  refused: withholdBrokenPacks,
  answer: async (context, caller, input, { wanted, account, offers, singles, buyer }) => {
    const { db } = context;
    const buyerId = caller.userId;
    const discountCode = input.discountCode ?? null;
    refuseWhilePaused(account.pause);
    checkRefs(wanted, input.refs);
    checkLimits(wanted, offers);
    const { mailbox } = buyer;
    const { contactEmail } = context.settings.now();
    refuseBarred(buyer.bar, contactEmail);
    checkPacksLeft(buyer.packsLeft, countPacks(wanted));
    const terms = termsAt(context, mailbox, input.region);
    checkSoldIn(context.settings.salesPlaces(), terms, contactEmail);
    checkRegionKnown(terms);
    const discount = discountCode === null ? null : await useDiscount(db, buyerId, discountCode);

    // Decide the price.
    const [orderId, journalId] = [randomUUID(), randomUUID()];
    const cart = { userId: buyerId, wanted, offers, singles, discount, method: 'balance' } as const;
    const order = await claimPrice(context, orderId, cart, terms);
    checkSeenTotal(order.quote.total, input.amount ?? null);
    checkBalance(account.balance, order.quote.total);
    checkStock(wanted, offers);
    checkSingles(singles);
    await checkAndStoreConsents(context, buyerId, buyer, input);

    // Store the order, sell and open the packs, and sell the singles. Packs are always locked before singles.
    const receipt = receiptOfOrder(order, offers, singles);
    const selling =
      wanted.length === 0
        ? insertSale(db, { id: orderId, userId: buyerId })
        : sellAndOpen(db, { orderId, buyerId, wanted, refs: input.refs });
    // These statements are sent in one pipeline, because the order and the journal don't depend on the packs (choice
    // 704).
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
    insertSinglesOfOrder(db, orderId, order.singles);
    postJournals(db, [
      {
        id: journalId,
        kind: 'pack_purchase',
        referenceId: orderId,
        userId: buyerId,
        description: describeOrder(wanted, offers, singles),
        receipt,
        transfers: balancePurchase(buyerId, order.quote),
      },
    ]);
    const take = () => sellSingles(db, orderId, singles.length);
    // Singles are sold after the packs of the order, or at once if the order has no packs.
    const [sold, alone] = await Promise.all([selling, wanted.length === 0 ? take() : null]);
    checkComplete(wanted, offers, sold);
    const bought = alone ?? (await take());
    checkSinglesTaken(singles, bought);
    const tickets = sold.flatMap(({ opening }) => opening.ticket ?? []);
    checkRefsTaken(tickets, input.refs);
    const isCovered = input.covered === true && sold.length > 0;
    const packOpenings = presentSold(context, costsOfPacks(order, sold), isCovered);
    if (isCovered) {
      db.later(
        coverOpenings(db, { userId: buyerId, openingIds: packOpenings.map(({ id }) => id) }),
      );
    }
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
            // The mail about covered packs is not written until the buyer looks at them.
            ...(mailbox !== null &&
              !isCovered &&
              sold.length > 0 &&
              wants(mailbox, 'openingMails') && { opened: openedValues(packOpenings) }),
          },
          letterheadOf(context),
        ),
      `receipt ${journalId}`,
    );

    return {
      updatedBalance: difference(account.balance, order.quote.total),
      packOpenings,
      singles: presentSingles(order, singles, bought),
      totalCards:
        bought.length + packOpenings.reduce((count, opening) => count + opening.cards.length, 0),
      totalValue: sum(...packOpenings.map((opening) => opening.totalValue)),
      tickets: await Promise.all(tickets.map((ticket) => presentTicket(context, ticket))),
    };
  },
});

/** Buys packs of one type, like a cart with a single line. */
export const purchasePack = handler(rows.purchasePack, {
  load: async (context, userId, line) => load(context, userId, [line], undefined, line.region),
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
