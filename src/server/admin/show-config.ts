import type { Reply } from '#contract/endpoint.ts';
import type { showConfig as row } from '#contract/shop.ts';
import { CURRENCY } from '#domain/money.ts';
import type { Context } from '../runtime/context.ts';

export async function showConfig({ config, cardProvider }: Context): Promise<Reply<typeof row>> {
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
  };
}
