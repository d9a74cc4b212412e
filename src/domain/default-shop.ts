// The default name and settings of a shop, which are only in this file. No page or contract may import the file,
// because browsers get the name from the settings.
import { AGES_OF_MAJORITY } from './age.ts';
import { STYLESHEET_COLOUR } from './brand-colour.ts';
import type { ShopSettings } from './shop-settings.ts';

const NAME = 'Felt & Foil';

/** The demo's addresses use this host, which does not exist. */
export const DEMO_HOST = 'feltandfoil.test';

/** The shop's contact address, until an operator or the environment sets another. */
export const DEFAULT_CONTACT = `hello@${DEMO_HOST}`;

/**
 * Preview pictures for links. The default name is drawn into `ofDefault`; shops with another name use `ofOthers`.
 */
export const SHARE_PICTURES = { ofDefault: '/share.jpg', ofOthers: '/share-plain.jpg' };

/** The settings of a shop whose operator has saved none. */
export function defaultSettings({
  contactEmail,
  mailFrom,
  twitterUrl,
  facebookUrl,
}: {
  contactEmail: string;
  mailFrom: ShopSettings['mailFrom'];
  twitterUrl: string | null;
  facebookUrl: string | null;
}): ShopSettings {
  return {
    name: NAME,
    colour: STYLESHEET_COLOUR,
    contactEmail,
    social: {
      twitter: twitterUrl,
      facebook: facebookUrl,
      instagram: null,
      youtube: null,
      discord: null,
    },
    mailFrom,
    writesCurrency: true,
    firstYear: 2025,
    figureFloors: { packsOpened: 1, cardsShipped: 1, packsInStock: 1 },
    seller: {
      legalName: null,
      address: null,
      phone: null,
      email: null,
      registration: null,
      privacyOfficer: null,
      taxNumbers: [],
    },
    ageCheck: { isAsked: false, provinces: { ...AGES_OF_MAJORITY }, elsewhere: 18 },
    logos: { light: null, dark: null, icon: null },
  };
}

/** Whether a shop has the default name, which is drawn into some of the product's pictures. */
export function hasDefaultName(settings: ShopSettings): boolean {
  return settings.name === NAME;
}
