import type { GameId } from '#domain/game.ts';
import { searchKey } from '#domain/search-key.ts';
import type { Database } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';

export type SetRow = {
  id: string;
  game: GameId;
  code: string;
  name: string;
  released_on: string | null;
  cards: number;
  pack_types: number;
};

/** Lists a page of the sets, newest first. `search`: a part of the set's name or code. */
export async function listSetRows(
  db: Database,
  filter: { game: GameId | null; search: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: SetRow[]; total: number }> {
  const from = `from card_sets s where ($1::text is null or s.game = $1)
    and ($2::text is null or strpos(search_key(s.name || ' ' || s.code), $2) > 0)`;
  const values = [filter.game, filter.search === null ? null : searchKey(filter.search)];
  const page = (part: string) =>
    `select s.id, s.game, s.code, s.name, s.released_on::text as released_on,
       (select count(*)::int from cards c where c.set_id = s.id) as cards,
       (select count(*)::int from pack_types t where t.set_id = s.id) as pack_types
     from (select s.* ${from} order by s.released_on desc nulls last, s.id ${part}) s
     order by s.released_on desc nulls last, s.id`;
  return pageOf(db, { from, values, page }, limit, offset);
}
