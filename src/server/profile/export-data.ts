import * as rows from '#contract/profile-data.ts';
import { EXPORTED_MAX } from '#contract/profile-data.ts';
import { assert } from '#domain/rejection.ts';
import { letterheadAt } from '../mail/letterhead.ts';
import { findSettings } from '../accounts/settings-queries.ts';
import { inTransaction, statement } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { listBreaks } from '../limits/breaks-queries.ts';
import { listOwnLimits } from '../limits/own-limits-queries.ts';
import { paymentMethodOf } from '../wallet/payment-methods.ts';
import { listPaymentMethodsOf } from '../card-payments/payment-methods-queries.ts';
import { listTransactionsOf } from '../wallet/transactions-queries.ts';
import { transactionOf } from '../wallet/transaction.ts';
import * as held from './personal-data-queries.ts';
import { presentSettings } from './settings.ts';
import { readProfile } from './show-profile.ts';

const ALL_TRANSACTIONS = { types: null, statuses: null, from: null, to: null };

/** The export is a snapshot of one moment, so that a purchase is in every list or in none. */
export const exportData = handler(rows.exportData, async (context, { userId }) => {
  return inTransaction(context.db, async (db) => {
    await statement(db, 'set transaction isolation level repeatable read, read only', []);
    const [
      profile,
      settings,
      security,
      transactions,
      savedCards,
      consents,
      ages,
      ownLimits,
      breaks,
      cardWishes,
      packWishes,
      sharedPulls,
      creditReturns,
      importedCredits,
      placeQuestions,
      ...lists
    ] = await Promise.all([
      readProfile(db, userId),
      findSettings(db, userId),
      held.findSecurityDates(db, userId),
      listTransactionsOf(db, userId, ALL_TRANSACTIONS, EXPORTED_MAX, 0),
      listPaymentMethodsOf(db, userId),
      held.listConsents(db, userId),
      held.listAgeConfirmations(db, userId),
      listOwnLimits(db, userId),
      listBreaks(db, userId),
      held.listCardWishes(db, userId),
      held.listPackWishes(db, userId),
      held.listSharedPulls(db, userId),
      held.listCreditReturns(db, userId),
      held.listImportedCredits(db, userId),
      held.listPlaceQuestions(db, userId),
      held.listSessions(db, userId),
      held.listPendingCodes(db, userId),
      held.listOrders(db, userId),
      held.listCardPayments(db, userId),
      held.listBoughtPacks(db, userId),
      held.listTickets(db, userId),
      held.listCards(db, userId),
      held.listShipments(db, userId),
      held.listMails(db, userId, (writtenAt) => letterheadAt(context, writtenAt)),
      held.listNotices(db, userId),
      held.listOperatorNotes(db, userId),
    ]);
    assert(settings !== null && security !== null, 'a caller has an account');
    const [
      sessions,
      pendingCodes,
      orders,
      cardPayments,
      packs,
      tickets,
      cards,
      shipments,
      mails,
      notices,
      operatorNotes,
    ] = lists;
    return {
      exportedAt: context.now(),
      profile,
      settings: presentSettings(settings),
      ...security,
      consents,
      ageConfirmations: ages,
      ownLimits,
      breaks,
      creditReturns,
      importedCredits,
      placeQuestions,
      sessions,
      pendingCodes,
      orders,
      cardPayments,
      savedCards: savedCards.map(paymentMethodOf),
      transactions: {
        entries: transactions.rows.map(transactionOf),
        olderLeftOut: transactions.total - transactions.rows.length,
      },
      packs,
      tickets,
      cards,
      shipments,
      mails,
      cardWishes,
      packWishes,
      notices,
      operatorNotes,
      sharedPulls,
    };
  });
});
