import * as rows from '#contract/storefront.ts';
import { CURRENCY } from '#domain/money.ts';
import { verb } from '../http/verb.ts';

export const showConfig = verb(rows.showConfig, async ({ config, cardProvider }) => {
  return {
    currency: CURRENCY,
    contactEmail: config.contactEmail,
    twitterUrl: config.twitterUrl,
    facebookUrl: config.facebookUrl,
    highValue: config.highValue,
    passwordLengthMin: config.passwordLengthMin,
    demo: config.demo,
    features: { auth: true, cards: true, packs: true, transactions: true },
    stripePublishableKey: cardProvider?.publishableKey ?? null,
    sandbox: cardProvider?.sandbox ?? false,
    charges: { taxRate: config.taxRate, cardFee: config.cardFee },
  };
});
