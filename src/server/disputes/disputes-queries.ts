import { randomUUID } from 'node:crypto';
import { isDecided } from '#domain/dispute.ts';
import type { DisputeState } from '#domain/dispute-state.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import type { CardDispute } from '../runtime/card-provider.ts';
import { publishEvents } from '../webhooks/publish-events.ts';

export type DisputeRow = {
  id: string;
  payment_id: string;
  user_id: string;
  state: DisputeState;
  amount: Cents;
  debt: Cents;
  opened_at: Date | null;
};

const DISPUTE = 'id, payment_id, user_id, state, amount, debt, opened_at';

/**
 * Finds and locks a dispute by the provider's id. Returns null if the shop does not know the dispute yet. The caller
 * must have locked the user's account.
 */
export async function lockDispute(db: Transaction, providerId: string): Promise<DisputeRow | null> {
  const [row] = await statement<DisputeRow>(
    db,
    `select ${DISPUTE} from disputes where provider_id = $1 for update`,
    [providerId],
  );
  return row ?? null;
}

/** Returns the state of a dispute without a lock, or null if the shop does not know the dispute. */
export async function findDisputeState(
  db: Database,
  providerId: string,
): Promise<DisputeState | null> {
  const [row] = await statement<{ state: DisputeState }>(
    db,
    'select state from disputes where provider_id = $1',
    [providerId],
  );
  return row?.state ?? null;
}

/** Records a new dispute. */
export async function insertDispute(
  db: Transaction,
  dispute: {
    paymentId: string;
    userId: string;
    state: 'inquiry' | 'open';
    told: CardDispute;
  },
): Promise<DisputeRow> {
  const { told } = dispute;
  const [row] = await statement<DisputeRow>(
    db,
    `insert into disputes (id, payment_id, user_id, provider_id, provider_status, state, reason, amount,
       evidence_due_at, raised_at, opened_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $6 = 'open' then shop_now() end, shop_now(), shop_now())
     returning ${DISPUTE}`,
    [
      randomUUID(),
      dispute.paymentId,
      dispute.userId,
      told.id,
      told.status,
      dispute.state,
      told.reason,
      told.amount,
      told.evidenceDueAt,
      told.raisedAt,
    ],
  );
  return published(db, row!);
}

/** Publishes a dispute's new state, and returns the dispute. */
function published(db: Transaction, row: DisputeRow): DisputeRow {
  const { id, payment_id: paymentId, user_id: userId, state, amount } = row;
  publishEvents(db, {
    type: isDecided(state) ? 'dispute.decided' : 'dispute.opened',
    data: { disputeId: id, paymentId, userId, state, amount },
  });
  return row;
}

/** Moves a dispute to another state. The database rejects steps that are not allowed. */
export async function updateDisputeState(
  db: Transaction,
  id: string,
  state: DisputeState,
  cost: { debt: Cents; loss: Cents } | null = null,
): Promise<DisputeRow> {
  const [row] = await statement<DisputeRow>(
    db,
    `update disputes set state = $2, debt = coalesce($3, debt), loss = coalesce($4, loss), updated_at = shop_now(),
       opened_at = case when $2 = 'open' then shop_now() else opened_at end,
       decided_at = case when $2 in ('won', 'lost', 'closed') then shop_now() end
     where id = $1 returning ${DISPUTE}`,
    [id, state, cost?.debt ?? null, cost?.loss ?? null],
  );
  return published(db, row!);
}

/** Updates the disputed amount. This is possible only while the bank does not have the money. */
export async function updateDisputeAmount(
  db: Transaction,
  id: string,
  amount: Cents,
): Promise<void> {
  await statement(db, 'update disputes set amount = $2 where id = $1', [id, amount]);
}

/** Updates the provider's details of a dispute, except its state. */
export async function updateDisputeDetails(
  db: Transaction,
  id: string,
  told: Pick<CardDispute, 'status' | 'evidenceDueAt' | 'reason'>,
): Promise<void> {
  await statement(
    db,
    `update disputes set provider_status = $2, evidence_due_at = $3, reason = $4, updated_at = shop_now()
     where id = $1 and (provider_status, evidence_due_at, reason) is distinct from ($2, $3::timestamptz, $4)`,
    [id, told.status, told.evidenceDueAt, told.reason],
  );
}

/** The provider's fees for a dispute, as booked, and the part of these fees that was returned, in cents. */
export async function sumDisputeFees(
  db: Database,
  disputeId: string,
): Promise<{ taken: Cents; returned: Cents }> {
  const [row] = await statement<{ taken: Cents; returned: Cents }>(
    db,
    `select coalesce(sum(amount) filter (where kind = 'dispute_fee'), 0)::bigint as taken,
       coalesce(sum(amount) filter (where kind = 'dispute_fee_returned'), 0)::bigint as returned
     from dispute_fees where dispute_id = $1`,
    [disputeId],
  );
  return row!;
}

/** Records a fee of the provider for a dispute, or the return of a fee. Returns the reference for the fee's journal. */
export async function insertDisputeFee(
  db: Transaction,
  disputeId: string,
  kind: 'dispute_fee' | 'dispute_fee_returned',
  amount: Cents,
): Promise<string> {
  const id = randomUUID();
  await statement(
    db,
    `insert into dispute_fees (id, kind, dispute_id, amount, booked_at) values ($1, $2, $3, $4, shop_now())`,
    [id, kind, disputeId, amount],
  );
  return id;
}

export async function markPauseLifted(db: Transaction, id: string): Promise<void> {
  await statement(
    db,
    'update disputes set pause_lifted_at = shop_now(), updated_at = shop_now() where id = $1',
    [id],
  );
}

/**
 * The combined state of an order's disputes. It is `lost` if any dispute is lost, otherwise `open` if any is open,
 * otherwise null.
 */
export async function findStandingOfOrder(
  db: Database,
  orderId: string,
): Promise<'open' | 'lost' | null> {
  const [row] = await statement<{ standing: 'open' | 'lost' | null }>(
    db,
    'select disputes_of_order($1) as standing',
    [orderId],
  );
  return row!.standing;
}

/** Records the cards that a dispute locked, and the cards' previous states. */
export async function insertDisputeCards(
  db: Transaction,
  disputeId: string,
  cards: { id: string; isExpired: boolean }[],
): Promise<void> {
  await statement(
    db,
    `insert into dispute_cards (dispute_id, card_id, locked_at, was_expired)
     select $1, id, shop_now(), was_expired from unnest($2::uuid[], $3::boolean[]) as c (id, was_expired)`,
    [disputeId, cards.map((card) => card.id), cards.map((card) => card.isExpired)],
  );
}

/**
 * What an order's opened packs and singles brought their buyer, in cents: the credits for cards that went back to the
 * shop, and the value of cards that left. A single that left counts at what it cost.
 */
export async function sumGone(db: Transaction, orderId: string): Promise<Cents> {
  const [row] = await statement<{ gone: Cents }>(
    db,
    `select coalesce(sum(case when k.status in ('sold', 'converted', 'lost') then k.exit_price
         when k.status in ('shipped', 'delivered') then coalesce(k.cost, c.market_value) end), 0)::bigint as gone
     from cards_of_order($1) o (id) join physical_cards k on k.id = o.id join cards c on c.id = k.card_id`,
    [orderId],
  );
  return row!.gone;
}

/**
 * The house's loss from lost disputes of a payment, in cents. The parts that were recorded as bank refunds, or that a
 * user owes for a refund, are left out.
 */
export async function sumUnclaimedLosses(db: Database, paymentId: string): Promise<number> {
  const [row] = await statement<{ lost: number }>(
    db,
    `select (select coalesce(sum(loss), 0)::bigint from disputes where payment_id = $1 and state = 'lost')
       - (select coalesce(sum(amount), 0)::bigint from refunds where payment_id = $1 and method = 'bank')
       - (select coalesce(sum(b.amount), 0)::bigint from refund_debts b join refunds f on f.id = b.refund_id
          where f.payment_id = $1 and b.account = 'house:dispute_losses') as lost`,
    [paymentId],
  );
  return row!.lost;
}

/**
 * Whether the shop still has the fee that a payment paid for a parcel, because no refund and no lost dispute has taken
 * that fee.
 */
export async function isFeeRetained(db: Transaction, paymentId: string): Promise<boolean> {
  const [row] = await statement<{ retained: boolean }>(
    db,
    `select not exists (select from refunds where payment_id = $1) and not exists (
       select from disputes d join dispute_parts p on p.dispute_id = d.id where d.payment_id = $1) as retained`,
    [paymentId],
  );
  return row!.retained;
}

/** The intents of payments with an undecided dispute. */
export async function listUndecidedIntents(db: Database): Promise<string[]> {
  const rows = await statement<{ intent_id: string }>(
    db,
    `select distinct y.intent_id from disputes d join payments y on y.id = d.payment_id
     where d.state in ('inquiry', 'open')`,
    [],
  );
  return rows.map((row) => row.intent_id);
}

/** Records the amounts of a sale that a lost dispute undid, one per account. */
export async function insertDisputeParts(
  db: Transaction,
  disputeId: string,
  parts: { account: string; amount: Cents }[],
): Promise<void> {
  await statement(
    db,
    `insert into dispute_parts (dispute_id, account, amount)
     select $1, account, amount from unnest($2::text[], $3::bigint[]) as p (account, amount)`,
    [disputeId, parts.map((part) => part.account), parts.map((part) => part.amount)],
  );
}
