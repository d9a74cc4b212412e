// Operators list, make, change and delete games.
import * as rows from '#contract/games.ts';
import { schemeOf, type OperatorsGame } from '#contract/games.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Game } from '#domain/game.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import {
  countSetsOfGames,
  deleteGameRow,
  insertGame,
  listGameRows,
  lockGame,
  lockGameNames,
  updateGame,
  type GameRow,
} from './games-queries.ts';

export const listGames = handler(rows.listGames, async ({ db }) => {
  const [games, sets] = await Promise.all([listGameRows(db), countSetsOfGames(db)]);
  return { games: games.map((game) => present(game, sets.get(game.id) ?? 0)) };
});

export const createGame = handler(rows.createGame, async (context, caller, input) => {
  const { db } = context;
  const { id } = input;
  await lockGameNames(db);
  const games = await listGameRows(db);
  if (games.some((one) => one.id === id)) {
    throw Rejection.ofField('id', `There is a game "${id}" already`);
  }
  // The id of a set is its game's id, a hyphen and a code. So no game's id, with a hyphen, may
  // begin another's.
  const near = games.find(
    (one) => `${one.id}-`.startsWith(`${id}-`) || `${id}-`.startsWith(`${one.id}-`),
  );
  if (near !== undefined) {
    throw Rejection.ofField('id', `Sets of "${id}" and "${near.id}" could get the same id`);
  }
  assertNewName(games, input);
  const style = { ...styleOf(input), motifs: [], packMotifs: [], namesCreatures: false };
  const game = { ...gameOf(input), id, style };
  await insertGame(db, game);
  await recordAuditEntry(context, caller, {
    action: 'create_game',
    subject: { kind: 'game', id },
    after: fieldsOf(game),
  });
  return present({ ...game, version: 1 }, 0);
});

export const changeGame = handler(rows.changeGame, async (context, caller, input) => {
  const { db } = context;
  const { id } = input;
  await lockGameNames(db);
  const old = await lockGame(db, id);
  if (old === null) throw new Rejection('NOT_FOUND');
  if (old.version !== input.version) throw new Rejection('CHANGED_MEANWHILE');
  assertNewName(
    (await listGameRows(db)).filter((one) => one.id !== id),
    input,
  );
  const game = { ...gameOf(input), id, style: { ...old.style, ...styleOf(input) } };
  await updateGame(db, game);
  const sets = await countSetsOfGames(db);
  await recordAuditEntry(context, caller, {
    action: 'change_game',
    subject: { kind: 'game', id },
    before: fieldsOf(old),
    after: fieldsOf(game),
  });
  return present({ ...game, version: old.version + 1 }, sets.get(id) ?? 0);
});

export const deleteGame = handler(rows.deleteGame, async (context, caller, { id }) => {
  const { db } = context;
  const old = await lockGame(db, id);
  if (old === null) throw new Rejection('NOT_FOUND');
  if ((await countSetsOfGames(db)).has(id)) {
    throw new Rejection('INVALID_TRANSITION', 'Sets of the catalogue are of this game');
  }
  await deleteGameRow(db, id);
  await recordAuditEntry(context, caller, {
    action: 'delete_game',
    subject: { kind: 'game', id },
    before: fieldsOf(old),
  });
  return null;
});

type Typed = Omit<Input<typeof rows.createGame>, 'id'>;

function gameOf({ name, rarities, unknownRarity, finishes }: Typed) {
  return { name, rarities, unknownRarity, finishes };
}

function styleOf({ sign, schemes }: Typed): Pick<Game['style'], 'sign' | 'schemes'> {
  return { sign, schemes: schemes.map(schemeOf) };
}

function assertNewName(others: Game[], { name }: Typed): void {
  const isTaken = others.some((one) => one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw Rejection.ofField('name', 'A game has this name already');
}

function fieldsOf({ name, style, rarities, unknownRarity, finishes }: Game) {
  return { name, style, rarities, unknownRarity, finishes };
}

function present(
  { id, name, style, rarities, unknownRarity, finishes, version }: GameRow,
  sets: number,
): OperatorsGame {
  return {
    id,
    name,
    sign: style.sign,
    schemes: style.schemes.map(([shadow, light, mood]) => ({ shadow, light, mood })),
    rarities: [...rarities],
    unknownRarity,
    finishes: [...finishes],
    sets,
    version,
  };
}
