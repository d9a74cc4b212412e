// What a shop is called before its operator has said anything else, and the only place where that is written. No page
// and no contract may import it: what reaches a browser comes from the settings.
import { AGES_OF_MAJORITY } from './age.ts';
import { STYLESHEET_COLOUR } from './brand-colour.ts';
import type { ShopSettings } from './shop-settings.ts';

const NAME = 'Felt & Foil';

/** Addresses of the demo are at no real host. */
export const DEMO_HOST = 'feltandfoil.test';

/** Where mail to the shop goes unless it is said. */
export const DEFAULT_CONTACT = `hello@${DEMO_HOST}`;

/** Pictures that have the name drawn into them, and those without, for a shop of another name. */
export const SHARE_PICTURES = { ofDefault: '/share.jpg', ofOthers: '/share-plain.jpg' };

/** The settings of a shop that nobody has named. */
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
    seller: { legalName: null, address: null, taxNumbers: [] },
    ageCheck: { isAsked: false, provinces: { ...AGES_OF_MAJORITY }, elsewhere: 18 },
    logos: { light: null, dark: null, icon: null },
  };
}

/** Whether a shop has the name that is drawn into the shop's own pictures. */
export function hasDefaultName(settings: ShopSettings): boolean {
  return settings.name === NAME;
}
