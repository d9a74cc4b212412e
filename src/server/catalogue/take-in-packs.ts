// Intake: sealed packs come in with what they hold written down, and go on sale at a random place.
import type { Condition } from '#domain/card.ts';
import { statement, type Transaction } from '../database/database.ts';

type IncomingCard = { cardId: string; condition: Condition; label?: string | undefined };

export type IncomingPack = {
  packTypeId: string;
  serial: string;
  certificationNumber: string;
  /** In the order they lie in the pack; as many as the type's card count. */
  cards: IncomingCard[];
};

/**
 * Takes in sealed packs and puts them on sale, inside the caller's transaction. The database writes their documents and
 * keeps them to itself. It refuses a pack whose number of cards is not its type's, and a serial, a certification or a
 * grader's number it has seen.
 */
export async function takeInPacks(db: Transaction, packs: IncomingPack[]): Promise<void> {
  if (packs.length === 0) return;
  const kinds = new Map<string, { number: number; card: IncomingCard }>();
  const held = packs.map(
    (pack) => `{${pack.cards.map((card) => kindNumber(card, kinds)).join(',')}}`,
  );
  const cards = [...kinds.values()].map(({ card }) => card);
  await statement(
    db,
    'select take_in_packs($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[])',
    [
      packs.map((pack) => pack.packTypeId),
      packs.map((pack) => pack.serial),
      packs.map((pack) => pack.certificationNumber),
      held,
      cards.map((card) => card.cardId),
      cards.map((card) => card.condition),
      cards.map((card) => card.label ?? null),
    ],
  );
}

/** The number of a card's kind, from 1: hundreds of packs hold a few hundred of them. */
function kindNumber(
  card: IncomingCard,
  kinds: Map<string, { number: number; card: IncomingCard }>,
) {
  const key = `${card.cardId} ${card.condition} ${card.label ?? ''}`;
  const known = kinds.get(key);
  if (known !== undefined) return known.number;
  const number = kinds.size + 1;
  kinds.set(key, { number, card });
  return number;
}
