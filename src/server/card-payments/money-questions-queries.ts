import { randomUUID } from 'node:crypto';
import type { Cents } from '#domain/money.ts';
import type { MoneyQuestionKind } from '#domain/money-question.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * A matter that an operator has to investigate. `subject` is the id of the movement, refund or
 * other object in question.
 */
export type NewQuestion = {
  kind: MoneyQuestionKind;
  subject: string;
  paymentId: string | null;
  amount: Cents;
  booked: Cents | null;
};

/**
 * Opens a question. A question that the shop itself had closed is opened again, but not a question
 * that an operator has closed.
 */
export async function askMoneyQuestion(db: Transaction, question: NewQuestion): Promise<void> {
  await statement(
    db,
    `insert into money_questions (id, kind, subject, payment_id, amount, booked, found_at)
     values ($1, $2, $3, $4, $5, $6, shop_now())
     on conflict (kind, subject) do update
     set amount = excluded.amount, booked = excluded.booked, closed_at = null
     where money_questions.closed_by_id is null`,
    [
      randomUUID(),
      question.kind,
      question.subject,
      question.paymentId,
      question.amount,
      question.booked,
    ],
  );
}

type QuestionRow = {
  id: string;
  kind: MoneyQuestionKind;
  subject: string;
  payment_id: string | null;
  order_id: string | null;
  user_id: string | null;
  email: string | null;
  amount: Cents;
  booked: Cents | null;
  found_at: Date;
};

const QUESTIONS_MAX = 100;

/** Lists the questions that no operator has closed, oldest first. */
export async function listOpenQuestions(db: Database): Promise<QuestionRow[]> {
  return statement<QuestionRow>(
    db,
    `select q.id, q.kind, q.subject, q.payment_id, y.user_id, u.email, q.amount, q.booked, q.found_at,
       case y.purpose when 'order' then y.subject_id end as order_id
     from money_questions q
     left join payments y on y.id = q.payment_id
     left join users u on u.id = y.user_id
     where q.closed_at is null order by q.found_at, q.id limit ${QUESTIONS_MAX}`,
    [],
  );
}

/** Closes a question. Returns false if there is no such open question. */
export async function closeOpenMoneyQuestion(
  db: Transaction,
  id: string,
  closedBy: string,
  note: string,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update money_questions set closed_at = shop_now(), closed_by_id = $2, note = $3
     where id = $1 and closed_at is null returning id`,
    [id, closedBy, note],
  );
  return rows.length > 0;
}

/**
 * Closes questions of some kinds that need no decision any more. Closes those about the given
 * subjects. If `subjects` is null, closes those about all subjects except `but`.
 */
export async function endMoneyQuestions(
  db: Transaction,
  kinds: MoneyQuestionKind[],
  subjects: string[] | null,
  but: string[] = [],
): Promise<void> {
  await statement(
    db,
    `update money_questions set closed_at = shop_now()
     where closed_at is null and kind = any ($1) and ($2::text[] is null or subject = any ($2)) and subject <> all ($3::text[])`,
    [kinds, subjects, but],
  );
}
