// Makes the examples of the OpenAPI document from its schemas, so that each call has one and none is out of date. Tests
// prove each example by the contract, and the fuzzer sends those of requests to a shop (choice 1051).
import type { Json } from './openapi-schemas.ts';

/** The examples of texts, by the names of their fields. Other texts are their field's name. */
const TEXTS: Record<string, string> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  action: 'order_refunded',
  addressLine1: '1 Main Street',
  addressLine2: '',
  cardImageUrl: '/art/card/018f6b1c-2d3e-4f50-8a6b-7c8d9e0f1a2b.svg',
  cardName: 'Storm Dragon',
  cardNumber: '151/165',
  carrier: 'Canada Post',
  city: 'Halifax',
  clientSecret: 'pi_1042_secret_abc',
  code: 'SPRING10',
  colour: '#1d6f5a',
  columns: 'email',
  contactEmail: 'hello@example.com',
  country: 'CA',
  currency: 'CAD',
  description: 'Fifteen cards, one of them rare.',
  discountCode: 'SPRING10',
  email: 'ada@example.com',
  estimatedDelivery: '5 to 8 business days',
  fields: 'name',
  firstName: 'Ada',
  from: '2026-12-01',
  fullName: 'Ada Lovelace',
  game: 'dragon-duel',
  hsCode: '950440',
  image: '/art/pack/spring-draft.svg',
  imageUrl: '/art/card/018f6b1c-2d3e-4f50-8a6b-7c8d9e0f1a2b.svg',
  key: 'example',
  language: 'en',
  languages: 'en',
  lastName: 'Lovelace',
  name: 'Spring Draft Booster',
  note: 'Asked by mail.',
  originCountry: 'CA',
  ownerEmail: 'ada@example.com',
  packId: 'spring-draft',
  packImageUrl: '/art/pack/spring-draft.svg',
  packName: 'Spring Draft Booster',
  packTaxCode: 'txcd_99999999',
  packTypeId: 'spring-draft',
  packTypeName: 'Spring Draft Booster',
  parcelTaxCode: 'txcd_92010001',
  password: 'correct horse battery',
  paymentIntentId: 'pi_1042',
  paymentMethod: 'stripe',
  paymentMethodId: 'pm_card_visa',
  phone: '+1 902 555 0100',
  phoneNumber: '+1 902 555 0100',
  places: 'CA-NS',
  postalCode: 'B3H 1A1',
  reason: 'The customer asked for it.',
  refresh_token: 'rt_1042',
  region: 'CA-NS',
  search: 'dragon',
  sellerRegion: 'CA-NS',
  serial: 'SD-000151',
  set_id: 'spring-draft',
  set_name: 'Spring Draft',
  setId: 'spring-draft',
  setName: 'Spring Draft',
  setupToken: 'abcd-efgh',
  shipsTo: 'CA',
  state: 'NS',
  supplier: 'Northern Games',
  timeZone: 'America/Halifax',
  title: 'Spring Draft Booster',
  to: '2026-12-31',
  token: 'abcd-efgh',
  trackingNumber: '7035114477138472',
  url: 'https://example.com/shop-events',
  username: 'ada',
  zipCode: 'B3H 1A1',
};

const UUID = '018f6b1c-2d3e-4f50-8a6b-7c8d9e0f1a2b';

/** The examples of texts, by their format. */
const FORMATS: Record<string, string> = {
  uuid: UUID,
  'date-time': '2026-12-01T18:00:00.000Z',
  date: '2026-12-01',
  uri: 'https://example.com/',
  decimal: '12.50',
};

/** When something ends that began at the example of a time. */
const LATER = '2036-12-01T18:00:00.000Z';

/** A picture of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The examples of texts whose pattern neither their name nor their format explains. */
const PATTERNS: Record<string, string> = {
  '^\\d{1,18}$': '1042',
  '^[0-9a-f]{64}$': '5d41402abc4b2a76b9719d911017c592'.repeat(2),
  '^\\d{4}-(0[1-9]|1[0-2])$': '2026-12',
  '^(?:.{6}|[\\w-]{32})$': '482913',
  '^[\\w-]{22}$': 'Qm9vc3RlclBhY2tPZkNhcm',
  '^[A-Za-z0-9+/]+={0,2}$': PICTURE,
  '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$': 'hello@example.com',
};

/** The examples of numbers, by the names of their fields. */
const NUMBERS: Record<string, number> = { quantity: 1, percent: 10, valueBelow: 100 };

/** Fields that a first request has although its schema does not require them, because another field may replace them. */
const REPLACEABLE = new Set(['card_count', 'percent']);

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | false;
};

/**
 * An example of a value with this schema. `named`: the schemas to which it may refer. `leavesOut`: objects have only
 * their required fields, if they have any, as a first request has.
 */
export function exampleOf(
  schema: Json,
  name: string,
  { named, leavesOut = false }: { named: Record<string, Json>; leavesOut?: boolean },
): unknown {
  const valueOf = (one: Schema, field: string): unknown => {
    if (one.$ref !== undefined) {
      return valueOf(named[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)]!, field);
    }
    if (one.const !== undefined) return one.const;
    if (one.default !== undefined) return one.default;
    if (one.enum !== undefined) return one.enum[0];
    if (one.anyOf !== undefined) {
      return valueOf(one.anyOf.find(({ type }) => type !== 'null') ?? {}, field);
    }
    const type = Array.isArray(one.type) ? one.type.find((each) => each !== 'null') : one.type;
    if (type === 'string') return textOf(one, field);
    if (type === 'integer') return within(one, NUMBERS[field] ?? 1);
    if (type === 'number') {
      return within(one, NUMBERS[field] ?? (one.format === 'decimal' ? 12.5 : 0.15));
    }
    if (type === 'boolean') return true;
    if (type === 'array') {
      return Array.from({ length: one.minItems ?? 1 }, () => valueOf(one.items ?? {}, field));
    }
    return type === 'object' ? fieldsOf(one) : null;
  };
  const fieldsOf = ({ properties = {}, required = [] }: Schema): Json => {
    const wanted = Object.entries(properties).filter(
      ([field]) =>
        !leavesOut || required.length === 0 || required.includes(field) || REPLACEABLE.has(field),
    );
    return Object.fromEntries(wanted.map(([field, one]) => [field, valueOf(one, field)]));
  };
  return valueOf(schema, name);
}

function textOf({ format = '', pattern = '', maxLength = 1_000 }: Schema, field: string): string {
  const isEnd = format === 'date-time' && /(?:Until|closesBy)$/.test(field);
  const byForm = isEnd ? LATER : (FORMATS[format] ?? PATTERNS[pattern]);
  return (byForm ?? TEXTS[field] ?? field).slice(0, maxLength);
}

function within({ minimum = -Infinity, maximum = Infinity }: Schema, usual: number): number {
  return Math.min(maximum, Math.max(minimum, usual));
}
