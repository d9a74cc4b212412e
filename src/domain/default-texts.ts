// The product's own texts, for shops whose operator has written none.
import { LEGAL_TEMPLATES } from './legal-templates.ts';
import type { TextKey } from './shop-texts.ts';

/**
 * Says where packs come from, in the words of the specification. Only an operator knows whether this is true of their
 * own packs. Operators with other sources replace each text that contains it.
 */
export const SOURCES =
  'Packs are real and sourced from manufacturers, distributors and official retailers.';

export const DEFAULT_TEXTS: Record<TextKey, string> = {
  'about-mission': `Our mission is to make opening a pack of collectible cards as real online as it is at the table: sealed packs that exist, prices you can check, and cards that are yours to sell, keep or hold in your hand.`,

  'about-sources': SOURCES,

  questions: `## How does pack opening work?

You buy a sealed pack that is in our warehouse. {sealed} Opening it reveals the cards that are in it, one by one. For each card you then choose: sell it back at once for credits, keep it in your collection, or have it shipped.

## Are the packs and cards authentic?

Yes. ${SOURCES} {sealed} Each card is verified and mapped to real physical inventory. Cards sold back are not used to make new packs.

## How do I get my physical cards?

Request shipping for any available card in My cards. You see the fee before you confirm, and we send the cards to your address.

## What happens to cards that I do not ship?

Unshipped cards expire after 30 days and convert to credits at 50% of market value. My cards shows the date for every card, and we remind you by e-mail seven days and one day before, unless you have switched that off.
`,

  'why-choose-us': `## Open REAL Packs

${SOURCES}

## Instant Buyback

Cards convert to credits at 50% of market value. You choose which, from the moment you open them. Cards sold back are not used to make new packs.

## Ship Your Cards

Cards are verified and mapped to real physical inventory, then shipped to your door.
`,

  notice: '',

  // These drafts are templates that only operators see.
  ...LEGAL_TEMPLATES,
};
