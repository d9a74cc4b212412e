// The seller in lines, for the checkout, receipts and mails.
import type { Seller } from './shop-settings.ts';

/**
 * The seller's legal name, address, contacts and numbers, as lines. `contactEmail` is the shop's contact address,
 * which is used if the seller has no e-mail address.
 */
export function sellerLines(seller: Seller, contactEmail: string): string[] {
  const { legalName, address, phone, email, registration, privacyOfficer, taxNumbers } = seller;
  return [
    ...(legalName === null ? [] : [legalName]),
    ...(address?.split('\n') ?? []),
    ...(phone === null ? [] : [phone]),
    email ?? contactEmail,
    ...(registration === null ? [] : [`Registration: ${registration}`]),
    ...(privacyOfficer === null ? [] : [`Privacy: ${privacyOfficer}`]),
    ...taxNumbers.map(({ name, number }) => `${name}: ${number}`),
  ];
}
