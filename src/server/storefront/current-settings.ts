// Caches the shop's settings and games in this process. They are read once, and a poll once a second notices changes.
// Code that uses them makes no query (choices 300 and 997).
import type { LegalText } from '#domain/consent.ts';
import { defaultSettings } from '#domain/default-shop.ts';
import type { Game } from '#domain/game.ts';
import { writeCurrency } from '#domain/money.ts';
import type { SettingsVersion, ShopSettings } from '#domain/shop-settings.ts';
import { isShown } from '#domain/shop-texts.ts';
import { EVERYWHERE, type SalesPlacesVersion } from '#domain/sales-places.ts';
import { firstTaxes, type TaxVersion } from '#domain/tax.ts';
import type { Database } from '#engine/database.ts';
import { findArtVersion } from '../catalogue/art-version.ts';
import { listGameRows } from '../games/games-queries.ts';
import type { Config } from '../runtime/config.ts';
import type { CurrentSettings } from '../runtime/context.ts';
import { inlineHtmlOf, shownText } from './shown-texts.ts';
import type { OpeningState } from '#domain/leave-to-open.ts';
import { findOpeningState } from './shop-opening-queries.ts';
import { findNewestText, listLegalTexts } from './shop-texts-queries.ts';
import { findNewestSettings, findSettingsAt, findShopMark } from './shop-settings-queries.ts';
import { findNewestPlaces } from './sales-places-queries.ts';
import { findNewestTaxes, findTaxesAt } from './tax-settings-queries.ts';

type Starting = Pick<
  Config,
  'contactEmail' | 'mailFrom' | 'twitterUrl' | 'facebookUrl' | 'taxRate'
>;

/** Opens the settings of a process. Until the first `renew` they have their default values. */
export function openSettings(db: Database, config: Starting): CurrentSettings {
  const first: SettingsVersion = { version: 0, settings: startOf(config), madeAt: null };
  const firstRates: TaxVersion = {
    version: 0,
    settings: firstTaxes(config.taxRate),
    madeAt: null,
  };
  const firstPlaces: SalesPlacesVersion = { version: 0, settings: EVERYWHERE, madeAt: null };
  let current = first;
  let places = firstPlaces;
  let taxes = firstRates;
  let mark: string | null = null;
  let opening: OpeningState = 'not_asked';
  let artVersion = '';
  let notice: Notice | null = null;
  let legal: LegalText[] = [];
  let games: Game[] = [];

  const follow = async (seen: string): Promise<void> => {
    if (seen === mark) return;
    current = (await findNewestSettings(db)) ?? first;
    legal = await listLegalTexts(db);
    taxes = (await findNewestTaxes(db)) ?? firstRates;
    places = (await findNewestPlaces(db)) ?? firstPlaces;
    opening = await findOpeningState(db);
    artVersion = await findArtVersion(db);
    games = await listGameRows(db);
    notice = await noticeOf(db, current.settings);
    mark = seen;
    writeCurrency(current.settings.writesCurrency);
  };
  return {
    now: () => current.settings,
    version: () => current,
    notice: (now) => (notice !== null && isShown(notice, now) ? notice.html : null),
    legal: () => legal,
    games: () => games,
    at: async (instant) => {
      if (current.madeAt === null || instant >= current.madeAt) return current.settings;
      return ((await findSettingsAt(db, instant)) ?? first).settings;
    },
    taxes: () => taxes.settings,
    taxVersion: () => taxes,
    salesPlaces: () => places.settings,
    salesPlacesVersion: () => places,
    artVersion: () => artVersion,
    opening: () => opening,
    taxesAt: async (instant) => {
      if (taxes.madeAt === null || instant >= taxes.madeAt) return taxes.settings;
      return ((await findTaxesAt(db, instant)) ?? firstRates).settings;
    },
    renew: async () => {
      mark = null;
      await follow(await findShopMark(db));
    },
    poll: async () => follow(await findShopMark(db)),
  };
}

type Notice = { body: string; shownFrom: Date | null; shownUntil: Date | null; html: string };

async function noticeOf(db: Database, settings: ShopSettings): Promise<Notice | null> {
  const text = await findNewestText(db, 'notice');
  if (text === null || text.body.trim() === '') return null;
  return { ...text, html: inlineHtmlOf(await shownText(text.body, settings)) };
}

/** The settings before any save, which come from the environment and the product's defaults. */
function startOf({ contactEmail, mailFrom, twitterUrl, facebookUrl }: Starting): ShopSettings {
  return defaultSettings({ contactEmail, mailFrom: readSender(mailFrom), twitterUrl, facebookUrl });
}

/** Parses "Name <address>", or an address without a name. */
function readSender(text: string | null): ShopSettings['mailFrom'] {
  const [, name, address] = /^(?:([^<>]*?)\s*<)?([^\s<>]+)>?$/.exec(text ?? '') ?? [];
  return { name: name?.replaceAll('"', '') || null, address: address ?? null };
}
