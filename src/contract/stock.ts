// Sealed packs in the hands of operators (docs/product.md §13).
import * as z from 'zod/mini';
import { CONDITIONS, FINISHES } from '#domain/card.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

/** Packs of one call of the intake. */
export const INTAKE_PACKS_MAX = 500;

/** As many packs of the largest kind, with room. */
const INTAKE_BYTES_MAX = 8 * 1024 * 1024;

const text = (name: string, most: number) =>
  z
    .string(`${name} must be a text`)
    .check(
      z.trim(),
      z.minLength(1, `${name} must not be empty`),
      z.maxLength(most, `${name} is too long`),
    );

/** A card of a pack that comes in: by its id, or by what is printed on it. */
export const intakeCard = z
  .strictObject(
    {
      cardId: z.optional(z.uuid('cardId must be the id of a card')),
      set: z.optional(text('set', 40)),
      number: z.optional(text('number', 40)),
      /** The source's own word; needed where a number has several. */
      rarity: z.optional(text('rarity', 80)),
      finish: z._default(z.enum(FINISHES, 'finish must be normal, foil or reverse-foil'), 'normal'),
      condition: z._default(
        z.enum(CONDITIONS, `condition must be one of ${CONDITIONS.join(', ')}`),
        'Near Mint',
      ),
    },
    'must be an object',
  )
  .check(
    z.refine(
      ({ cardId, set, number }) =>
        cardId !== undefined || (set !== undefined && number !== undefined),
      { error: 'needs set and number, or cardId' },
    ),
  );
export type IntakeCard = z.output<typeof intakeCard>;

/** What names a pack for ever, and its cards in the order they lie. */
export const intakeFields = {
  serial: text('serial', 80),
  certification: text('certification', 80),
  cards: z.array(intakeCard, 'cards must be a list'),
};

/** A pack that comes in. */
export const intakePack = z.strictObject(
  {
    packTypeId: text('packTypeId', PACK_TYPE_ID_LENGTH_MAX),
    serial: intakeFields.serial,
    certificationNumber: text('certificationNumber', 80),
    cards: intakeFields.cards,
  },
  'must be an object',
);
export type IntakePack = z.output<typeof intakePack>;

function listOf<Pack extends z.ZodMiniType>(pack: Pack) {
  return z
    .array(pack, 'packs must be a list')
    .check(
      z.minLength(1, 'packs must not be empty'),
      z.maxLength(INTAKE_PACKS_MAX, `packs has more than ${INTAKE_PACKS_MAX} packs`),
    );
}

export const previewIntake = endpoint({
  method: 'POST',
  path: '/admin/stock/preview',
  summary:
    'Says what would come of taking packs in, and what is wrong with which; changes nothing.',
  audience: 'admin',
  repeat: 'none',
  body: z.object({ packs: listOf(z.unknown()) }),
  bodyBytesMax: INTAKE_BYTES_MAX,
  reply: z.object({
    newPacks: z.int(),
    /** Came in before with the same content: nothing is done for them again. */
    knownPacks: z.int(),
    types: z.array(
      z.object({
        packTypeId: z.string(),
        name: z.string(),
        newPacks: z.int(),
        knownPacks: z.int(),
      }),
    ),
    /** One for each pack that can't come in; `index` is its place among those sent, from 0. */
    problems: z.array(z.object({ index: z.int(), problem: z.string() })),
  }),
  rejections: [],
});

export const takeInPacks = endpoint({
  method: 'POST',
  path: '/admin/stock/intake',
  summary: 'Takes in sealed packs and puts them on sale, all or none. Packs known already stay.',
  audience: 'admin',
  repeat: 'keyed',
  body: z.object({ packs: listOf(intakePack) }),
  bodyBytesMax: INTAKE_BYTES_MAX,
  reply: z.object({ newPacks: z.int(), knownPacks: z.int() }),
  rejections: [],
});
