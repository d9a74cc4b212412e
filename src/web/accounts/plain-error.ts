// Plain sentences below the messages about addresses, whose words are the specification's.

const NAMES: Record<string, string> = {
  'address line 1': 'street and house number',
  state: 'state or province',
};

/** Returns a plain sentence for a message about a field of an address. Undefined if the message is plain itself. */
export function plainError(message: string | undefined): string | undefined {
  if (message === 'Invalid postal code format') {
    return 'A postal code has 3 to 10 letters, digits, spaces or hyphens.';
  }
  const name = /^([a-z].*) is required$/.exec(message ?? '')?.[1];
  return name === undefined ? undefined : `Please fill in your ${NAMES[name] ?? name}.`;
}
