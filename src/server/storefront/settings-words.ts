// The shop's settings as the command line writes and reads them: one word each.
import { saveShopSettings } from '#contract/storefront-admin.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';

type Written = Record<string, string | number | boolean | null>;

/** Each setting by its word. */
function wordsOf({ social, mailFrom, figureFloors, ...settings }: ShopSettings) {
  return {
    name: settings.name,
    colour: settings.colour,
    contact: settings.contactEmail,
    twitter: social.twitter,
    facebook: social.facebook,
    instagram: social.instagram,
    youtube: social.youtube,
    discord: social.discord,
    'sender-name': mailFrom.name,
    'sender-address': mailFrom.address,
    'cad-beside-amounts': settings.writesCurrency,
    'first-year': settings.firstYear,
    'packs-opened-from': figureFloors.packsOpened,
    'cards-shipped-from': figureFloors.cardsShipped,
    'packs-in-stock-from': figureFloors.packsInStock,
  } satisfies Written;
}

type Word = keyof ReturnType<typeof wordsOf>;

export const SETTING_WORDS: readonly Word[] = [
  'name',
  'colour',
  'contact',
  'twitter',
  'facebook',
  'instagram',
  'youtube',
  'discord',
  'sender-name',
  'sender-address',
  'cad-beside-amounts',
  'first-year',
  'packs-opened-from',
  'cards-shipped-from',
  'packs-in-stock-from',
];
const COUNTS = new Set<string>([
  'first-year',
  'packs-opened-from',
  'cards-shipped-from',
  'packs-in-stock-from',
]);

/** The settings in words; `-` for none. */
export function writtenSettings(settings: ShopSettings): [word: string, value: string][] {
  return Object.entries(wordsOf(settings)).map(([word, value]) => [
    word,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '-'),
  ]);
}

/** Settings with some of them changed by `word=value`, or what is wrong with that. */
export function readSettings(settings: ShopSettings, words: string[]): ShopSettings | string {
  const values: Written = wordsOf(settings);
  for (const written of words) {
    const [, word = '', value = ''] = /^([a-z-]+)=(.*)$/.exec(written) ?? [];
    if (!(word in values)) return `"${written}" is not one of the settings, as WORD=VALUE.`;
    const read = readValue(word, value);
    if (read === undefined) return `${word} takes yes or no.`;
    values[word] = read;
  }
  const changed = values as ReturnType<typeof wordsOf>;
  const judged = saveShopSettings.body.safeParse({
    version: 0,
    name: changed.name,
    colour: changed.colour,
    contactEmail: changed.contact,
    social: {
      twitter: changed.twitter,
      facebook: changed.facebook,
      instagram: changed.instagram,
      youtube: changed.youtube,
      discord: changed.discord,
    },
    mailFrom: { name: changed['sender-name'], address: changed['sender-address'] },
    writesCurrency: changed['cad-beside-amounts'],
    firstYear: changed['first-year'],
    figureFloors: {
      packsOpened: changed['packs-opened-from'],
      cardsShipped: changed['cards-shipped-from'],
      packsInStock: changed['packs-in-stock-from'],
    },
  });
  if (!judged.success) return judged.error.issues[0]!.message;
  const { version: _version, ...read } = judged.data;
  return read;
}

/** Undefined: it is none that this setting takes. */
function readValue(word: string, value: string): string | number | boolean | null | undefined {
  if (word === 'cad-beside-amounts')
    return value === 'yes' ? true : value === 'no' ? false : undefined;
  if (value === '-') return null;
  return COUNTS.has(word) ? Number(value) : value;
}
