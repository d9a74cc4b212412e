// The consents that a purchase requires, and those that the buyer gives.
import type { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';

/** The consents that this buyer has to give. */
export type Asks = Reply<typeof checkEligibility>['asks'];

export type Given = { consents?: Asks['texts']; confirmedAge?: number };

/** The consents that are sent with the purchase. */
export function givenTo({ texts, age }: Asks, isOfAge: boolean): Given {
  return {
    ...(texts.length > 0 && { consents: texts }),
    ...(age !== null && isOfAge && { confirmedAge: age }),
  };
}
