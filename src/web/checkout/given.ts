// What a buyer is asked with a purchase, and what they give.
import type { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';

/** What this buyer has to accept and confirm. */
export type Asks = Reply<typeof checkEligibility>['asks'];

export type Given = { consents?: Asks['texts']; confirmedAge?: number };

/** What goes along with the purchase. */
export function givenTo({ texts, age }: Asks, isOfAge: boolean): Given {
  return {
    ...(texts.length > 0 && { consents: texts }),
    ...(age !== null && isOfAge && { confirmedAge: age }),
  };
}
