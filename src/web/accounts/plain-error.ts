// Explains errors in an address in plain words, below the messages whose wording the specification fixes.

const NAMES: Record<string, string> = {
  'address line 1': 'street and house number',
  state: 'state or province',
};

/** Returns the plain sentence for an error of an address field. Undefined if the message is plain enough. */
export function plainError(message: string | undefined): string | undefined {
  if (message === 'Invalid postal code format') {
    return 'A postal code has 3 to 10 letters, digits, spaces or hyphens.';
  }
  const name = /^([a-z].*) is required$/.exec(message ?? '')?.[1];
  return name === undefined ? undefined : `Please fill in your ${NAMES[name] ?? name}.`;
}
