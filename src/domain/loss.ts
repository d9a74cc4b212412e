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
 * What a lost card's owner gets: its whole market value, the higher of the day on which its parcel was asked for and
 * the day on which the loss was found. `asked` null: nobody asked for a parcel.
 */
export function lossOf(asked: Cents | null, found: Cents): Cents {
  return asked !== null && asked > found ? asked : found;
}

/** Whether a card of this status is still its owner's. The home page would load `CARD_STEPS`, if the browser read them. */
export function isOwners(status: CardStatus): boolean {
  return ['available', 'locked', 'shipped', 'delivered'].includes(status);
}

/** Whether a card's loss can be booked: it is here, on its way, or with its owner, and nothing else is undecided. */
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
