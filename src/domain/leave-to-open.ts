// The conditions ("lines") that a production shop must fulfil before it charges a card (docs/product.md §22). Once the
// shop has fulfilled all of them, it is open for good.
import type { Region } from './region.ts';
import type { SalesPlaces } from './sales-places.ts';

/** Lines that the shop checks by itself. */
const PROVED_LINES = [
  'places',
  'ages',
  'taxes',
  'texts',
  'seller',
  'mail',
  'backup',
  'tls',
  'second_factors',
  'webhook',
] as const;

/**
 * Lines that an operator signs: a lawyer's opinion for each place, the card processor's written approval, and the truth
 * of the statement about sources on the About page.
 */
export const SIGNED_LINES = ['opinion', 'approval', 'sources'] as const;
export type SignedLine = (typeof SIGNED_LINES)[number];

export const OPENING_LINES = [...PROVED_LINES, ...SIGNED_LINES] as const;
export type OpeningLine = (typeof OPENING_LINES)[number];

/**
 * `not_asked`: this is no production shop. `closed`: the shop charges no cards yet. `open`: it charges cards, for good.
 */
export const OPENING_STATES = ['not_asked', 'closed', 'open'] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

/** `places`: the places that a lawyer's opinion covers; empty for other lines. */
export type Signature = { line: SignedLine; places: Region[]; sha256: string; endsAt: Date };

/** Months for which a signature is valid. */
export const SIGNED_MONTHS = 12;
export const DOCUMENT_LENGTH_MAX = 200;

export type JudgedLine = {
  line: OpeningLine;
  /** What is missing; null: the line is fulfilled. */
  problem: string | null;
};

/** The places in which the shop sells, as its settings list them. */
export function openPlaces({ places }: SalesPlaces): Region[] {
  return places.filter(({ isOpen }) => isOpen).map(({ region }) => region);
}

export const OPENING_TITLES: Record<OpeningLine, string> = {
  places: 'Places of sale are set',
  ages: 'Buyers confirm their age',
  taxes: 'Taxes are set',
  texts: 'Legal texts are published',
  seller: 'The seller is named',
  mail: 'Mail arrives',
  backup: 'A backup is younger than a day',
  tls: 'Connections are encrypted',
  second_factors: 'Every operator has a second factor',
  webhook: 'The card provider’s webhook arrives',
  opinion: 'A lawyer’s opinion for each place',
  approval: 'The card processor’s written approval',
  sources: 'The statement about sources is confirmed',
};
