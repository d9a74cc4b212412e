import { sql } from 'drizzle-orm';
import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { physicalPacks } from '../catalogue/tables.ts';
import { instant } from '../database/columns.ts';

/** The act by which one user opened one physical pack, once. */
export const openings = pgTable(
  'openings',
  {
    id: uuid('id').primaryKey(),
    packId: uuid('pack_id')
      .notNull()
      .unique('openings_one_per_pack')
      .references(() => physicalPacks.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    openedAt: instant('opened_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    index('openings_of_user').on(table.userId, table.openedAt),
    index('openings_by_time').on(table.openedAt),
  ],
);
