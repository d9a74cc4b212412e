// Stores the notices that users get inside the shop.
import { randomUUID } from 'node:crypto';
import type { Finish } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { CARDS_TOLD_MOST, NOTICE_DAYS, type NoticeKind } from '#domain/notice.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type NewNotice = {
  kind: NoticeKind;
  packTypeIds?: string[];
  /** The cards of the notice, named ones first. A null stands for a card that is counted but not named. */
  cardIds?: (string | null)[];
  line?: Cents;
  marketValue?: Cents;
  amount?: Cents;
  /**
   * The id of the parcel or transaction that the notice is about. A user gets at most one notice of each kind about the
   * same parcel or transaction.
   */
  subjectId?: string;
  /** The alert of which the notice informs an operator. */
  alertId?: string;
};

/** Inserts a notice. If the account is erased, or if the subject already has a notice of this kind, does nothing. */
export async function insertNotice(
  db: Transaction,
  userId: string,
  {
    kind,
    packTypeIds = [],
    cardIds = [],
    line,
    marketValue,
    amount,
    subjectId,
    alertId,
  }: NewNotice,
): Promise<void> {
  await statement(
    db,
    `insert into notices (id, user_id, kind, pack_type_ids, card_ids, line, market_value, amount, subject_id, alert_id)
     select $1, u.id, $3, $4::text[], $5::uuid[], $6, $7, $8, $9, $10 from users u where u.id = $2 and u.erased_at is null
     on conflict (subject_id, kind) where subject_id is not null do nothing`,
    [
      randomUUID(),
      userId,
      kind,
      packTypeIds,
      cardIds,
      line ?? null,
      marketValue ?? null,
      amount ?? null,
      subjectId ?? null,
      alertId ?? null,
    ],
  );
}

export type NoticeRow = {
  id: string;
  kind: NoticeKind;
  pack_types: { id: string; name: string }[];
  cards: {
    id: string;
    name: string;
    native_rarity: string;
    finish: Finish;
    remote: string | null;
  }[];
  card_count: number;
  line: Cents | null;
  market_value: Cents | null;
  amount: Cents | null;
  subject_id: string | null;
  alert_words: string | null;
  made_at: Date;
  read_at: Date | null;
};

/**
 * SQL for whether a user may read a notice. $2 has the conditions whose alerts they may read now, because they may have
 * lost a right since the notice.
 */
const MAY_READ = `n.user_id = $1 and (n.alert_id is null
  or not exists (select from alerts a where a.id = n.alert_id and a.condition <> all ($2::text[])))`;

/** Lists a page of a user's notices, newest first. */
export async function listNoticesOf(
  db: Database,
  userId: string,
  conditions: readonly string[],
  limit: number,
  offset: number,
): Promise<NoticeRow[]> {
  return statement<NoticeRow>(
    db,
    `select n.id, n.kind, cardinality(n.card_ids) as card_count, n.line, n.market_value, n.amount, n.subject_id, n.made_at, n.read_at,
       (select a.words from alerts a where a.id = n.alert_id) as alert_words,
       (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]')
          from pack_types t where t.id = any (n.pack_type_ids)) as pack_types,
       (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'native_rarity', c.native_rarity, 'finish', c.finish, 'remote', c.image_url) order by i.place), '[]')
          from unnest(n.card_ids[1:${CARDS_TOLD_MOST}]) with ordinality i (id, place) join cards c on c.id = i.id) as cards
     from notices n where ${MAY_READ} order by n.made_at desc, n.id limit $3 offset $4`,
    [userId, conditions, limit, offset],
  );
}

export async function countNotices(
  db: Database,
  userId: string,
  conditions: readonly string[],
): Promise<{ total: number; unread: number }> {
  const [row] = await statement<{ total: number; unread: number }>(
    db,
    `select count(*) as total, count(*) filter (where n.read_at is null) as unread from notices n where ${MAY_READ}`,
    [userId, conditions],
  );
  return row!;
}

/** Marks the notices in `ids` as read, if they are the user's. If `ids` is null, marks all of the user's notices. */
export async function markNoticesRead(
  db: Database,
  userId: string,
  ids: string[] | null,
): Promise<void> {
  await statement(
    db,
    `update notices set read_at = shop_now()
     where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any ($2))`,
    [userId, ids],
  );
}

export async function deleteOldNotices(db: Database): Promise<void> {
  await statement(
    db,
    'delete from notices where made_at < shop_now() - make_interval(days => $1)',
    [NOTICE_DAYS],
  );
}

export async function deleteNoticesOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from notices where user_id = $1', [userId]);
}
