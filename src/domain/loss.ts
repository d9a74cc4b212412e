// Cards and parcels that the shop lost (docs/product.md §15). The rules say what their owners get, and how they are
// paid.
import type { CardStatus, LockReason } from './card.ts';
import type { Transfer } from './ledger.ts';
import type { Cents } from './money.ts';

/** What happened to a single card. */
export const CARD_FAULTS = ['missing', 'damaged', 'not_as_recorded'] as const;
export type CardFault = (typeof CARD_FAULTS)[number];

export const LOSS_REASONS = [...CARD_FAULTS, 'parcel_lost'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** How the owner is paid. It is either in credits, or by a bank transfer that an operator made. */
export const LOSS_METHODS = ['credits', 'transfer'] as const;

/** A lost card, but no parcel, can also be replaced by a like one from the shelf, if its owner agrees. */
export const CARD_LOSS_METHODS = [...LOSS_METHODS, 'replacement'] as const;
export type LossMethod = (typeof CARD_LOSS_METHODS)[number];

/** The reason of a loss, in words that follow the name of a card. */
export const LOSS_WORDS: Record<LossReason, string> = {
  missing: 'missing',
  damaged: 'damaged',
  not_as_recorded: 'not as we recorded it',
  parcel_lost: 'lost with its parcel',
};

/**
 * The amount for a lost card's owner. It is the card's whole market value on the day on which its parcel was
 * requested, or on the day on which the loss was found, whichever is higher. `asked` is null if no parcel was
 * requested.
 */
export function lossOf(asked: Cents | null, found: Cents): Cents {
  return asked !== null && asked > found ? asked : found;
}

/**
 * Whether a card of this status still belongs to its owner. The function does not read `CARD_STEPS`, because the
 * home page would then load that table.
 */
export function isOwners(status: CardStatus): boolean {
  return ['available', 'locked', 'shipped', 'delivered'].includes(status);
}

/**
 * Whether a card's loss can be booked. The card must belong to its owner, and no payment, dispute or refund about it
 * may be undecided.
 */
export function canBeLost({
  status,
  lockReason,
}: {
  status: CardStatus;
  lockReason: LockReason | null;
}): boolean {
  return isOwners(status) && (lockReason === null || lockReason === 'expired');
}

/** What a card counts at on the day its loss was found: its market value, or what was paid for it as a single. */
export function valueFound(marketValue: Cents, cost: Cents | null): Cents {
  return cost !== null && cost > marketValue ? cost : marketValue;
}

/**
 * The shop pays for a loss, in credits or from its bank account. No money moves if the card is worth nothing, or if
 * another card replaces it.
 */
export function lossPaid(userId: string, method: LossMethod, amount: Cents): Transfer[] {
  if (amount === 0 || method === 'replacement') return [];
  const credit = method === 'credits' ? { userId } : 'house:bank';
  return [{ debit: 'house:losses', credit, amount }];
}
