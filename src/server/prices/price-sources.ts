// Reads the price sources from the JSON file that the settings name. The file is read at the start and before each
// refresh.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';
import { traced } from '../tracing/trace.ts';
import { ConfigProblem } from '../runtime/config.ts';
import { ImportProblem } from '../catalogue/import/import-problem.ts';
import { CARD_SOURCES } from '../catalogue/import/read-card.ts';
import { GAME_OF_SOURCE, openSourceFile, SOURCE_GAMES } from '../catalogue/import/read-cards.ts';

const NAME_FORM = /^[\w.-]{1,60}$/;

const priceSource = z.strictObject(
  {
    name: z
      .string('name must be a text')
      .check(z.regex(NAME_FORM, 'name must be 1 to 60 letters, digits, dots and hyphens')),
    source: z.enum(CARD_SOURCES, `source must be one of ${CARD_SOURCES.join(', ')}`),
    game: z.enum(SOURCE_GAMES, `game must be one of ${SOURCE_GAMES.join(', ')}`),
    files: z
      .array(z.string('files must be paths or addresses'), 'files must be a list')
      .check(z.minLength(1, 'files must not be empty')),
  },
  'must have name, source, game and files, and nothing else',
);

/** A public source and the places of its files, which are paths or http(s) addresses. */
export type PriceSource = z.output<typeof priceSource>;

/**
 * Returns the sources in a settings file, whose paths are relative to that file. If `file` is null, returns none.
 * Throws ConfigProblem if the file is not valid.
 */
export function readPriceSources(file: string | null): PriceSource[] {
  if (file === null) return [];
  const refuse = (problem: string) => new ConfigProblem([`PRICE_SOURCES ${file}: ${problem}`]);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isJson = error instanceof SyntaxError;
    throw refuse(
      isJson ? 'is not JSON' : `can't be read: ${(error as NodeJS.ErrnoException).code}`,
    );
  }
  if (!Array.isArray(json)) throw refuse('must be a list of sources');
  const sources = json.map((value, index) => {
    const parsed = z.safeParse(priceSource, value);
    if (!parsed.success) throw refuse(`source ${index + 1}: ${parsed.error.issues[0]!.message}`);
    const { game, source, files } = parsed.data;
    if (GAME_OF_SOURCE[source] !== game) {
      throw refuse(`source ${index + 1}: ${source} has cards of ${GAME_OF_SOURCE[source]}`);
    }
    const places = files.map((place) => (isAddress(place) ? place : resolve(dirname(file), place)));
    return { ...parsed.data, files: places };
  });
  const names = new Set(sources.map((source) => source.name));
  if (names.size < sources.length) throw refuse('two sources have the same name');
  return sources;
}

function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place);
}

/** The name of a file in messages. If it is a URL, the parts that may be secret are left out. */
export function nameOfPlace(place: string): string {
  if (!isAddress(place) || !URL.canParse(place)) return place;
  const { origin, pathname } = new URL(place);
  return `${origin}${pathname}`;
}

const DOWNLOAD_TIMEOUT_MS = 300_000;
// The most bytes of a download, which is the limit of a string in JavaScript. The largest public file has 500 MB.
const DOWNLOAD_BYTES_MAX = 512 * 1024 * 1024;

/** Reads a source's file from this machine or from an address. Throws ImportProblem if that fails. */
export async function fetchSourceFile(place: string, signal: AbortSignal): Promise<Uint8Array> {
  if (!isAddress(place)) return openSourceFile(place);
  const attributes = { 'server.address': new URL(place).host };
  const work = { name: 'fetch prices', kind: 'client', attributes } as const;
  return traced(work, () => download(place, signal));
}

async function download(place: string, signal: AbortSignal): Promise<Uint8Array> {
  const refuse = (problem: string) => new ImportProblem(nameOfPlace(place), null, problem);
  try {
    const response = await fetch(place, {
      // Scryfall requires two headers: the client's name and the accepted types.
      headers: { 'user-agent': 'pack-shop/1.0', accept: 'application/json, */*;q=0.8' },
      // Redirects are not followed, because no operator chose the address to which they lead.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]),
    });
    if (response.status >= 300 && response.status < 400)
      throw refuse('has moved: name its new place');
    if (!response.ok) throw refuse(`answers ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      parts.push(part);
      length += part.length;
      if (length > DOWNLOAD_BYTES_MAX) throw refuse('is too large');
    }
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof ImportProblem) throw error;
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const code = (cause as NodeJS.ErrnoException).code;
    const words = typeof code === 'string' ? code : (cause as Error).message;
    throw refuse(`can't be reached: ${words}`);
  }
}
