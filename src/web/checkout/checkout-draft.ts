// What a buyer has chosen and typed at a checkout, so that Back, Forward and a reload don't lose it. It is kept in this
// tab until the buyer pays or logs out, and never contains a card.
import { signedInUser } from '../api/session.ts';
import { tabMemory } from '../browser/tab-memory.ts';
import type { Choice } from './checkout-state.ts';

/** What identifies a checkout: its cart, or the pack or single that is bought directly. */
type Goods = {
  lines: readonly { packId: string }[];
  singles: readonly string[];
  isFromCart: boolean;
};

/** `typedCode`: a discount code that is not applied yet. `isCodeOpen`: whether its field is unfolded. */
type Draft = Partial<Choice> & { typedCode?: string; isCodeOpen?: boolean };

const memory = tabMemory<{ goods: string; draft: Draft }>('checkout');

/** Returns the draft of this checkout. Empty if there is none, or only that of another checkout. */
export function draftOf(goods: Goods): Draft {
  const user = signedInUser();
  const stored = user && memory.recall(user.id);
  return stored?.goods === nameOf(goods) ? stored.draft : {};
}

export function storeInDraft(goods: Goods, change: Draft): void {
  const user = signedInUser();
  if (user === null) return;
  memory.store(user.id, { goods: nameOf(goods), draft: { ...draftOf(goods), ...change } });
}

export const forgetDraft = memory.forget;

/** The name stays the same when the quantity or the contents of the cart change. */
function nameOf({ isFromCart, lines, singles }: Goods): string {
  return isFromCart ? 'cart' : (lines[0]?.packId ?? singles[0] ?? '');
}
