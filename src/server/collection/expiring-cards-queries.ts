// Queries of the expiry jobs, about cards that have expired or soon will.
import type { ExpiredCard, ExpiringCard } from '#domain/expiry.ts';
import type { Cents } from '#domain/money.ts';
import { NOTICE_AHEAD_DAYS, REMINDER_DAYS, type ReminderDays } from '#domain/sellback.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { IS_COVERED } from './covered-cards.ts';

export type EndedCard = ExpiredCard & { cardId: string; isCovered: boolean };

/** A user with cards that a job must handle, and the number of these cards. */
export type CardsOfUser = { userId: string; cards: number };

/** Lists users with expired available cards, by the database's clock. The user who has waited longest comes first. */
export async function listUsersWithExpired(db: Database, limit: number): Promise<CardsOfUser[]> {
  return statement<CardsOfUser>(
    db,
    `select opened_by_id as "userId", count(*) as cards from physical_cards
     where status = 'available' and auto_convert_at <= shop_now()
     group by opened_by_id order by min(auto_convert_at), opened_by_id limit $1`,
    [limit],
  );
}

/**
 * Locks a user's expired available cards, in the order of their ids. Cards that are being sold or shipped at this
 * moment are skipped. If such a card stays available, the next run finds it.
 */
export async function lockExpiredCards(
  db: Transaction,
  userId: string,
  limit: number,
): Promise<EndedCard[]> {
  const rows = await statement<{
    id: string;
    card_id: string;
    name: string;
    market_value: Cents;
    is_covered: boolean;
  }>(
    db,
    `select p.id, p.card_id, c.name, c.market_value, ${IS_COVERED} as is_covered
     from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $1 and p.status = 'available' and p.auto_convert_at <= shop_now()
     order by p.id limit $2
     for update of p skip locked`,
    [userId, limit],
  );
  return rows.map(({ id, card_id, name, market_value, is_covered }) => ({
    id,
    cardId: card_id,
    name,
    marketValue: market_value,
    isCovered: is_covered,
  }));
}

export type ExpiryPreferences = { converts: boolean; shipThreshold: Cents | null };

/**
 * Returns a user's preferences for expiring cards: whether the cards are converted, and which cards the user would
 * rather ship.
 */
export async function findExpiryPreferences(
  db: Database,
  userId: string,
): Promise<ExpiryPreferences> {
  const [row] = await statement<{ converts: boolean; auto_ship_threshold: Cents | null }>(
    db,
    `select (preferences->>'autoConvertExpiredCards')::boolean as converts, auto_ship_threshold
     from users where id = $1`,
    [userId],
  );
  const threshold = row!.auto_ship_threshold;
  return {
    converts: row!.converts,
    shipThreshold: threshold,
  };
}

const [FIRST, LAST] = REMINDER_DAYS;

const endsWithin = (days: ReminderDays) =>
  `p.auto_convert_at <= shop_now() + interval '${days} days'`;

const STAGE = `case when ${endsWithin(LAST)} then ${LAST} when ${endsWithin(NOTICE_AHEAD_DAYS)} then ${NOTICE_AHEAD_DAYS} else ${FIRST} end`;

// A card gets one reminder per stage. If a reminder is late, it is for the stage that the card has reached by then.
const TO_REMIND = `p.status = 'available' and p.auto_convert_at > shop_now() and ${endsWithin(FIRST)}
  and (p.reminded_days is null or p.reminded_days > ${STAGE})`;

/** Lists users with available cards that expire soon and have had no reminder at their current stage. */
export async function listUsersToRemind(db: Database, limit: number): Promise<CardsOfUser[]> {
  return statement<CardsOfUser>(
    db,
    `select p.opened_by_id as "userId", count(*) as cards from physical_cards p where ${TO_REMIND}
     group by 1 order by min(p.auto_convert_at), 1 limit $1`,
    [limit],
  );
}

export type CardToRemind = ExpiringCard & {
  cardId: string;
  stage: ReminderDays;
  /** The stage of the card's last reminder, or null if the card had no reminder. */
  last: ReminderDays | null;
  isCovered: boolean;
};

/**
 * Locks a user's cards that are due for a reminder. Cards that are being sold or shipped at this moment are skipped.
 */
export async function lockCardsToRemind(
  db: Transaction,
  userId: string,
  limit: number,
): Promise<CardToRemind[]> {
  const rows = await statement<{
    id: string;
    card_id: string;
    name: string;
    market_value: Cents;
    auto_convert_at: Date;
    stage: ReminderDays;
    reminded_days: ReminderDays | null;
    is_covered: boolean;
  }>(
    db,
    `select p.id, p.card_id, c.name, c.market_value, p.auto_convert_at, ${STAGE} as stage, p.reminded_days,
       ${IS_COVERED} as is_covered
     from physical_cards p join cards c on c.id = p.card_id
     where p.opened_by_id = $1 and ${TO_REMIND}
     order by p.id limit $2
     for update of p skip locked`,
    [userId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    cardId: row.card_id,
    name: row.name,
    marketValue: row.market_value,
    convertsAt: row.auto_convert_at,
    stage: row.stage,
    last: row.reminded_days,
    isCovered: row.is_covered,
  }));
}
