// Canonical JSON: one text for each value, so that the hash of a text is the hash of what it says. RFC 8785 made
// small: no null, no fractions, no -0, and keys of ASCII letters and digits.

export type Canonical =
  | boolean
  | number
  | string
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

const KEY_FORM = /^[a-z][A-Za-z0-9]*$/;

/** A value as canonical JSON. Throws where it has none, and where a text is not in NFC: it is never changed silently. */
export function writeCanonical(value: Canonical): string {
  const text = canon(value);
  if (text !== text.normalize('NFC')) throw new Error('A canonical text is in NFC');
  return text;
}

/**
 * What a canonical text says. Throws unless it is canonical to the byte: keys twice, `1.0` and spaces end here. NFC is
 * not asked for, since it depends on the version of Unicode.
 */
export function readCanonical(text: string): unknown {
  let value: unknown;
  let same: string;
  try {
    value = JSON.parse(text);
    same = canon(value);
  } catch (error) {
    // The engine's own words are for nobody, and each has others.
    throw new Error('This is not canonical JSON', { cause: error });
  }
  if (same !== text) throw new Error('This is not canonical JSON');
  return value;
}

function canon(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (Array.isArray(value)) return `[${value.map(canon).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    return objectText(value as Record<string, unknown>);
  }
  throw new Error(`${String(value)} has no place in canonical JSON`);
}

function objectText(value: Record<string, unknown>): string {
  const fields = Object.keys(value)
    .toSorted()
    .map((key) => {
      if (!KEY_FORM.test(key)) throw new Error(`"${key}" is no key of canonical JSON`);
      return `"${key}":${canon(value[key])}`;
    });
  return `{${fields.join(',')}}`;
}
