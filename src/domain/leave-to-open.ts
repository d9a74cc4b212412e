// What must stand before a production shop charges a card (docs/product.md §22). Once all lines have stood, the shop is
// open for good.
import type { Region } from './region.ts';
import type { SalesPlaces } from './sales-places.ts';

/** Lines that the shop proves by itself. */
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
 * Lines that an operator signs: a lawyer's opinion, by place; the card processor's written approval; and that the
 * statement about sources on About is true.
 */
export const SIGNED_LINES = ['opinion', 'approval', 'sources'] as const;
export type SignedLine = (typeof SIGNED_LINES)[number];

export const OPENING_LINES = [...PROVED_LINES, ...SIGNED_LINES] as const;
export type OpeningLine = (typeof OPENING_LINES)[number];

/** `not_asked`: no production shop. `closed`: charges no cards yet. `open`: for good. */
export const OPENING_STATES = ['not_asked', 'closed', 'open'] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

/** `places`: what a lawyer's opinion covers; otherwise empty. */
export type Signature = { line: SignedLine; places: Region[]; sha256: string; endsAt: Date };

/** How long a signature holds. */
export const SIGNED_MONTHS = 12;
export const DOCUMENT_LENGTH_MAX = 200;

export type JudgedLine = {
  line: OpeningLine;
  /** What is missing; null: the line stands. */
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
