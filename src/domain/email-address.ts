// Which addresses may have an account, beyond their form. Mail goes where a mail server reads an address to point:
// what is invisible, looks like another sign, or has a meaning in the header of a mail could point elsewhere.

/** Control signs, spaces, what nobody sees (zero-width, turning the direction), and what separates addresses. */
const NOT_IN_AN_ADDRESS = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}<>()[\],:;"\\]/u;

/** Whether an address is what it looks like, to a person and to a mail server. */
export function isPlainAddress(address: string): boolean {
  if (NOT_IN_AN_ADDRESS.test(address)) return false;
  // Letters in another width, or two in one sign, read like the plain ones and are others.
  return address.normalize('NFKC') === address.normalize('NFC');
}
