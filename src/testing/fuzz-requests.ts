// Makes requests from the OpenAPI document. Some are valid, and in the others one thing is wrong. Ids come from the
// shop's earlier answers, so that requests get far enough to change something.
import fc from 'fast-check';
import { dayOf } from '#domain/day.ts';
import { resolved } from './openapi.ts';

export type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | false;
};

export type Operation = {
  operationId: string;
  method: string;
  path: string;
  security?: unknown[];
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    schema: JsonSchema;
    example?: unknown;
  }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema; example: unknown } } };
  responses: Record<
    string,
    {
      description: string;
      content: Record<string, { schema: JsonSchema; example?: unknown } | undefined>;
    }
  >;
};

/** Lists the operations of an OpenAPI document, in the document's order. */
export function operationsOf(document: object): Operation[] {
  const { paths } = resolved<{
    paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  }>(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
}

export type FuzzRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** The body as text, or undefined if there is no body. */
  payload: string | undefined;
  /** What is wrong with the request, or null if the request is valid. */
  bent: string | null;
};

type Json = unknown;
type Fields = Record<string, Json>;

/** Text that must be sent unchanged, because JSON.stringify or URL escapes would make it valid. */
class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return `verbatim:${encodeURIComponent(this.text)}`;
  }
}

function jsonOf(value: Json): string {
  return JSON.stringify(value).replaceAll(/"verbatim:([^"]*)"/g, (_, text: string) =>
    decodeURIComponent(text),
  );
}

/**
 * The fields of earlier responses to a caller. They are flat records such as `{cardId, packOpeningId, status}`, newest
 * last.
 */
export type Values = Record<string, Json>[];

/** A source of random draws from fast-check. If the seed is the same, the draws are the same. */
export class Dice {
  readonly #gen: fc.GeneratorValue;

  constructor(gen: fc.GeneratorValue) {
    this.#gen = gen;
  }

  of<T>(arbitrary: fc.Arbitrary<T>): T {
    return this.#gen(() => arbitrary);
  }

  among<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  below(end: number): number {
    return this.of(fc.nat({ max: end - 1 }));
  }

  /** True in `percent` of a hundred draws. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

/**
 * Useful values of fields for which the document lists no values. With these a request passes the validation of its
 * form.
 */
const USUAL: Record<string, readonly string[]> = {
  password: ['correct horse'],
  currentPassword: ['correct horse'],
  newPassword: ['correct horse'],
  country: ['CA', 'US', 'FR'],
  state: ['NS', 'ON'],
  postalCode: ['B3H 1A1', '75001'],
  currency: ['CAD', 'USD'],
  timeZone: ['UTC', 'America/Toronto', 'Nowhere/Land'],
  paymentMethod: ['stripe'],
  paymentMethodId: ['pm_card_visa', 'pm_card_chargeDeclined'],
  discountCode: ['FUZZ10', 'fuzz10', 'NOTHING'],
  from: ['2026-01-01', '1970-01-01T00:00:00.000Z'],
  to: ['2026-12-31', '9999-12-31'],
};

/** Useful values of number fields. */
const USUAL_NUMBERS: Record<string, readonly number[]> = {
  amount: [10, 25.5, 100],
  cardCount: [3],
  page: [1, 2],
  limit: [1, 10, 100],
  pageSize: [1, 8, 100],
};

/** Draws a request of an operation. `bend`: makes one thing in the request wrong, if possible. */
export function drawRequest(
  dice: Dice,
  operation: Operation,
  told: Values,
  token: string | null,
  bend: boolean,
): FuzzRequest {
  const draft: Draft = {
    path: drawParameters(dice, operation, 'path', told),
    query: drawParameters(dice, operation, 'query', told),
    body: bodyOf(dice, operation, told),
    raw: undefined,
    contentType: 'application/json',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(operation.parameters.some((one) => one.in === 'header') && dice.chance(50)
        ? { 'idempotency-key': dice.of(fc.uuid()) }
        : {}),
    },
  };
  const bent = bend ? bendOnce(dice, draft) : null;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    inAddress(draft.path[name]),
  );
  const query = queryText(draft.query);
  const payload = draft.raw ?? (draft.body === undefined ? undefined : jsonOf(draft.body));
  return {
    method: operation.method.toUpperCase(),
    url: `/api${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      ...(payload === undefined || draft.contentType === null
        ? {}
        : { 'content-type': draft.contentType }),
      ...draft.headers,
    },
    payload,
    bent,
  };
}

/** The request of an operation's own example, with ids of earlier answers where there are some. */
export function exampleRequest(
  operation: Operation,
  told: Values,
  token: string | null,
): FuzzRequest {
  const idOr = (name: string, example: Json) =>
    told.findLast((fact) => typeof fact[name] === 'string')?.[name] ?? example;
  const withIds = (value: Json, name: string): Json => {
    if (Array.isArray(value)) return value.map((one) => withIds(one, singular(name)));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, withIds(one, key)]),
      );
    }
    return name.endsWith('Id') ? idOr(name, value) : value;
  };
  const valueOf = ({ name, example }: Operation['parameters'][number]) =>
    withIds(example, name === 'id' ? idNameOf(operation.path) : name);
  const named = Object.fromEntries(operation.parameters.map((one) => [one.name, one]));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    inAddress(valueOf(named[name]!)),
  );
  const query = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => [one.name, valueOf(one)]);
  const body = operation.requestBody?.content['application/json'].example;
  return {
    method: operation.method.toUpperCase(),
    url: `/api${path}?${queryText(Object.fromEntries(query))}`,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: body === undefined ? undefined : JSON.stringify(withIds(body, 'body')),
    bent: null,
  };
}

type Draft = {
  path: Fields;
  query: Fields;
  body: Json;
  raw: string | undefined;
  /** The type of the body, or null if the request doesn't state it. */
  contentType: string | null;
  headers: Record<string, string>;
};

function drawParameters(
  dice: Dice,
  operation: Operation,
  place: 'path' | 'query',
  told: Values,
): Fields {
  const fields: Fields = {};
  for (const parameter of operation.parameters) {
    if (parameter.in !== place) continue;
    if (!parameter.required && dice.chance(70)) continue;
    const name = parameter.name === 'id' ? idNameOf(operation.path) : parameter.name;
    fields[parameter.name] = drawValue(dice, parameter.schema, name, told);
  }
  return fields;
}

function bodyOf(dice: Dice, { requestBody }: Operation, told: Values): Json {
  if (requestBody === undefined) return undefined;
  return drawValue(dice, requestBody.content['application/json'].schema, 'body', told);
}

/**
 * Returns the name of a path's `{id}`, from the noun before it. For example, `/transactions/refunds/{id}` gives
 * `refundId`.
 */
function idNameOf(path: string): string {
  const before = path.slice(0, path.indexOf('{')).split('/').filter(Boolean);
  return `${singular(before.at(-1)!)}Id`;
}

function singular(noun: string): string {
  return noun.replace(/^pack-type/, 'packType').replace(/s$/, '');
}

// Other names that answers use for the id of this name.
const ALSO: Record<string, readonly string[]> = {
  requestId: ['shipmentId'],
  gameId: ['game'],
  paymentId: ['methodId'],
  packId: ['packTypeId', 'typeId'],
  code: ['discountCode'],
};

function drawValue(dice: Dice, schema: JsonSchema, name: string, told: Values): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return dice.among(schema.enum);
  if (schema.anyOf !== undefined) return drawValue(dice, dice.among(schema.anyOf), name, told);
  const type = Array.isArray(schema.type) ? dice.among(schema.type) : schema.type;
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return dice.of(fc.boolean());
    case 'integer':
    case 'number':
      if (USUAL_NUMBERS[name] !== undefined && dice.chance(60)) {
        return dice.among(USUAL_NUMBERS[name]);
      }
      return drawNumber(dice, schema, type === 'integer' || name === 'quantity');
    case 'string':
      return drawText(dice, schema, name, told);
    case 'array':
      return drawList(dice, schema, name, told);
    case 'object':
      return drawObject(dice, schema, told);
    default:
      return dice.of(fc.jsonValue({ maxDepth: 2 }));
  }
}

function drawNumber(dice: Dice, { minimum, maximum }: JsonSchema, isWhole: boolean): number {
  const least = Math.max(minimum ?? 0, -1_000_000_000);
  const most = Math.min(maximum ?? 1_000_000_000, 1_000_000_000);
  // Most drawn numbers are small, because a shopper can buy or give only so much.
  const end = dice.chance(80) ? Math.min(most, least + 5) : most;
  if (isWhole) return dice.of(fc.integer({ min: Math.ceil(least), max: Math.floor(end) }));
  const cents = dice.of(fc.integer({ min: Math.ceil(least * 100), max: Math.floor(end * 100) }));
  return cents / 100;
}

function drawText(dice: Dice, schema: JsonSchema, name: string, told: Values): string {
  const usual = USUAL[name];
  if (usual !== undefined && dice.chance(80)) return dice.among(usual);
  const names = [name, ...(ALSO[name] ?? [])];
  const known = told.filter((fact) => names.some((one) => typeof fact[one] === 'string'));
  if (known.length > 0 && dice.chance(85)) {
    const fact = dice.among(known);
    return String(names.map((one) => fact[one]).find((one) => typeof one === 'string'));
  }
  return unknownText(dice, schema);
}

function unknownText(
  dice: Dice,
  { format, pattern, minLength, maxLength, minimum, maximum }: JsonSchema,
): string {
  if (format === 'uuid') return dice.of(fc.uuid());
  if (format === 'date-time') return dice.of(A_DATE).toISOString();
  if (format === 'date') return dayOf(dice.of(A_DATE));
  if (minimum !== undefined || maximum !== undefined) return String(minimum ?? maximum);
  if (pattern !== undefined) {
    try {
      return dice.of(fc.stringMatching(new RegExp(pattern), { maxLength: 40 }));
    } catch {
      // If fast-check can't draw from a pattern, the drawn text doesn't match the pattern.
    }
  }
  const least = minLength ?? 0;
  const most = Math.max(least, Math.min(maxLength ?? 40, 40));
  return dice.of(fc.string({ minLength: least, maxLength: most, unit: 'grapheme' }));
}

const A_DATE = fc.date({
  min: new Date('1990-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});

function drawList(dice: Dice, schema: JsonSchema, name: string, told: Values): Json[] {
  const least = schema.minItems ?? 0;
  const length = least + dice.below(3);
  return Array.from({ length }, () => drawValue(dice, schema.items ?? {}, singular(name), told));
}

/**
 * Fields that are mostly left out. `refs` needs one item for each pack. Random draws seldom have as many, so nothing
 * would be bought.
 */
const SELDOM = new Set(['refs']);

function drawObject(dice: Dice, schema: JsonSchema, told: Values): Fields {
  if (schema.properties === undefined) {
    return dice.of(
      fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
    );
  }
  const names = Object.keys(schema.properties);
  // All ids in one request come from one record, such as a card and its pack.
  const ids = names.filter((name) => /Ids?$/.test(name)).map((name) => name.replace(/s$/, ''));
  const together = told.filter((fact) => ids.every((id) => typeof fact[id] === 'string'));
  const local =
    ids.length > 1 && together.length > 0 && dice.chance(85) ? [dice.among(together)] : told;
  const required = new Set(schema.required);
  const drawn = names.filter(
    (name) => required.has(name) || dice.chance(SELDOM.has(name) ? 5 : 40),
  );
  return Object.fromEntries(
    drawn.map((name) => [name, drawValue(dice, schema.properties![name]!, name, local)]),
  );
}

/** Values that schemas accept only by mistake. */
const WRONG: readonly Json[] = [
  null,
  '',
  ' ',
  true,
  -1,
  0,
  1.005,
  1e21,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  -0.01,
  [],
  {},
  [[]],
  'x'.repeat(5_000),
  '\u0000',
  'a\u0000b',
  '\uD800',
  '🎴'.repeat(300),
  "' or 1=1 --",
  '%',
  '\\',
  '__proto__',
  String(2n ** 53n),
  String(2n ** 63n),
  '9999999999999999999999',
  '-1',
  '-0',
  '0',
  '1e400',
  'NaN',
  'Infinity',
  '2026-02-30',
  '+275760-09-13T00:00:00.000Z',
  '00000000-0000-0000-0000-000000000000',
];

/** Wrong values only for bodies: JSON that JSON.stringify never writes, and huge values. */
const WRONG_IN_BODY: readonly Json[] = [
  ...WRONG,
  new Verbatim('-0'),
  new Verbatim('1e400'),
  new Verbatim('-1e400'),
  new Verbatim('NaN'),
  new Verbatim('9223372036854775808'),
  new Verbatim('{"__proto__":{"role":"admin"}}'),
  new Verbatim('{"constructor":{"prototype":{"role":"admin"}}}'),
  new Verbatim('{"quantity":1,"quantity":2}'),
  new Verbatim('"\\ud800\\udfff\\udc00"'),
  new Verbatim(nested('[', ']')),
  new Verbatim(nested('{"a":', '}')),
  'x'.repeat(2 * 1024 * 1024),
];

/** Writes JSON that is nested ten thousand levels deep. */
function nested(open: string, close: string): string {
  return `${open.repeat(10_000)}1${close.repeat(10_000)}`;
}

/** Escapes that are invalid, and escapes of unusual text. */
const WRONG_ESCAPES = ['%00', '%ff', '%ED%A0%80', '%', '%zz', '%2e%2e%2f', 'a%00b'];

// Empty texts and dots are left out, because an empty piece gives another path, and dots lead one level up.
const WRONG_IN_PATH: readonly Json[] = [
  ...WRONG.filter((one) => String(one).trim() !== ''),
  ...WRONG_ESCAPES.map((escape) => new Verbatim(escape)),
];
const WRONG_IN_QUERY: readonly Json[] = [
  ...WRONG,
  ...WRONG_ESCAPES.map((escape) => new Verbatim(escape)),
];

const LONG_HEADER = 'h'.repeat(8 * 1024);

const WRONG_CONTENT_TYPES = [
  null,
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'application/json; charset=',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  ';;;',
];

/** Makes one thing wrong, and says what is wrong. */
function bendOnce(dice: Dice, draft: Draft): string | null {
  const ways: (() => string)[] = [
    () => {
      draft.headers['authorization'] = dice.among([
        'Bearer',
        'Basic eDp5',
        'Bearer a.b.c',
        `Bearer ${LONG_HEADER}`,
        'x',
      ]);
      return 'authorization';
    },
    () => {
      const name = dice.among(['x-long', 'user-agent', 'accept', 'accept-language', 'referer']);
      draft.headers[name] = LONG_HEADER;
      return `header: ${name}`;
    },
    () => {
      const name = dice.among(['page', 'unknown', '__proto__', 'a[b]', 'a[]', 'constructor']);
      draft.query[name] = dice.among(WRONG_IN_QUERY);
      return `query: ${name} beside`;
    },
  ];
  for (const name of Object.keys(draft.path)) {
    ways.push(() => {
      draft.path[name] = dice.among(WRONG_IN_PATH);
      return `path: ${name}`;
    });
  }
  for (const name of Object.keys(draft.query)) {
    ways.push(
      () => {
        draft.query[name] = dice.among(WRONG_IN_QUERY);
        return `query: ${name}`;
      },
      () => {
        draft.query[name] = [draft.query[name], dice.among([draft.query[name], 'x', ''])];
        return `query: ${name} twice`;
      },
      () => {
        draft.query[`${name}[]`] = draft.query[name];
        delete draft.query[name];
        return `query: ${name}[]`;
      },
    );
  }
  if (draft.headers['idempotency-key'] !== undefined) {
    ways.push(() => {
      draft.headers['idempotency-key'] = dice.among(['', 'k'.repeat(300), LONG_HEADER, 'ключ']);
      return 'key';
    });
  }
  if (draft.body !== undefined) ways.push(...bodyWays(dice, draft));
  return dice.among(ways)();
}

function bodyWays(dice: Dice, draft: Draft): (() => string)[] {
  const oneField = () => {
    const place = dice.among(placesIn(draft.body));
    draft.body = bentAt(dice, draft.body, place);
    return `body: ${place.join('.')}`;
  };
  return [
    oneField,
    oneField,
    oneField,
    () => {
      const whole = JSON.stringify(draft.body);
      const again = whole.replace(/^\{(.+)\}$/s, '{$1,$1}');
      draft.raw = dice.among([
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '1e400',
        `${whole}x`,
        `\uFEFF${whole}`,
        again,
        whole.replace(/^\{/, '{"__proto__":{"role":"admin"},'),
        nested('[', ']'),
        nested('{"a":', '}'),
      ]);
      return 'body: as text';
    },
    () => {
      draft.contentType = dice.among(WRONG_CONTENT_TYPES);
      return 'content type';
    },
  ];
}

type Place = string[];

function placesIn(value: Json, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...at, name]))];
}

function bentAt(dice: Dice, value: Json, [name, ...rest]: Place): Json {
  if (name === undefined) return dice.among(WRONG_IN_BODY);
  if (Array.isArray(value)) {
    return value.map((one, index) => (String(index) === name ? bentAt(dice, one, rest) : one));
  }
  const fields = { ...(value as Fields) };
  if (rest.length === 0 && dice.chance(30)) delete fields[name];
  else fields[name] = bentAt(dice, fields[name], rest);
  return fields;
}

function queryText(query: Fields): string {
  return Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
    .map(([name, value]) => `${String(name)}=${inAddress(value)}`)
    .join('&');
}

/** Writes a value as a part of a URL, which can't contain half a surrogate pair. */
function inAddress(value: Json): string {
  if (value instanceof Verbatim) return value.text;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed());
}

/**
 * Turns each object of an answer into a flat record, with the names that a request would use. `nouns`: the possible
 * names of an object that has no name of its own.
 */
export function valuesOf(data: Json, nouns: readonly string[]): Values {
  if (Array.isArray(data)) return data.flatMap((one) => valuesOf(one, nouns));
  if (typeof data !== 'object' || data === null) return [];
  const fact: Record<string, Json> = {};
  const below: Values = [];
  for (const [name, value] of Object.entries(data)) {
    if (name === 'id') for (const noun of nouns) fact[`${noun}Id`] = value;
    else if (typeof value === 'string') fact[name] = value;
    const inner = valuesOf(value, [singular(name)]);
    // A single nested object belongs to its parent. For example, `{card: {id}, packOpeningId}` becomes one record.
    if (!Array.isArray(value) && inner[0] !== undefined) {
      for (const [key, one] of Object.entries(inner[0])) fact[key] ??= one;
    }
    below.push(...inner);
  }
  return [fact, ...below];
}

/**
 * Returns the nouns that an operation's response may describe, by the operation's path. For example,
 * `/packs/{id}/withdraw` returns a pack, and `/transactions/{id}/refund` returns a refund.
 */
export function nounsOf(path: string): string[] {
  const pieces = path.split('/').filter(Boolean);
  const isNoun = (piece: string | undefined) => piece !== undefined && !piece.startsWith('{');
  const before = pieces.filter(
    (piece, index) => isNoun(piece) && !isNoun(pieces[index + 1] ?? '{'),
  );
  return before.slice(-2).map(singular);
}
