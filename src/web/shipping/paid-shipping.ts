// The card payment of this tab that went through. Its money has asked for the shipment by then, so a page
// that is loaded again must not ask whether the cards can be shipped: it goes on where it was.

const KEY = 'shipping-payment';

type PaidShipping = { userId: string; cardIds: string[]; paymentIntentId: string };

export function rememberPaid(paid: PaidShipping): void {
  sessionStorage.setItem(KEY, JSON.stringify(paid));
}

/** The intent that this person paid these cards with, or null. */
export function rememberedPaid(userId: string, cardIds: readonly string[]): string | null {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return null;
  const paid = JSON.parse(text) as PaidShipping;
  const isSame = paid.userId === userId && paid.cardIds.join() === cardIds.join();
  return isSame ? paid.paymentIntentId : null;
}

export function forgetPaid(): void {
  sessionStorage.removeItem(KEY);
}
