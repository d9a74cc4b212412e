// Computes the amount that each account of the house must hold. It is computed from orders, refunds and other events
// instead of from the account's transfers, so that the check also finds amounts booked to the wrong account.
import type { HouseAccount } from '#domain/house-accounts.ts';
import { FEE } from '../shipping/shipments-queries.ts';
import { welcomes } from './journal-causes.ts';

/** The amounts that refunds and lost disputes took back from an account, as negative numbers. */
const takenBack = (account: HouseAccount): string[] => [
  `select -amount from refund_parts where account = '${account}'`,
  `select -amount from dispute_parts where account = '${account}'`,
];

/** The part of the losses from refunds that users owe to the shop. */
const refundDebts = (account: HouseAccount): string =>
  `select amount from refund_debts where account = '${account}'`;

/** What the shop paid for lost cards, and for the fees of lost parcels. */
const LOSSES = `(
  select amount, method from card_losses where method <> 'replacement' union all select amount, method from parcel_losses) l`;

const OF_DISPUTES = `category in ('dispute', 'dispute_reversal')`;
const IS_PAYOUT = `category in ('payout', 'payout_reversal')`;

/**
 * Amounts from entries of the audit log, in cents. The log stores amounts in wire format, such as
 * 12.5.
 */
const byHand = (entries: string): string =>
  `select -round((after->>'amount')::numeric * 100)::bigint from audit_log where ${entries}`;

/**
 * Queries for the amounts that move each account, one query per cause. Amounts into an account (credits) are positive,
 * and amounts out of it (debits) are negative.
 */
const CAUSES: Record<HouseAccount, string[]> = {
  'house:sales': [
    'select subtotal - discount from orders where paid_at is not null',
    'select -refund_amount from order_singles where refund_taxes is not null',
    ...takenBack('house:sales'),
    byHand(`action = 'post_transaction' and after->>'type' = 'refund'`),
  ],
  // The taxes of sales that have tax lines are in `TAXES`.
  'house:tax': [
    'select tax from orders where paid_at is not null and taxes is null',
    ...takenBack('house:tax'),
  ],
  'house:tax_gst': takenBack('house:tax_gst'),
  'house:tax_hst': takenBack('house:tax_hst'),
  'house:tax_qst': takenBack('house:tax_qst'),
  'house:tax_pst_bc': takenBack('house:tax_pst_bc'),
  'house:tax_pst_sk': takenBack('house:tax_pst_sk'),
  'house:tax_rst_mb': takenBack('house:tax_rst_mb'),
  'house:tax_other': takenBack('house:tax_other'),
  'house:fees': [
    'select processing_fee from orders where paid_at is not null',
    ...takenBack('house:fees'),
    `select u.fee from top_ups u
     join payments y on y.purpose = 'top_up' and y.subject_id = u.id and y.state = 'succeeded'`,
  ],
  'house:shipping': [
    `select ${FEE} from shipments
     where requested_at is not null and (state <> 'cancelled' or payment_method = 'stripe')`,
    ...takenBack('house:shipping'),
  ],
  'house:buyback': [`select -exit_price from physical_cards where status in ('sold', 'converted')`],
  'house:promotions': [
    byHand(
      `action = 'give_credits' or (action = 'post_transaction' and after->>'type' = 'bonus_credit')`,
    ),
    `select amount from refund_parts where account = 'gift'`,
  ],
  'house:card_clearing': [
    `select -amount from payments where state = 'succeeded'`,
    // If a purchase was undeliverable, the amount that was paid may differ from the amount that was requested.
    `select -f.amount from payments y join refunds f on f.payment_id = y.id
     where y.state in ('refund_due', 'refunded') and f.replaced_by is null`,
    `select amount from refunds where state = 'paid' and method = 'card'`,
    `select case when ${IS_PAYOUT} or category = 'fee' then fee - amount else fee end
     from provider_movements where not ${OF_DISPUTES}`,
    `select amount from disputes where state in ('open', 'lost')`,
    `select case kind when 'dispute_fee' then amount else -amount end from dispute_fees`,
  ],
  'house:refunds': [
    `select amount from refunds where state <> 'paid' and replaced_by is null`,
    // Old refunds had no parts. Some of their journals are counted among the grants (`granted`) and also by the query
    // above, so this query subtracts them.
    `select -t.amount from accepted_journals a
     join journals j on j.id = a.journal_id and j.kind = 'refund'
     join transfers t on t.journal_id = j.id and t.credit_account_id = 'house:refunds'
     where exists (
       select from payments y join refunds f on f.payment_id = y.id where y.subject_id = j.reference_id)`,
  ],
  'house:losses': [
    ...takenBack('house:losses'),
    refundDebts('house:losses'),
    `select -amount from ${LOSSES}`,
  ],
  'house:bank': [
    `select amount from provider_movements where ${IS_PAYOUT}`,
    `select amount from refunds where method = 'transfer'`,
    'select transferred from credit_returns',
    `select amount from ${LOSSES} where method = 'transfer'`,
  ],
  'house:card_fees': [
    `select case category when 'fee' then amount - fee else -fee end
     from provider_movements where not ${OF_DISPUTES}`,
  ],
  'house:disputes': [`select -amount from disputes where state = 'open'`],
  'house:dispute_losses': [
    `select case kind when 'dispute_fee' then -amount else amount end from dispute_fees`,
    'select -loss from disputes',
    `select amount from refunds where method = 'bank'`,
    refundDebts('house:dispute_losses'),
    byHand(`action = 'write_off_debt'`),
  ],
  'house:imported_bought': ['select -amount from imported_credits where is_bought'],
  'house:imported_earned': ['select -amount from imported_credits where not is_bought'],
};

/**
 * The taxes that sales brought to each tax account, by the sales' tax lines. Cancelled parcels that were paid with
 * credits are left out, because those credits were returned automatically. Taxes of singles that came back as credits are
 * subtracted.
 */
const TAXES = `
  select l->>'account', sum(sign * (l->>'amount')::bigint) from (
    select 1 as sign, taxes from orders where paid_at is not null and taxes is not null
    union all select 1, taxes from shipments
      where requested_at is not null and taxes is not null and (state <> 'cancelled' or payment_method = 'stripe')
    union all select -1, refund_taxes from order_singles where refund_taxes is not null
  ) s, jsonb_array_elements(s.taxes) l group by 1`;

/**
 * Transfers of the journals that the owner of the database vouches for. In a demo these include the first credits of
 * the demo's accounts.
 */
const granted = (demo: boolean): string => `
  select t.debit_account_id, t.credit_account_id, t.amount from transfers t
  where t.journal_id in (select journal_id from accepted_journals union select id from (${welcomes(demo)}) w)`;

/** Queries for the accounts of the house whose balance differs from the total of their causes. */
export function houseTotals({ demo }: { demo: boolean }): Record<string, string> {
  const causes = Object.entries(CAUSES).flatMap(([account, lines]) =>
    lines.map((line) => `select '${account}', sum(amount) from (${line}) c (amount)`),
  );
  return {
    house_accounts_hold_what_happened: `
      with granted (debit, credit, amount) as (${granted(demo)})
      select account from (
        select account, sum(amount) as amount from (
          ${[...causes, TAXES].join(' union all ')}
          union all select debit, -sum(amount) from granted group by 1
          union all select credit, sum(amount) from granted group by 1
          union all select debit_account_id, sum(amount) from transfers where debit_account_id like 'house:%' group by 1
          union all select credit_account_id, -sum(amount) from transfers where credit_account_id like 'house:%' group by 1
        ) moved (account, amount) group by 1
      ) a where account like 'house:%' and amount <> 0`,
  };
}
