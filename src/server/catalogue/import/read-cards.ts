// Opens the files of the public sources and passes them to their readers.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Game, GameId } from '#domain/game.ts';
import { cardKeyText } from '#domain/collation.ts';
import { ImportProblem } from './import-problem.ts';
import { isMtgjsonPrices, mtgjsonUuids, readMtgjson, readMtgjsonPrices } from './mtgjson.ts';
import { isPokemonSetList, readPokemonSets, readPokemonTcg } from './pokemontcg.ts';
import type { CardSource, ReadCard, ReadOptions, SetFields } from './read-card.ts';
import { readScryfall } from './scryfall.ts';
import { isIsoDate, isObject } from './source-record.ts';
import { isYgoprodeckSetList, readYgoprodeck, readYgoprodeckSets } from './ygoprodeck.ts';

/** The game of each source. Every source has the cards of one game. */
export const GAME_OF_SOURCE = {
  scryfall: 'magic',
  mtgjson: 'magic',
  pokemontcg: 'pokemon',
  ygoprodeck: 'yugioh',
} as const satisfies Record<CardSource, GameId>;

/** The games that the public sources know. */
export const SOURCE_GAMES = [...new Set(Object.values(GAME_OF_SOURCE))];

type Request = {
  source: CardSource;
  game: Game;
  /** The ISO date for prices that have no date in their file. It is the day of the import. */
  observedOn: string;
  set?: SetFields;
};

/**
 * Reads all cards in some files of a public source. Each file is plain or gzipped. The files belong
 * together: pages of a list, cards with a list of their sets, or an MTGJSON set file with its
 * prices. If two files list a card identically, the card appears once. Throws ImportProblem if any
 * file has a problem.
 */
export function readCardFiles(request: Request & { files: readonly string[] }): ReadCard[] {
  const files = request.files.map((file) => ({ file, content: openSourceFile(file) }));
  return readCardContents({ ...request, files });
}

/** Like `readCardFiles`, but reads contents in memory, such as downloads. */
export function readCardContents(
  request: Request & { files: readonly { file: string; content: Uint8Array }[] },
): ReadCard[] {
  return readAll(
    request,
    request.files.map(({ file, content }) => ({ file, json: parseSourceFile(file, content) })),
  );
}

/** The contents of a local file. Throws ImportProblem. */
export function openSourceFile(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ImportProblem(
      file,
      null,
      code === 'ENOENT' ? 'is not there' : `can't be read: ${code}`,
    );
  }
}

/** The text of a file's bytes. Unpacks the bytes if they are gzip. Throws ImportProblem. */
export function sourceText(file: string, content: string | Uint8Array): string {
  const text = typeof content === 'string' ? content : decode(file, unpack(file, content));
  if (text.trim() === '') throw new ImportProblem(file, null, 'is empty');
  return text.replace(/^\uFEFF/, '');
}

/** The JSON of a file's bytes. Unpacks the bytes if they are gzip. Throws ImportProblem. */
export function parseSourceFile(file: string, content: string | Uint8Array): unknown {
  const text = sourceText(file, content);
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(detail)?.[1];
    const isCut =
      /end of JSON input|Unterminated/.test(detail) || Number(position) >= text.trimEnd().length;
    throw new ImportProblem(file, null, isCut ? 'is JSON that ends too early' : 'is not JSON');
  }
}

type SourceFile = { file: string; json: unknown };

function readAll(request: Request, files: SourceFile[]): ReadCard[] {
  const { source, game, observedOn } = request;
  const first = files[0]?.file ?? 'no file';
  if (GAME_OF_SOURCE[source] !== game.id) {
    const problem = `${source} has cards of ${GAME_OF_SOURCE[source]}, not of ${game.id}`;
    throw new ImportProblem(first, null, problem);
  }
  if (!isIsoDate(observedOn)) throw new ImportProblem(first, null, `no date: "${observedOn}"`);
  for (const { file, json } of files) {
    const format = formatOf(json);
    if (format !== null && format !== source) {
      throw new ImportProblem(file, null, `is a file of ${format}, not of ${source}`);
    }
  }
  const lists = files.filter(({ json }) => isSetList(json));
  const prices = files.filter(({ json }) => isMtgjsonPrices(json));
  const cardFiles = files.filter((file) => !lists.includes(file) && !prices.includes(file));
  if (cardFiles.length === 0) throw new ImportProblem(first, null, 'holds no cards');
  const sets = [...lists, ...setListsBeside(source, cardFiles)].flatMap(readSets);
  const options: ReadOptions = { game, observedOn, sets, ...(request.set && { set: request.set }) };

  const cards = new Map<string, ReadCard>();
  for (const { file, json } of cardFiles) {
    const read = readOne(source, json, file, options);
    if (isEmptyList(json)) throw new ImportProblem(file, null, 'holds no cards');
    for (const card of read) {
      const known = cards.get(card.externalId);
      if (known && JSON.stringify(known) !== JSON.stringify(card)) {
        const problem = `${card.externalId} ("${card.name}") came before with other content`;
        throw new ImportProblem(file, null, problem);
      }
      cards.set(card.externalId, card);
    }
  }
  assertKeysDiffer(cards.values(), first);
  addMtgjsonPrices(cards, cardFiles, prices);
  return [...cards.values()];
}

function readOne(
  source: CardSource,
  json: unknown,
  file: string,
  options: ReadOptions,
): ReadCard[] {
  switch (source) {
    case 'scryfall':
      return readScryfall(json, file, options);
    case 'mtgjson':
      return readMtgjson(json, file, options);
    case 'pokemontcg':
      return readPokemonTcg(json, file, options);
    case 'ygoprodeck':
      return readYgoprodeck(json, file, options);
  }
}

/**
 * Throws if two cards have equal sets, numbers, rarities and finishes, because packs refer to cards
 * by these four fields.
 */
function assertKeysDiffer(cards: Iterable<ReadCard>, file: string): void {
  const names = new Map<string, string>();
  for (const card of cards) {
    const { setCode: set, number, nativeRarity: rarity, finish, name } = card;
    const key = cardKeyText({ set, number, rarity, finish });
    const other = names.get(key);
    if (other !== undefined) {
      const place = `${set} ${number} (${rarity}, ${finish})`;
      throw new ImportProblem(file, null, `"${other}" and "${name}" are both ${place}`);
    }
    names.set(key, name);
  }
}

function addMtgjsonPrices(
  cards: Map<string, ReadCard>,
  cardFiles: SourceFile[],
  priceFiles: SourceFile[],
): void {
  if (priceFiles.length === 0) return;
  const uuids = new Map(cardFiles.flatMap(({ file, json }) => [...mtgjsonUuids(json, file)]));
  for (const { file, json } of priceFiles) {
    for (const { externalId, prices } of readMtgjsonPrices(json, file, uuids)) {
      cards.get(externalId)?.prices.push(...prices);
    }
  }
}

/** The source that a file seems to come from. Null if the source is unclear. */
function formatOf(json: unknown): CardSource | null {
  if (isPokemonSetList(json)) return 'pokemontcg';
  if (isYgoprodeckSetList(json)) return 'ygoprodeck';
  if (isObject(json) && isObject(json['data'])) return 'mtgjson';
  const list = isObject(json) ? json['data'] : json;
  const first: unknown = Array.isArray(list) ? list[0] : null;
  if (!isObject(first)) return null;
  if (first['object'] === 'card' || 'collector_number' in first) return 'scryfall';
  if ('card_sets' in first || 'card_images' in first || 'card_prices' in first) return 'ygoprodeck';
  if ('supertype' in first || 'tcgplayer' in first) return 'pokemontcg';
  return null;
}

function isSetList(json: unknown): boolean {
  return isPokemonSetList(json) || isYgoprodeckSetList(json);
}

function readSets({ file, json }: SourceFile): SetFields[] {
  return isPokemonSetList(json) ? readPokemonSets(json, file) : readYgoprodeckSets(json, file);
}

// Where each source's own downloads have the list of sets. The paths are relative to a file of
// cards.
const SET_LISTS: Partial<Record<CardSource, string[]>> = {
  pokemontcg: ['sets.en.json', 'sets.en.json.gz', 'sets.json', '../../sets/en.json'],
  ygoprodeck: ['cardsets.json', 'cardsets.json.gz'],
};

function setListsBeside(source: CardSource, cardFiles: SourceFile[]): SourceFile[] {
  const folders = new Set(cardFiles.map(({ file }) => dirname(file)));
  return [...folders].flatMap((folder) => {
    const found = SET_LISTS[source]
      ?.map((name) => join(folder, name))
      .find((path) => existsSync(path));
    if (found === undefined) return [];
    const json = parseSourceFile(found, openSourceFile(found));
    return isSetList(json) ? [{ file: found, json }] : [];
  });
}

function isEmptyList(json: unknown): boolean {
  const list = isObject(json) ? json['data'] : json;
  const cards = isObject(list) ? list['cards'] : list;
  return Array.isArray(cards) && cards.length === 0;
}

function unpack(file: string, bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const isCut = error instanceof Error && /unexpected end/.test(error.message);
    throw new ImportProblem(file, null, isCut ? 'is gzip that ends too early' : 'is broken gzip');
  }
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportProblem(file, null, 'is not UTF-8 text');
  }
}
