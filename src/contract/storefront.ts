// Public settings that the browser needs before anyone signs in (docs/product.md §12).
import * as z from 'zod/mini';
import { LEGAL_KEYS } from '#domain/consent.ts';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';

const taxRate = z.object({ name: z.string(), rate: z.number() });

export const showConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'The settings of this shop that the browser needs.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['shop', 'catalogue'],
  reply: z.object({
    currency: z.string(),
    name: z.string(),
    /** The games of the shop's cards, in their order. A process of the previous version omits them. */
    games: z._default(z.array(z.object({ id: gameId, name: z.string() })), []),
    contactEmail: z.string(),
    twitterUrl: z.nullable(z.string()),
    facebookUrl: z.nullable(z.string()),
    instagramUrl: z.nullable(z.string()),
    youtubeUrl: z.nullable(z.string()),
    discordUrl: z.nullable(z.string()),
    /** Whether amounts are shown with "CAD". */
    writesCurrency: z.boolean(),
    /** The announcement above all pages, as HTML without anything executable. Null if there is none now. */
    notice: z.nullable(z.string()),
    /** The sentence that says what a sealed pack is in this shop. A process of the previous version omits it. */
    sealed: z._default(z.string(), ''),
    /**
     * The seller's name and contacts, as lines that follow the shop's name. A process of the previous version omits
     * them.
     */
    sellerLines: z._default(z.array(z.string()), []),
    /** The published legal texts: terms, privacy and so on. */
    legalTexts: z.array(z.object({ key: z.enum(LEGAL_KEYS), title: z.string(), version: z.int() })),
    /** The first year of the shop's copyright line. */
    firstYear: z.int(),
    /** The style with the shop's own colour. Null if the stylesheet already has it. */
    themeStyle: z.nullable(z.string()),
    /** The colours of the browser's address bar, by theme. */
    barColours: z.object({ light: z.string(), dark: z.string() }),
    /**
     * The logo in the header, for a light and a dark background. Null stands for the built-in mark and the shop's
     * name.
     */
    logo: z.nullable(z.object({ light: z.string(), dark: z.string() })),
    /** The icon of a browser tab, as a PNG. Null stands for the built-in mark. */
    icon: z.nullable(z.string()),
    /** The icon for a phone's home screen. Null if there is no such icon in the shop's colour. */
    touchIcon: z.nullable(z.string()),
    /** The picture for link previews of the shop. */
    sharePicture: z.string(),
    highValue: amount,
    /** Whether the shop reads new prices every day. A process of the previous version omits it. */
    refreshesPrices: z._default(z.boolean(), false),
    /** The minimum length of a new password. */
    passwordLengthMin: z.int(),
    demo: z.boolean(),
    /** The features that are on in this shop. */
    features: z.object({
      auth: z.boolean(),
      cards: z.boolean(),
      packs: z.boolean(),
      transactions: z.boolean(),
    }),
    /** The card provider's public key. Null if the shop takes no card payments. */
    stripePublishableKey: z.nullable(z.string()),
    /**
     * Whether this is a production shop that takes no cards yet, because its operators have not opened it
     * (docs/product.md §22).
     */
    cardsWaitForOpening: z.boolean(),
    /** Whether card payments go to the sandbox, which takes only test numbers and no real money. */
    sandbox: z.boolean(),
    /**
     * The charges on top of a pack's price. `taxRate` is a fraction, if one known rate applies to all buyers.
     * `cardFee` is the fee of a card payment.
     */
    charges: z.object({ taxRate: z.number(), cardFee: amount }),
    /** The fee of the smallest parcel to the cheapest destination. */
    shippingFrom: amount,
    /** The fee on top of bought credits. It is a fraction of the amount plus a fixed amount. */
    topUpFee: z.object({ rate: z.number(), fixed: amount }),
    /** The taxes of packs. `rates` applies to all buyers, or to buyers outside `regions`. */
    taxes: z.object({
      rates: z.array(taxRate),
      /** The rates by region, such as `CA-NS`. Null if the same rates apply to all buyers. */
      regions: z.nullable(z.record(z.string(), z.array(taxRate))),
      /** Whether a parcel's fee is taxed by its destination. */
      ofParcels: z.boolean(),
      /** Whether rates come from a tax provider. Such rates are unknown until a price is requested. */
      isAsked: z.boolean(),
    }),
  }),
  rejections: [],
});
export type ShopConfig = z.output<typeof showConfig.reply>;

export const showFigures = endpoint({
  method: 'GET',
  path: '/figures',
  summary:
    'What this shop has done so far, counted from its books, each up to 10,000; null below the number from which it is shown.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['packs', 'shipments', 'stock', 'shop'],
  reply: z.object({
    packsOpened: z.nullable(z.int()),
    cardsShipped: z.nullable(z.int()),
    packsInStock: z.nullable(z.int()),
  }),
  rejections: [],
});

nameShapes({ ShopConfig: showConfig.reply, TaxRate: taxRate });
