// Queries of a user's settings: the preferences and the personal details in `users`.
import { ASKED_LISTS, MAIL_LISTS, type MailList } from '#domain/mail.ts';
import type { Cents } from '#domain/money.ts';
import { WISH_KINDS, TOLD_BY, type WishKind } from '#domain/wish.ts';
import { statement, type Database } from '#engine/database.ts';
import { HAS_TWO_FACTOR } from './users-queries.ts';

/** A user's settings, as in the API (docs/product.md §8). */
export type Preferences = Record<MailList | (typeof TOLD_BY)[WishKind]['shop'], boolean> & {
  packRecommendations: boolean;
  emailNotifications: boolean;
  smsNotifications: boolean;
  autoConvertExpiredCards: boolean;
  preferredCategories: string[];
  currency: 'CAD';
  language: 'en';
};

export type SettingsRow = {
  preferences: Preferences;
  full_name: string | null;
  username: string;
  phone_number: string | null;
  auto_ship_threshold: Cents | null;
  default_shipping_method: 'standard';
  privacy_level: 'private' | 'friends' | 'public';
  has_two_factor: boolean;
};

/** The default preferences, as JSON. */
const UNSAID = JSON.stringify({
  ...Object.fromEntries(MAIL_LISTS.map((list) => [list, !ASKED_LISTS.has(list)])),
  ...Object.fromEntries(WISH_KINDS.map((kind) => [TOLD_BY[kind].shop, true])),
});

/** A user's preferences, completed with the defaults. */
export const PREFERENCES = `'${UNSAID}'::jsonb || preferences as preferences`;

const SETTINGS_COLUMNS = `${PREFERENCES}, full_name, username, phone_number, auto_ship_threshold,
  default_shipping_method, privacy_level, ${HAS_TWO_FACTOR} as has_two_factor`;

export async function findSettings(db: Database, userId: string): Promise<SettingsRow | null> {
  const [row] = await statement<SettingsRow>(
    db,
    `select ${SETTINGS_COLUMNS} from users u where id = $1`,
    [userId],
  );
  return row ?? null;
}

/**
 * Changes the given preferences in one statement, so that two tabs don't undo each other's changes.
 * Returns null if the account was just erased.
 */
export async function updatePreferences(
  db: Database,
  userId: string,
  changes: { [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<SettingsRow | null> {
  const [row] = await statement<SettingsRow>(
    db,
    `update users u set preferences = preferences || $2::jsonb, updated_at = shop_now()
     where id = $1 and erased_at is null returning ${SETTINGS_COLUMNS}`,
    [userId, JSON.stringify(changes)],
  );
  return row ?? null;
}

export type SettingsChanges = {
  fullName?: string | null | undefined;
  username?: string | undefined;
  phoneNumber?: string | null | undefined;
  autoShipThreshold?: number | null | undefined;
  defaultShippingMethod?: string | undefined;
  privacyLevel?: string | undefined;
};

/** Changes the given settings. Null clears a setting. Returns null if the account was just erased. */
export async function updateSettings(
  db: Database,
  userId: string,
  changes: SettingsChanges,
): Promise<SettingsRow | null> {
  // If a key is present, its setting changes, even if the value is null.
  const [row] = await statement<SettingsRow>(
    db,
    `update users u set
       full_name = case when $2::jsonb ? 'fullName' then $2::jsonb->>'fullName' else full_name end,
       username = coalesce($2::jsonb->>'username', username),
       phone_number = case when $2::jsonb ? 'phoneNumber' then $2::jsonb->>'phoneNumber' else phone_number end,
       auto_ship_threshold = case when $2::jsonb ? 'autoShipThreshold'
         then ($2::jsonb->>'autoShipThreshold')::bigint else auto_ship_threshold end,
       default_shipping_method = coalesce($2::jsonb->>'defaultShippingMethod', default_shipping_method),
       privacy_level = coalesce($2::jsonb->>'privacyLevel', privacy_level),
       updated_at = shop_now()
     where id = $1 and erased_at is null returning ${SETTINGS_COLUMNS}`,
    [userId, JSON.stringify(changes)],
  );
  return row ?? null;
}
