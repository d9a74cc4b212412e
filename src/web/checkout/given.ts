// The consents that a purchase requires, and the consents that the buyer gives.
import type { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';

/** The consents that the shop requires from this buyer. */
export type Asks = Reply<typeof checkEligibility>['asks'];

export type Given = { consents?: Asks['texts']; confirmedAge?: number };

/** Returns the consents to send with the purchase. */
export function givenTo({ texts, age }: Asks, isOfAge: boolean): Given {
  return {
    ...(texts.length > 0 && { consents: texts }),
    ...(age !== null && isOfAge && { confirmedAge: age }),
  };
}
