// Queries of the questions to operators about buyers who seem to live in a place where the shop
// does not sell. While such a question is open, nothing is sold to the buyer.
import { randomUUID } from 'node:crypto';
import type { PlaceQuestionKind } from '#domain/place-question.ts';
import type { Region } from '#domain/region.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/**
 * Opens a question. There is one question for each account, kind and region, and an answered
 * question is not opened again.
 */
export async function askAboutPlace(
  db: Transaction,
  userId: string,
  kind: PlaceQuestionKind,
  region: Region,
): Promise<void> {
  await statement(
    db,
    `insert into place_questions (id, user_id, kind, region) values ($1, $2, $3, $4)
     on conflict (user_id, kind, region) do nothing`,
    [randomUUID(), userId, kind, region],
  );
}

/** SQL that tells whether sales to the user `u` are stopped by an open question about a closed place. */
export const IS_IN_QUESTION = `exists (
    select from place_questions q where q.user_id = u.id and q.closed_at is null and is_closed_place(q.region)
  ) as "isInQuestion"`;

type PlaceQuestionRow = {
  id: string;
  kind: PlaceQuestionKind;
  region: Region;
  user_id: string;
  email: string;
  found_at: Date;
};

const QUESTIONS_MAX = 100;

/** Lists the open questions, oldest first. */
export async function listPlaceQuestions(db: Database): Promise<PlaceQuestionRow[]> {
  return statement<PlaceQuestionRow>(
    db,
    `select q.id, q.kind, q.region, q.user_id, u.email, q.found_at
     from place_questions q join users u on u.id = q.user_id
     where q.closed_at is null and u.erased_at is null order by q.found_at, q.id limit ${QUESTIONS_MAX}`,
    [],
  );
}

/**
 * Closes a question with the operator's answer, so that sales to the account go on. Returns null if
 * there is no such open question.
 */
export async function closePlaceQuestion(
  db: Transaction,
  id: string,
  closedBy: string,
  note: string,
): Promise<{ userId: string; kind: PlaceQuestionKind; region: Region } | null> {
  const [row] = await statement<{ userId: string; kind: PlaceQuestionKind; region: Region }>(
    db,
    `update place_questions set closed_at = shop_now(), closed_by_id = $2, note = $3
     where id = $1 and closed_at is null returning user_id as "userId", kind, region`,
    [id, closedBy, note],
  );
  return row ?? null;
}
