import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Condition, Finish, Game, LockReason, CardStatus, Rarity } from '#domain/card.ts';
import type { ReminderDays } from '#domain/sellback.ts';
import type { PackState } from '#domain/stock.ts';
import { users } from '../accounts/tables.ts';
import { bytea, cents, counter, instant } from '../database/columns.ts';

export const cardSets = pgTable(
  'card_sets',
  {
    /** Game and code: `magic-mid`. */
    id: text('id').primaryKey(),
    game: text('game').$type<Game>().notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    releasedOn: date('released_on'),
  },
  (table) => [
    unique('card_sets_code_once').on(table.game, table.code),
    check('card_sets_game_known', sql`${table.game} in ('magic', 'pokemon', 'yugioh')`),
  ],
);

/** The catalogue: one printing of one card in one finish (choice 1). */
export const cards = pgTable(
  'cards',
  {
    id: uuid('id').primaryKey(),
    setId: text('set_id')
      .notNull()
      .references(() => cardSets.id),
    /** The public source's own id with the finish; importing again finds the card by it. */
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    number: text('number').notNull(),
    rarity: text('rarity').$type<Rarity>().notNull(),
    nativeRarity: text('native_rarity').notNull(),
    finish: text('finish').$type<Finish>().notNull(),
    imageUrl: text('image_url'),
    /** The newest price, in CAD; 0 when no source has one. */
    marketValue: cents('market_value')
      .notNull()
      .default(sql`0`),
    /** The day of that price. */
    pricedOn: date('priced_on'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    unique('cards_external_id_once').on(table.setId, table.externalId),
    unique('cards_printing_once').on(table.setId, table.number, table.nativeRarity, table.finish),
    check('cards_rarity_known', sql`${table.rarity} in ('common', 'uncommon', 'rare', 'mythic')`),
    check('cards_finish_known', sql`${table.finish} in ('normal', 'foil', 'reverse-foil')`),
    check('cards_market_value_not_negative', sql`${table.marketValue} >= 0`),
    index('cards_by_value').on(table.marketValue.desc(), table.id),
    index('cards_by_price_day').on(table.pricedOn),
  ],
);

/** Every price that a public source told, kept for ever. */
export const priceObservations = pgTable(
  'price_observations',
  {
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    source: text('source').notNull(),
    observedOn: date('observed_on').notNull(),
    /** Hundredths of `currency`. */
    amountMinor: counter('amount_minor').notNull(),
    currency: text('currency').$type<'USD' | 'EUR' | 'CAD'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.source, table.observedOn] }),
    check('price_observations_not_negative', sql`${table.amountMinor} >= 0`),
  ],
);

/** A refresh of the prices of one configured source; `error` null when it went well. */
export const priceRuns = pgTable(
  'price_runs',
  {
    id: uuid('id').primaryKey(),
    /** The name that the settings give the source. */
    source: text('source').notNull(),
    startedAt: instant('started_at').notNull(),
    /** Null while it is under way, and for ever if its process was killed. */
    finishedAt: instant('finished_at'),
    /** Cards of the catalogue that the source told of. */
    cards: integer('cards').notNull().default(0),
    newPrices: integer('new_prices').notNull().default(0),
    heldBack: integer('held_back').notNull().default(0),
    error: text('error'),
  },
  (table) => [
    index('price_runs_of_source').on(table.source, table.startedAt.desc()),
    index('price_runs_by_start').on(table.startedAt.desc()),
  ],
);

/** Prices that jumped: kept, but not believed until a person says so. */
export const heldPrices = pgTable(
  'held_prices',
  {
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    source: text('source').notNull(),
    observedOn: date('observed_on').notNull(),
    amountMinor: counter('amount_minor').notNull(),
    currency: text('currency').$type<'USD' | 'EUR' | 'CAD'>().notNull(),
    /** The price it was compared with, of the same market and currency. */
    beforeMinor: counter('before_minor').notNull(),
    beforeOn: date('before_on').notNull(),
    runId: uuid('run_id')
      .notNull()
      .references(() => priceRuns.id),
    state: text('state').$type<'waiting' | 'accepted' | 'refused'>().notNull().default('waiting'),
    decidedById: uuid('decided_by_id').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.cardId, table.source, table.observedOn] }),
    check('held_prices_state_known', sql`${table.state} in ('waiting', 'accepted', 'refused')`),
    check(
      'held_prices_decided_once',
      sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`,
    ),
    index('held_prices_waiting')
      .on(table.observedOn)
      .where(sql`${table.state} = 'waiting'`),
  ],
);

/** Pictures of pack types that operators put in place of the shop's drawings. Never changed. */
export const packPictures = pgTable(
  'pack_pictures',
  {
    /** The hash of its bytes and its kind: `3f9c….webp`. Part of its address. */
    name: text('name').primaryKey(),
    bytes: bytea('bytes').notNull(),
    width: smallint('width').notNull(),
    height: smallint('height').notNull(),
  },
  (table) => [check('pack_pictures_size', sql`octet_length(${table.bytes}) <= 5242880`)],
);

/** What the catalogue sells. Stock is counted from physical packs, never typed in. */
export const packTypes = pgTable(
  'pack_types',
  {
    /** A slug: `magic-mid-draft`. */
    id: text('id').primaryKey(),
    setId: text('set_id')
      .notNull()
      .references(() => cardSets.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** What the shopper pays before tax. */
    price: cents('price').notNull(),
    /** The higher price it is reduced from, if it is. */
    originalPrice: cents('original_price'),
    cardCount: smallint('card_count').notNull(),
    /** Packs of this type that one user may ever buy; null = no limit. */
    purchaseLimit: integer('purchase_limit').default(1),
    isAvailable: boolean('is_available').notNull().default(true),
    guaranteed: boolean('guaranteed').notNull().default(false),
    tags: text('tags').array().notNull().default([]),
    details: text('details').array().notNull().default([]),
    /** Chance per rarity that a pack holds at least one such card. */
    odds: jsonb('odds').$type<{ rarity: Rarity; chance: number }[]>().notNull().default([]),
    /** Nobody said how its packs are filled: the odds are counted from those that came in. */
    oddsCounted: boolean('odds_counted').notNull().default(false),
    /** Null: the shop's own drawing. */
    picture: text('picture').references(() => packPictures.name),
    /** Place in the shop's order. */
    position: integer('position').notNull().default(0),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    check('pack_types_price_positive', sql`${table.price} > 0`),
    check('pack_types_original_price_higher', sql`${table.originalPrice} > ${table.price}`),
    check('pack_types_card_count', sql`${table.cardCount} between 1 and 100`),
    check('pack_types_purchase_limit_positive', sql`${table.purchaseLimit} > 0`),
  ],
);

/** The cards that a pack of the type can hold. */
export const packTypeCards = pgTable(
  'pack_type_cards',
  {
    packTypeId: text('pack_type_id')
      .notNull()
      .references(() => packTypes.id),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
  },
  (table) => [primaryKey({ columns: [table.packTypeId, table.cardId] })],
);

/** The ten most valuable cards of each pack type, one per name; written anew after each price import. */
export const potentialHits = pgTable(
  'potential_hits',
  {
    packTypeId: text('pack_type_id')
      .notNull()
      .references(() => packTypes.id),
    place: smallint('place').notNull(),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
  },
  (table) => [primaryKey({ columns: [table.packTypeId, table.place] })],
);

/** Physical packs kept for one user: until `expiresAt` while held, for good once paid. */
export const reservations = pgTable(
  'reservations',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<'held' | 'paid' | 'released' | 'expired'>().notNull(),
    /** Null once paid. */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    check(
      'reservations_state_known',
      sql`${table.state} in ('held', 'paid', 'released', 'expired')`,
    ),
    check(
      'reservations_held_expires',
      sql`${table.state} <> 'held' or ${table.expiresAt} is not null`,
    ),
    index('reservations_of_user').on(table.userId),
    index('reservations_held')
      .on(table.id)
      .where(sql`${table.state} = 'held'`),
  ],
);

/** One sealed pack in the warehouse. */
export const physicalPacks = pgTable(
  'physical_packs',
  {
    id: uuid('id').primaryKey(),
    packTypeId: text('pack_type_id')
      .notNull()
      .references(() => packTypes.id),
    serial: text('serial').notNull().unique('physical_packs_serial_once'),
    certificationNumber: text('certification_number')
      .notNull()
      .unique('physical_packs_certification_once'),
    state: text('state').$type<PackState>().notNull().default('intake'),
    /** The random place in the order of sale, fixed at stocking: nobody chooses who gets which pack. */
    rank: doublePrecision('rank')
      .notNull()
      .default(sql`random()`),
    reservationId: uuid('reservation_id').references(() => reservations.id),
    buyerId: uuid('buyer_id').references(() => users.id),
    receivedAt: instant('received_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    check(
      'physical_packs_state_known',
      sql`${table.state} in ('intake', 'available', 'reserved', 'sold', 'opened', 'withdrawn')`,
    ),
    check(
      'physical_packs_taken_by_someone',
      sql`(${table.state} in ('reserved', 'sold', 'opened')) = (${table.buyerId} is not null) and (${table.buyerId} is null) = (${table.reservationId} is null)`,
    ),
    index('physical_packs_for_sale')
      .on(table.packTypeId, table.rank)
      .where(sql`${table.state} = 'available'`),
    index('physical_packs_of_buyer').on(table.buyerId, table.packTypeId),
    index('physical_packs_of_reservation').on(table.reservationId),
    // The operators' list, newest first: of all, of a state, of a type, and of both.
    index('physical_packs_by_time').on(table.receivedAt.desc(), table.id),
    index('physical_packs_of_state').on(table.state, table.receivedAt.desc(), table.id),
    index('physical_packs_of_type').on(table.packTypeId, table.receivedAt.desc(), table.id),
    index('physical_packs_of_type_in_state').on(
      table.packTypeId,
      table.state,
      table.receivedAt.desc(),
      table.id,
    ),
    index('physical_packs_serial_begins').on(sql`upper(${table.serial}) text_pattern_ops`),
    index('physical_packs_certification_begins').on(
      sql`upper(${table.certificationNumber}) text_pattern_ops`,
    ),
  ],
);

/** Sold packs that came back unopened: a pack forgets who had it when it goes on sale again. */
export const packReturns = pgTable(
  'pack_returns',
  {
    packId: uuid('pack_id')
      .notNull()
      .references(() => physicalPacks.id),
    /** What it was sold under; an order's id too. */
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id),
    returnedAt: instant('returned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.packId, table.reservationId] })],
);

/** One real card. Inside an unopened pack it is `sealed`, and the shop's role can't read it. */
export const physicalCards = pgTable(
  'physical_cards',
  {
    id: uuid('id').primaryKey(),
    packId: uuid('pack_id')
      .notNull()
      .references(() => physicalPacks.id),
    cardId: uuid('card_id')
      .notNull()
      .references(() => cards.id),
    position: smallint('position').notNull(),
    condition: text('condition').$type<Condition>().notNull().default('Near Mint'),
    status: text('status').$type<CardStatus | 'sealed'>().notNull().default('sealed'),
    lockReason: text('lock_reason').$type<LockReason>(),
    /** Who opened its pack. The house owns it again once it is sold or converted. */
    openedById: uuid('opened_by_id').references(() => users.id),
    openedAt: instant('opened_at'),
    autoConvertAt: instant('auto_convert_at'),
    /** What was paid for it when it was sold back or converted. */
    exitPrice: cents('exit_price'),
    exitedAt: instant('exited_at'),
    /** When its shipment was asked for, and when it arrived; null again if the shipment was cancelled. */
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    /** The last reminder of its conversion was mailed this many days ahead; null: none yet. */
    remindedDays: smallint('reminded_days').$type<ReminderDays>(),
  },
  (table) => [
    unique('physical_cards_place_once').on(table.packId, table.position),
    check(
      'physical_cards_status_known',
      sql`${table.status} in ('sealed', 'available', 'locked', 'sold', 'converted', 'shipped', 'delivered')`,
    ),
    check(
      'physical_cards_revealed_to_someone',
      sql`(${table.status} = 'sealed') = (${table.openedById} is null) and (${table.openedById} is null) = (${table.openedAt} is null)`,
    ),
    check(
      'physical_cards_lock_has_reason',
      sql`(${table.status} = 'locked') = (${table.lockReason} is not null)`,
    ),
    check(
      'physical_cards_exit_has_price',
      sql`(${table.status} in ('sold', 'converted')) = (${table.exitPrice} is not null and ${table.exitedAt} is not null)`,
    ),
    check('physical_cards_exit_price_not_negative', sql`${table.exitPrice} >= 0`),
    check(
      'physical_cards_on_their_way',
      sql`(${table.status} in ('shipped', 'delivered')) = (${table.shippedAt} is not null) and (${table.status} = 'delivered') = (${table.deliveredAt} is not null)`,
    ),
    check('physical_cards_reminded_days_known', sql`${table.remindedDays} in (7, 1)`),
    index('physical_cards_of_user').on(table.openedById, table.status, table.openedAt),
    index('physical_cards_to_convert')
      .on(table.autoConvertAt)
      .where(sql`${table.status} = 'available'`),
    index('physical_cards_locked')
      .on(table.lockReason, table.autoConvertAt, table.id)
      .where(sql`${table.status} = 'locked'`),
  ],
);
