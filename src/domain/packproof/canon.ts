// In canonical JSON, each value has exactly one text, so that the hash of the text identifies the value. It is a
// subset of RFC 8785. There is no null, no fraction and no -0, and keys are ASCII letters and digits.

export type Canonical =
  | boolean
  | number
  | string
  | readonly Canonical[]
  | { readonly [key: string]: Canonical };

const KEY_FORM = /^[a-z][A-Za-z0-9]*$/;

/**
 * Throws if canonical JSON has no text for the value. Also throws if a string is not in NFC, because a silent
 * conversion would change the value.
 */
export function writeCanonical(value: Canonical): string {
  const text = canon(value);
  if (text !== text.normalize('NFC')) throw new Error('A canonical text is in NFC');
  return text;
}

/**
 * Parses canonical JSON. Throws if the text differs in any byte from the value's one text, for example by a
 * duplicate key, `1.0` or a space. Does not check NFC, because NFC depends on the version of Unicode.
 */
export function readCanonical(text: string): unknown {
  let value: unknown;
  let same: string;
  try {
    value = JSON.parse(text);
    same = canon(value);
  } catch (error) {
    // JavaScript engines word their parse errors differently, and no reader understands them.
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
