// The seller in lines, for the checkout, receipts and mails.
import type { Seller } from './shop-settings.ts';

/** What can be said of a seller besides the names, in lines. `contactEmail`: the shop's contact address. */
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
