// Parses Stripe's form-encoded requests, such as `card[number]=4242&card[cvc]=123`.

export type Form = { [name: string]: string | Form };

const DEPTH_MAX = 5;

/** Parses form-encoded text. Malformed names are ignored. */
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

/** Returns the value of a plain field, or undefined if there is no such field. */
export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a group of fields, which is empty if there is no such group. */
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
