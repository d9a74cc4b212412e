import type { Game, GameId } from '#domain/game.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type GameRow = Game & {
  /** The number of changes of this game. */
  version: number;
};

type Row = Omit<GameRow, 'unknownRarity'> & { unknown_rarity: Game['unknownRarity'] };

const COLUMNS = 'id, name, style, rarities, unknown_rarity, finishes, version';

function gameOf({ unknown_rarity: unknownRarity, ...row }: Row): GameRow {
  return { ...row, unknownRarity };
}

/** Lists all games in their order. */
export async function listGameRows(db: Database): Promise<GameRow[]> {
  const rows = await statement<Row>(db, `select ${COLUMNS} from games order by position, id`, []);
  return rows.map(gameOf);
}

/** Counts the sets of each game that has any. */
export async function countSetsOfGames(db: Database): Promise<Map<GameId, number>> {
  const rows = await statement<{ game: GameId; sets: number }>(
    db,
    'select game, count(*)::int as sets from card_sets group by game',
    [],
  );
  return new Map(rows.map(({ game, sets }) => [game, sets]));
}

/** Reads a game and locks it until the transaction ends. Null if there is no such game. */
export async function lockGame(db: Transaction, id: GameId): Promise<GameRow | null> {
  const [row] = await statement<Row>(db, `select ${COLUMNS} from games where id = $1 for update`, [
    id,
  ]);
  return row === undefined ? null : gameOf(row);
}

/**
 * Locks the names of games until the transaction ends, so that two operators can't give two games
 * one name.
 */
export async function lockGameNames(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('games'))`, []);
}

/** Adds a game after all others. */
export async function insertGame(db: Transaction, game: Game): Promise<void> {
  await statement(
    db,
    `insert into games (id, name, style, rarities, unknown_rarity, finishes, position)
     select $1, $2, $3, $4, $5, $6, coalesce(max(position), 0) + 1 from games`,
    valuesOf(game),
  );
}

/** Updates all fields of a game except its id. */
export async function updateGame(db: Transaction, game: Game): Promise<void> {
  await statement(
    db,
    `update games set name = $2, style = $3, rarities = $4, unknown_rarity = $5, finishes = $6, version = version + 1
     where id = $1`,
    valuesOf(game),
  );
}

export async function deleteGameRow(db: Transaction, id: GameId): Promise<void> {
  await statement(db, 'delete from games where id = $1', [id]);
}

function valuesOf({ id, name, style, rarities, unknownRarity, finishes }: Game): unknown[] {
  return [
    id,
    name,
    JSON.stringify(style),
    JSON.stringify(rarities),
    unknownRarity,
    JSON.stringify(finishes),
  ];
}
