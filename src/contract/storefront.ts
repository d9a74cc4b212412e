// Public settings the browser needs before anyone signs in (docs/product.md §12).
import * as z from 'zod/mini';
import { LEGAL_KEYS } from '#domain/consent.ts';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const taxRate = z.object({ name: z.string(), rate: z.number() });

export const showConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'The settings of this shop that the browser needs.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['shop'],
  reply: z.object({
    currency: z.string(),
    /** What the shop is called. */
    name: z.string(),
    contactEmail: z.string(),
    twitterUrl: z.nullable(z.string()),
    facebookUrl: z.nullable(z.string()),
    instagramUrl: z.nullable(z.string()),
    youtubeUrl: z.nullable(z.string()),
    discordUrl: z.nullable(z.string()),
    /** Whether amounts are written with "CAD" beside them. */
    writesCurrency: z.boolean(),
    /** The strip above all pages, as HTML that can do nothing but be read; null: there is none now. */
    notice: z.nullable(z.string()),
    /** Terms, privacy and the like, those that are published. */
    legalTexts: z.array(z.object({ key: z.enum(LEGAL_KEYS), title: z.string(), version: z.int() })),
    /** Of the shop's copyright. */
    firstYear: z.int(),
    /** The style that gives the pages the shop's colour; null: the stylesheet's own is the shop's. */
    themeStyle: z.nullable(z.string()),
    /** Of a browser's own bar, in each theme. */
    barColours: z.object({ light: z.string(), dark: z.string() }),
    /** What stands in the header in the place of mark and name, on light and on dark ground. */
    logo: z.nullable(z.object({ light: z.string(), dark: z.string() })),
    /** The icon of a tab, as a PNG; null: the drawn mark. */
    icon: z.nullable(z.string()),
    /** The icon of a phone's home screen; null: there is none in the shop's colour. */
    touchIcon: z.nullable(z.string()),
    /** What previews of links show of the shop as a whole. */
    sharePicture: z.string(),
    highValue: amount,
    /** The shortest new password this shop accepts. */
    passwordLengthMin: z.int(),
    demo: z.boolean(),
    /** Features enabled in this shop. */
    features: z.object({
      auth: z.boolean(),
      cards: z.boolean(),
      packs: z.boolean(),
      transactions: z.boolean(),
    }),
    /** The card provider's public key; null: this shop takes no card payments. */
    stripePublishableKey: z.nullable(z.string()),
    /** Card payments go to the sandbox: test numbers only, no real money. */
    sandbox: z.boolean(),
    /**
     * What comes on top of a pack's price: tax as a fraction, where it is one for all and known, and the fee of a card
     * payment.
     */
    charges: z.object({ taxRate: z.number(), cardFee: amount }),
    /** What the smallest parcel costs to where it costs least. */
    shippingFrom: amount,
    /** On top of credits that are bought: a rate of them as a fraction, and an amount. */
    topUpFee: z.object({ rate: z.number(), fixed: amount }),
    /** The taxes of packs: those of all buyers; where they go by the buyer's region, of those in no region of the list. */
    taxes: z.object({
      rates: z.array(taxRate),
      /** `CA-NS` and the like; null: they are the same for all. */
      regions: z.nullable(z.record(z.string(), z.array(taxRate))),
      /** A parcel's fee takes the tax of where it goes. */
      ofParcels: z.boolean(),
      /** Nobody knows them before a price is asked for: a tax provider says them. */
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
