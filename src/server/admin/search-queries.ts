// Finds the physical cards of open packs, whose numbers are in the data of several rooms.
import { readCardNumber } from '#domain/card-number.ts';
import type { CardStatus } from '#domain/card.ts';
import { statement, type Database } from '#engine/database.ts';
import { idRange } from '../database/id-range.ts';

export type FoundCardRow = {
  id: string;
  name: string;
  set_name: string;
  number: string;
  certification_number: string;
  position: number;
  status: CardStatus;
  opened_at: Date;
};

/** Finds cards by the beginning of their id, or by their number, which names their pack and their place in it. */
export async function searchCards(
  db: Database,
  search: string,
  most: number,
): Promise<FoundCardRow[]> {
  const ids = idRange(search);
  const typed = readCardNumber(search);
  if (ids === null && typed === null) return [];
  const [wanted, values] =
    typed === null
      ? [
          `select id from physical_cards where id between $1::uuid and $2::uuid order by id limit ${most}`,
          [ids!.from, ids!.to],
        ]
      : [
          `select k.id from physical_packs p join physical_cards k on k.pack_id = p.id and k.position = $2::smallint
           where upper(p.certification_number) = $1 limit ${most}`,
          [typed.certification.toUpperCase(), typed.position],
        ];
  return statement<FoundCardRow>(
    db,
    `select k.id, c.name, s.name as set_name, c.number, p.certification_number, k.position, k.status, k.opened_at
     from (${wanted}) wanted
     cross join lateral (select * from physical_cards where id = wanted.id limit 1) k
     cross join lateral (select * from cards where id = k.card_id limit 1) c
     cross join lateral (select name from card_sets where id = c.set_id limit 1) s
     cross join lateral (select certification_number from physical_packs where id = k.pack_id limit 1) p
     order by k.opened_at desc, k.id`,
    values,
  );
}
