// Intake: sealed packs come in with the cards in them, and go on sale at a random place.
import { randomUUID } from 'node:crypto';
import type { Condition } from '#domain/card.ts';
import { statement, type Transaction } from '../database/database.ts';

export type IncomingPack = {
  packTypeId: string;
  serial: string;
  certificationNumber: string;
  /** In the order they lie in the pack; as many as the type's card count. */
  cards: { cardId: string; condition: Condition }[];
};

/**
 * Takes in sealed packs and puts them on sale, inside the caller's transaction. The database refuses
 * a pack whose number of cards is not its type's, and a serial or certification it has seen.
 */
export async function takeInPacks(db: Transaction, packs: IncomingPack[]): Promise<void> {
  const withIds = packs.map((pack) => ({ ...pack, id: randomUUID() }));
  const cards = withIds.flatMap((pack) =>
    pack.cards.map((card, index) => ({ ...card, packId: pack.id, position: index + 1 })),
  );
  await statement(
    db,
    `insert into physical_packs (id, pack_type_id, serial, certification_number)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
    [
      withIds.map((pack) => pack.id),
      withIds.map((pack) => pack.packTypeId),
      withIds.map((pack) => pack.serial),
      withIds.map((pack) => pack.certificationNumber),
    ],
  );
  await statement(
    db,
    `insert into physical_cards (id, pack_id, card_id, position, condition)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::text[])`,
    [
      cards.map(() => randomUUID()),
      cards.map((card) => card.packId),
      cards.map((card) => card.cardId),
      cards.map((card) => card.position),
      cards.map((card) => card.condition),
    ],
  );
  await statement(db, `update physical_packs set state = 'available' where id = any ($1::uuid[])`, [
    withIds.map((pack) => pack.id),
  ]);
}
