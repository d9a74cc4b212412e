// Restricts e-mail addresses beyond their form. Without this, characters that are invisible, look like others or have
// a meaning in mail headers could send mail to somebody else.

/**
 * Control characters, spaces, invisible characters (zero-width, text direction), and characters that separate
 * addresses.
 */
const NOT_IN_AN_ADDRESS = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}<>()[\],:;"\\]/u;

/** Whether an address reads the same to a person and to a mail server. */
export function isPlainAddress(address: string): boolean {
  if (NOT_IN_AN_ADDRESS.test(address)) return false;
  // Full-width letters and ligatures look like plain letters but are other characters.
  return address.normalize('NFKC') === address.normalize('NFC');
}
