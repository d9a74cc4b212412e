// Reads files of sealed packs. Such a file has JSON lines, plain or gzipped, and each line is a
// pack type or a pack (docs/product.md §13).
import * as z from 'zod/mini';
import { optionalPackTypeFields, packTypeFields } from '#contract/catalogue-admin.ts';
import { gameId } from '#contract/game-id.ts';
import { intakeFields } from '#contract/stock-admin.ts';
import { text } from '#contract/texts.ts';
import { readPackLine, unknownFields } from '#domain/intake.ts';
import { ImportProblem } from '../../catalogue/import/import-problem.ts';
import { sourceText } from '../../catalogue/import/read-cards.ts';

const flag = (name: string) => z.optional(z.boolean(`${name} must be true or false`));

const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const slug = (name: string) =>
  text(name, 80).check(z.regex(SLUG_FORM, `${name} must be small letters, digits and hyphens`));

const packType = z.strictObject(
  {
    id: packTypeFields.id,
    name: packTypeFields.name,
    game: gameId,
    set: text('set', 40),
    price: packTypeFields.price,
    card_count: packTypeFields.card_count,
    description: z.optional(text('description', 2000)),
    is_available: flag('is_available'),
    ...optionalPackTypeFields,
  },
  'packType must be an object',
);

const pack = z.strictObject(
  {
    packType: slug('packType'),
    ...intakeFields,
  },
  'pack must be an object',
);

export type ReadPackType = z.output<typeof packType> & { line: number };
type ReadPack = z.output<typeof pack> & { line: number };
export type PackFile = { file: string; packTypes: ReadPackType[]; packs: ReadPack[] };

/** Reads all lines of a file of packs, with their line numbers. Throws ImportProblem. */
export function readPacks(file: string, content: string | Uint8Array): PackFile {
  const packTypes: ReadPackType[] = [];
  const packs: ReadPack[] = [];
  for (const [index, written] of sourceText(file, content).split('\n').entries()) {
    if (written.trim() === '') continue;
    const at = index + 1;
    const found = readPackLine(written);
    if ('problem' in found) throw lineProblem(file, at, found.problem);
    if ('pack' in found) packs.push({ ...check(file, at, pack, found.pack), line: at });
    else packTypes.push({ ...check(file, at, packType, found.packType), line: at });
  }
  return { file, packTypes, packs };
}

/** Makes the error for one line of a file. */
export function lineProblem(file: string, at: number, problem: string): ImportProblem {
  return new ImportProblem(file, `line ${at}`, problem);
}

function check<Schema extends z.ZodMiniType>(
  file: string,
  at: number,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw lineProblem(file, at, describeIssue(issue!));
}

/** Describes a problem as a text, such as "card 3: number must be a text" or "certificaton is not a field". */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const [list, place] = issue.path;
  const where = list === 'cards' && typeof place === 'number' ? `card ${place + 1}: ` : '';
  if (issue.code === 'unrecognized_keys') return `${where}${unknownFields(issue.keys)}`;
  const field = issue.path.at(-1);
  const isNamed = typeof field !== 'string' || issue.message.includes(field);
  return `${where}${isNamed ? '' : `${field}: `}${issue.message}`;
}
