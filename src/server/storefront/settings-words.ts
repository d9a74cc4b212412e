// Reads and writes the shop's settings in the form of the command line, which has one word for each setting.
import { saveShopSettings } from '#contract/storefront-admin.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { changedSettings } from './admin/edit-settings.ts';

type Written = Record<string, string | number | boolean | null>;

/** Returns the value of each setting as text, by the setting's word. */
function writtenByWord({
  social,
  mailFrom,
  figureFloors,
  seller,
  ageCheck,
  ...settings
}: ShopSettings) {
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
    'seller-name': seller.legalName,
    'seller-address': seller.address?.replaceAll('\n', LINE_BREAK) ?? null,
    'seller-phone': seller.phone,
    'seller-email': seller.email,
    registration: seller.registration,
    'privacy-officer': seller.privacyOfficer,
    'tax-numbers':
      seller.taxNumbers.map((one) => `${one.name}: ${one.number}`).join(LINE_BREAK) || null,
    'ask-age': ageCheck.isAsked,
    ages: Object.entries(ageCheck.provinces)
      .map(([province, age]) => `${province}:${age}`)
      .join(' '),
    'age-elsewhere': ageCheck.elsewhere,
  } satisfies Written;
}

/** Separates the lines of a value, and tax numbers, on the command line. */
const LINE_BREAK = ' / ';

type Word = keyof ReturnType<typeof writtenByWord>;

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
  'seller-name',
  'seller-address',
  'seller-phone',
  'seller-email',
  'registration',
  'privacy-officer',
  'tax-numbers',
  'ask-age',
  'ages',
  'age-elsewhere',
];
const COUNTS = new Set<string>([
  'first-year',
  'packs-opened-from',
  'cards-shipped-from',
  'packs-in-stock-from',
  'age-elsewhere',
]);
const YES_OR_NO = new Set<string>(['cad-beside-amounts', 'ask-age']);

/** Returns the settings as words and values. If a setting has no value, its value is `-`. */
export function writtenSettings(settings: ShopSettings): [word: string, value: string][] {
  return Object.entries(writtenByWord(settings)).map(([word, value]) => [
    word,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '-'),
  ]);
}

/**
 * Returns the settings after `word=value` arguments. If an argument is not valid, returns a sentence about that
 * argument instead.
 */
export function readSettings(settings: ShopSettings, words: string[]): ShopSettings | string {
  const values: Written = writtenByWord(settings);
  for (const written of words) {
    const [, word = '', value = ''] = /^([a-z-]+)=(.*)$/.exec(written) ?? [];
    if (!(word in values)) return `"${written}" is not one of the settings, as WORD=VALUE.`;
    const read = readValue(word, value);
    if (read === undefined) return `${word} takes yes or no.`;
    values[word] = read;
  }
  const changed = values as ReturnType<typeof writtenByWord>;
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
    seller: {
      legalName: changed['seller-name'],
      address: changed['seller-address']?.split('/').join('\n') ?? null,
      phone: changed['seller-phone'],
      email: changed['seller-email'],
      registration: changed.registration,
      privacyOfficer: changed['privacy-officer'],
      taxNumbers: (changed['tax-numbers'] ?? '')
        .split('/')
        .filter((one) => one.trim() !== '')
        .map((one) => {
          const [, name = '', number = ''] = /^([^:]*):(.*)$/.exec(one.trim()) ?? ['', '', one];
          return { name, number };
        }),
    },
    ageCheck: {
      isAsked: changed['ask-age'],
      elsewhere: changed['age-elsewhere'],
      provinces: {
        ...settings.ageCheck.provinces,
        ...Object.fromEntries(
          changed.ages
            .split(' ')
            .filter((one) => one !== '')
            .map((one) => [one.split(':')[0], Number(one.split(':')[1])]),
        ),
      },
    },
  });
  if (!judged.success) return judged.error.issues[0]!.message;
  const { version: _version, ...read } = judged.data;
  return changedSettings(settings, read);
}

/** Parses the value of a setting. Returns undefined if the setting does not accept the value. */
function readValue(word: string, value: string): string | number | boolean | null | undefined {
  if (YES_OR_NO.has(word)) return value === 'yes' ? true : value === 'no' ? false : undefined;
  if (value === '-') return null;
  return COUNTS.has(word) ? Number(value) : value;
}
