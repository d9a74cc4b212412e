// What the browser needs to know about this shop before anybody signs in (docs/product.md §12).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

export const showConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'The settings of this shop that the browser needs.',
  audience: 'anyone',
  repeat: 'none',
  // It changes with a new start of the shop only.
  reads: [],
  reply: z.object({
    currency: z.string(),
    contactEmail: z.string(),
    twitterUrl: z.nullable(z.string()),
    facebookUrl: z.nullable(z.string()),
    highValue: amount,
    /** The shortest new password that this shop takes. */
    passwordLengthMin: z.int(),
    demo: z.boolean(),
    /** What is switched on in this shop. */
    features: z.object({
      auth: z.boolean(),
      cards: z.boolean(),
      packs: z.boolean(),
      transactions: z.boolean(),
    }),
    /** The card provider's key for the browser; null: this shop takes no cards. */
    stripePublishableKey: z.nullable(z.string()),
    /** Cards are the sandbox's: test numbers only, no real money. */
    sandbox: z.boolean(),
  }),
  rejections: [],
});
export type ShopConfig = z.output<typeof showConfig.reply>;

nameShapes({ ShopConfig: showConfig.reply });
