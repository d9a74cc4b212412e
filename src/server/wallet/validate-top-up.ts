import * as rows from '#contract/wallet.ts';
import { refuseBarred } from '#domain/break.ts';
import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { ZERO } from '#domain/money.ts';
import { refusalOf } from '#domain/purchase.ts';
import { checkNotClosed } from '#domain/sales-places.ts';
import { quoteTopUp, topUpProblems } from '#domain/top-up.ts';
import { findPause } from '../ledger/ledger-accounts-queries.ts';
import { findOwnHome, placeOfBuyer } from '../accounts/lives-in.ts';
import { handler } from '../http/handler.ts';
import { findSaleBar } from '../limits/breaks-queries.ts';

/** Checks an amount. If the amount is invalid, responds normally with the problems, and does not reject. */
export const validateTopUp = handler(
  rows.validateTopUp,
  async (context, { userId }, { amount, currency }) => {
    const { db, config, settings } = context;
    const [pause, bar, own] = await Promise.all([
      findPause(db, userId),
      findSaleBar(db, userId),
      findOwnHome(context, userId),
    ]);
    const place = placeOfBuyer(own, null);
    const { contactEmail } = settings.now();
    const ofPlace = refusalOf(() => checkNotClosed(settings.salesPlaces(), place, contactEmail));
    const ofBar = refusalOf(() => refuseBarred(bar, contactEmail));
    const errors = [
      // Among the pauses, only a dispute prevents a top-up. A debt does not, because the credits
      // can pay the debt.
      ...(pause === 'dispute' ? [PAUSE_SENTENCES[pause]] : []),
      ...(ofBar === null ? [] : [ofBar]),
      ...(ofPlace === null ? [] : [ofPlace]),
      ...topUpProblems(amount, currency),
    ];
    const quote =
      amount > 0 ? quoteTopUp(amount, config.topUpFee) : { amount, fee: ZERO, total: amount };
    return { valid: errors.length === 0, errors, ...quote };
  },
);
