// The conditions ("lines") that a production shop must fulfil before it charges a card (docs/product.md §22). Once the
// shop has fulfilled all of them, it is open for good.
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
 * Lines that an operator signs. They are a lawyer's opinion for each place, the card processor's written approval,
 * and the truth of the statement about sources on the About page.
 */
export const SIGNED_LINES = ['opinion', 'approval', 'sources'] as const;
export type SignedLine = (typeof SIGNED_LINES)[number];

export const OPENING_LINES = [...PROVED_LINES, ...SIGNED_LINES] as const;
export type OpeningLine = (typeof OPENING_LINES)[number];

/**
 * `not_asked` means that this is no production shop, `closed` that the shop charges no cards yet, and `open` that it
 * charges cards, for good.
 */
export const OPENING_STATES = ['not_asked', 'closed', 'open'] as const;
export type OpeningState = (typeof OPENING_STATES)[number];

/** In the list of what a lawyer's opinion covers, this stands for every place that the settings don't list. */
export const ELSEWHERE = 'ELSEWHERE';

/**
 * `places` has the regions that a lawyer's opinion covers, and `ELSEWHERE` if it covers that. Empty for other lines.
 */
export type Signature = { line: SignedLine; places: string[]; sha256: string; endsAt: Date };

/** The number of months for which a signature is valid. */
export const SIGNED_MONTHS = 12;
export const DOCUMENT_LENGTH_MAX = 200;

export type JudgedLine = {
  line: OpeningLine;
  /** What the line still needs. Null if the line is fulfilled. */
  problem: string | null;
};

/**
 * The places where the shop sells. They are the open places of its settings, and `ELSEWHERE` if it sells in places
 * that the settings don't list.
 */
export function openPlaces({ places, sellsElsewhere }: SalesPlaces): string[] {
  const listed = places.filter(({ isOpen }) => isOpen).map(({ region }) => region);
  return sellsElsewhere ? [...listed, ELSEWHERE] : listed;
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
