import { inTransaction } from '#engine/database.ts';
import { readSettings, SETTING_WORDS, writtenSettings } from '../storefront/settings-words.ts';
import { insertSettings } from '../storefront/shop-settings-queries.ts';
import { onShop, type Commands, Refused, WrongUsage } from './command.ts';
import { takeWords } from './words.ts';

export const SETTINGS: Commands = {
  'settings show': onShop(
    `  settings show                               what the shop says of itself`,
    (words) => {
      takeWords(words, []);
      return async (context, { say }) => {
        const { settings } = context.settings.version();
        for (const [word, value] of writtenSettings(settings)) say(`${word}=${value}`);
      };
    },
  ),

  'settings set': onShop(
    `  settings set NAME=VALUE...                  changes it; NAME=- is for none. NAME is
                                              ${SETTING_WORDS.join(',\n                                              ')}`,
    (words) => {
      if (words.length === 0) throw new WrongUsage('NAME=VALUE is missing.');
      return async (context, { say }) => {
        const { version, settings } = context.settings.version();
        const changed = readSettings(settings, words);
        if (typeof changed === 'string') throw new Refused(changed);
        const isSaved = await inTransaction(context.db, (db) =>
          insertSettings(db, version + 1, changed, null),
        );
        if (!isSaved)
          throw new Refused('Somebody else has saved settings meanwhile. Nothing was saved.');
        await context.settings.renew();
        say(`Saved. A running shop shows it within a second.`);
      };
    },
  ),
};
