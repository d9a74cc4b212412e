// Parses Stripe's form-encoded requests: `card[number]=4242&card[cvc]=123`.

export type Form = { [name: string]: string | Form };

const DEPTH_MAX = 5;

/** Parses form-encoded text. Ignores malformed names. */
export function parseForm(text: string): Form {
  const form: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    if (path.length <= DEPTH_MAX && !path.includes('__proto__')) put(form, path, value);
  }
  return form;
}

function put(form: Form, [name, ...rest]: string[], value: string): void {
  if (name === undefined) return;
  if (rest.length === 0) form[name] = value;
  else {
    const inner = form[name];
    const next = typeof inner === 'object' ? inner : (Object.create(null) as Form);
    form[name] = next;
    put(next, rest, value);
  }
}

/** The value of a plain field; undefined if there is none. */
export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

/** A group of fields; empty if there is none. */
export function groupOf(form: Form, name: string): Form {
  const value = form[name];
  return typeof value === 'object' ? value : {};
}

/** The plain fields of a group. */
export function textsOf(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
