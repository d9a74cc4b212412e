// Cards and parcels that the shop lost (docs/product.md §15): what their owners get, and how.
import type { CardStatus, LockReason } from './card.ts';
import type { Transfer } from './ledger.ts';
import type { Cents } from './money.ts';

/** What happened to a single card. */
export const CARD_FAULTS = ['missing', 'damaged', 'not_as_recorded'] as const;
export type CardFault = (typeof CARD_FAULTS)[number];

export const LOSS_REASONS = [...CARD_FAULTS, 'parcel_lost'] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** How the owner is paid: credits, or a bank transfer that an operator made. */
export const LOSS_METHODS = ['credits', 'transfer'] as const;
export type LossMethod = (typeof LOSS_METHODS)[number];

/** A reason after the name of a card. */
export const LOSS_WORDS: Record<LossReason, string> = {
  missing: 'missing',
  damaged: 'damaged',
  not_as_recorded: 'not as we recorded it',
  parcel_lost: 'lost with its parcel',
};

/**
 * The amount for a lost card's owner: its whole market value on the day on which its parcel was requested, or on which
 * the loss was found, whichever is higher. `asked` null: no parcel was requested.
 */
export function lossOf(asked: Cents | null, found: Cents): Cents {
  return asked !== null && asked > found ? asked : found;
}

/**
 * Whether a card of this status still belongs to its owner. Does not read `CARD_STEPS`, because the home page would
 * then load it.
 */
export function isOwners(status: CardStatus): boolean {
  return ['available', 'locked', 'shipped', 'delivered'].includes(status);
}

/**
 * Whether a card's loss can be booked: the card belongs to its owner, and no payment, dispute or refund about it is
 * undecided.
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

/** The shop pays for a loss: in credits, or from its bank account. A card worth nothing moves no money. */
export function lossPaid(userId: string, method: LossMethod, amount: Cents): Transfer[] {
  if (amount === 0) return [];
  const credit = method === 'credits' ? { userId } : 'house:bank';
  return [{ debit: 'house:losses', credit, amount }];
}
