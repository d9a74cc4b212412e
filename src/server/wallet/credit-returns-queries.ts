import { randomUUID } from 'node:crypto';
import { CREDIT_RETURNS_DAYS, type CreditReturnState } from '#domain/credit-returns.ts';
import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * Finds how often a user has returned credits by the button in the last days, and whether a request of the user waits
 * for an operator.
 */
export async function findCreditReturns(
  db: Database,
  userId: string,
): Promise<{ returned: number; isAsked: boolean }> {
  const [row] = await statement<{ returned: number; is_asked: boolean }>(
    db,
    `select count(*) filter (where is_by_button and asked_at > shop_now() - make_interval(days => ${CREDIT_RETURNS_DAYS}))::int as returned,
       coalesce(bool_or(state = 'asked'), false) as is_asked
     from credit_returns where user_id = $1`,
    [userId],
  );
  return { returned: row!.returned, isAsked: row!.is_asked };
}

/** Records that a user returned credits by the button. */
export async function insertCreditReturn(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    `insert into credit_returns (id, user_id, state, is_by_button, asked_at, decided_at)
     values ($1, $2, 'paid', true, shop_now(), shop_now())`,
    [randomUUID(), userId],
  );
}

/** Records that a user asks an operator to give their credits back. */
export async function insertCreditRequest(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    `insert into credit_returns (id, user_id, state, is_by_button, asked_at) values ($1, $2, 'asked', false, shop_now())`,
    [randomUUID(), userId],
  );
}

type CreditRequestRow = {
  id: string;
  user_id: string;
  email: string;
  state: CreditReturnState;
  asked_at: Date;
};

const REQUEST = `select r.id, r.user_id, u.email, r.state, r.asked_at
  from credit_returns r join users u on u.id = r.user_id`;

const LISTED_MAX = 100;

/** Lists the requests that wait for an operator, oldest first. */
export async function listCreditRequestRows(db: Database): Promise<CreditRequestRow[]> {
  return statement<CreditRequestRow>(
    db,
    `${REQUEST} where r.state = 'asked' order by r.asked_at, r.id limit ${LISTED_MAX}`,
    [],
  );
}

/** Finds a request of any user. A caller that decides the request must have locked the user's account. */
export async function findCreditRequest(
  db: Database,
  id: string,
): Promise<CreditRequestRow | null> {
  const [row] = await statement<CreditRequestRow>(
    db,
    `${REQUEST} where r.id = $1 and not r.is_by_button`,
    [id],
  );
  return row ?? null;
}

/** Stores an operator's decision. `transferred` is the amount that was paid in another way than to a card. */
export async function updateCreditRequest(
  db: Transaction,
  id: string,
  state: Exclude<CreditReturnState, 'asked'>,
  transferred: Cents,
  reference: string | null,
): Promise<void> {
  await statement(
    db,
    `update credit_returns set state = $2, decided_at = shop_now(), transferred = $3, reference = $4 where id = $1`,
    [id, state, transferred, reference],
  );
}
