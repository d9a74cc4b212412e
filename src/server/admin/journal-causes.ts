// Checks journals against their causes in both directions: every journal has a cause, and every cause has a journal.
// The table lists every kind of journal, so a new kind without causes does not compile.
import type { JournalKind } from '#domain/journal-kind.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { FEE, PAID } from '../shipping/shipments-queries.ts';

/**
 * Card payments for purchases that could no longer be delivered. The shop owes the money back from the moment it
 * arrived.
 */
const undeliverable = (purpose: 'order' | 'shipment' | 'top_up'): string => `
  select y.id, y.user_id, sum(f.amount)::bigint from payments y join refunds f on f.payment_id = y.id and f.replaced_by is null
  where y.purpose = '${purpose}' and y.state in ('refund_due', 'refunded') group by y.id`;

/** Converts an amount in wire format, such as 12.5, to cents. */
const CENTS = `round((after->>'amount')::numeric * 100)::bigint`;

/**
 * Parses an id in wire format, and returns null if the text is not an id. It uses a pattern, because Postgres 15 has no
 * `pg_input_is_valid`.
 */
const idIn = (text: string): string =>
  `case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`;

/**
 * Manual actions of an operator. They are entries of the audit log that name the journal which the action posted, and
 * that journal's user.
 */
const byHand = (entries: string, journalId: string, userId: string): string => `
  select j.reference_id, l.user_id, l.amount
  from (
    select ${idIn(journalId)} as journal_id, ${idIn(userId)} as user_id, ${CENTS} as amount
    from audit_log where ${entries}
  ) l left join journals j on j.id = l.journal_id`;

const posted = (kind: JournalKind): string =>
  byHand(
    `action = 'post_transaction' and after->>'type' = '${kind}'`,
    'subject_id',
    `after->>'userId'`,
  );

const feesOfDisputes = (kind: JournalKind): string => `
  select f.id, d.user_id, f.amount from dispute_fees f join disputes d on d.id = f.dispute_id where f.kind = '${kind}'`;

/**
 * The causes of each kind of journal: queries of (reference, user, amount), one query per cause. The amount is the sum
 * of the journal's transfers, or null if the cause does not determine that sum.
 */
const CAUSES: Record<JournalKind, string[]> = {
  credit_purchase: [
    `select u.id, u.user_id, u.amount + u.fee from top_ups u
     join payments y on y.purpose = 'top_up' and y.subject_id = u.id and y.state = 'succeeded'`,
    undeliverable('top_up'),
  ],
  pack_purchase: [
    'select id, user_id, total from orders where paid_at is not null',
    undeliverable('order'),
  ],
  card_sale: [`select id, opened_by_id, exit_price from physical_cards where status = 'sold'`],
  card_conversion: [
    `select id, opened_by_id, exit_price from physical_cards where status = 'converted'`,
  ],
  bonus_credit: [
    byHand(`action = 'give_credits'`, `after->>'transactionId'`, 'subject_id'),
    posted('bonus_credit'),
  ],
  shipping_fee: [
    `select id, user_id, ${PAID} from shipments where requested_at is not null and ${FEE} > 0`,
    undeliverable('shipment'),
  ],
  refund: [
    // The fee of a cancelled shipment that was paid with credits.
    `select id, user_id, ${PAID} from shipments
     where state = 'cancelled' and payment_method = 'balance' and ${FEE} > 0`,
    // The shop paid back what it owed, to the card, as credits, or by bank transfer.
    `select f.id, y.user_id, f.amount from payments y join refunds f on f.payment_id = y.id
     where f.paid_at is not null`,
    // A single that was paid with credits came back.
    `select s.new_card_id, o.user_id, s.refund_amount
       + (select coalesce(sum((l->>'amount')::bigint), 0)::bigint from jsonb_array_elements(s.refund_taxes) l)
     from order_singles s join orders o on o.id = s.order_id where s.refund_taxes is not null`,
    posted('refund'),
  ],
  take_back: [
    `select f.id, y.user_id, sum(p.amount)::bigint
     from refund_parts p join refunds f on f.id = p.refund_id join payments y on y.id = f.payment_id
     group by f.id, y.user_id`,
    `select id, user_id, transferred from credit_returns where transferred > 0`,
  ],
  // The bank returned a refund that was already paid.
  refund_failure: [
    `select f.id, y.user_id, f.amount from refunds f join payments y on y.id = f.payment_id
     where f.state = 'failed' and f.paid_at is not null`,
  ],
  // A refund left its user with a debt.
  refund_debt: [
    `select b.id, y.user_id, b.amount
     from refund_debts b join refunds f on f.id = b.refund_id join payments y on y.id = f.payment_id`,
  ],
  dispute_opened: ['select id, user_id, amount from disputes where opened_at is not null'],
  dispute_won: [`select id, user_id, amount from disputes where state = 'won'`],
  // A lost dispute may undo more of a sale than the amount that the bank took. If it does, the transfers add up to the
  // larger amount.
  dispute_lost: [
    `select id, user_id, greatest(amount, amount - loss) from disputes where state = 'lost'`,
  ],
  dispute_fee: [feesOfDisputes('dispute_fee')],
  dispute_fee_returned: [feesOfDisputes('dispute_fee_returned')],
  // The cause is the journal that brought the credits which paid the debt. Another invariant checks that they paid the
  // debt.
  debt_payment: [
    `select p.reference_id, j.user_id, null::bigint from journals p join journals j on j.id = p.reference_id
     where p.kind = 'debt_payment'`,
  ],
  loss: [
    `select card_id, user_id, amount from card_losses where method <> 'replacement'`,
    'select shipment_id, user_id, amount from parcel_losses',
  ],
  imported_credit: ['select id, user_id, amount from imported_credits'],
  debt_written_off: [byHand(`action = 'write_off_debt'`, `after->>'transactionId'`, 'subject_id')],
};

/**
 * The first credits of a demo's accounts, which no operator grants. Their reference is the account's id, so that each
 * account gets them once. A shop is a demo if its settings or its database say so, because a restored database may be
 * audited with other settings.
 */
export const welcomes = (demo: boolean): string => `
  select id, reference_id, user_id from journals where kind = 'bonus_credit' and reference_id = user_id
    ${demo ? '' : `and exists (select from trials where kind = 'demo')`}`;

/** Journals of one kind that the owner of the database vouches for. */
const accepted = (kind: JournalKind): string => `
  select j.reference_id, j.user_id, null::bigint from accepted_journals a join journals j on j.id = a.journal_id
  where j.kind = '${kind}'`;

/**
 * Makes one invariant for each kind of journal. It is violated by a journal without a cause, by a cause without a
 * journal, and by a cause and a journal that disagree.
 */
export function journalCauses({ demo }: { demo: boolean }): Record<string, string> {
  return Object.fromEntries(
    JOURNAL_KINDS.map((kind) => {
      const causes = [
        ...CAUSES[kind],
        accepted(kind),
        ...(kind === 'bonus_credit'
          ? [`select reference_id, user_id, null::bigint from (${welcomes(demo)}) w`]
          : []),
      ];
      return [
        `${kind}_has_its_cause`,
        `select coalesce(j.id, c.reference_id)
         from (select id, reference_id, user_id from journals where kind = '${kind}') j
         full join (${causes.join(' union all ')}) c (reference_id, user_id, amount)
           on c.reference_id = j.reference_id
         where j.id is null or c.reference_id is null or c.user_id is distinct from j.user_id
           or case when c.amount is not null then
             c.amount <> (select coalesce(sum(t.amount), 0) from transfers t where t.journal_id = j.id) end`,
      ];
    }),
  );
}
