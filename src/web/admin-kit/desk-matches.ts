// What the operators' search lists for a typed text: pages, acts, and what the shop found, each with where it leads.
import type { Found } from '#contract/admin-search.ts';
import { isAdmitted, type Right } from '#domain/access.ts';
import { FOUND_KINDS, FOUND_WITH, type FoundKind } from '#domain/desk-search.ts';
import { PACK_STATE_WORDS } from '#domain/stock-words.ts';
import type { PackState } from '#domain/stock.ts';
import { fieldDay, formatMoment } from '../ui/moments.ts';
import { wordsOf } from '../ui/words-of.ts';
import type { BegunAct } from './begun-act.ts';
import { ACTS_ON, ACTS_ON_PAGES, nameContains, objectOf, type ActOn } from './desk-acts.ts';

/** A page of the operators. `also`: other words by which somebody may look for it. */
export type DeskPage = { to: string; label: string; also?: string };

export type Match = {
  key: string;
  name: string;
  detail: string;
  /** The page that the match opens, or the text that it puts into the search field. */
  leads: { to: string; search: object; begins: BegunAct | null } | { text: string };
};

export type MatchGroup = { title: string; matches: Match[] };

const KIND_TITLES: Record<FoundKind, string> = {
  order: 'Orders',
  person: 'People',
  parcel: 'Parcels',
  transaction: 'Transactions',
  pack: 'Packs',
  card: 'Cards',
  single: 'Singles',
  pack_type: 'Pack types',
  catalogue_card: 'Catalogue',
};

/** What an operator types to find each kind. */
const TYPED: Record<FoundKind, string> = {
  order: 'an order',
  person: 'a person',
  parcel: 'a tracking number',
  transaction: 'a transaction',
  pack: 'a serial',
  card: 'a card',
  single: 'a card',
  pack_type: 'a pack type',
  catalogue_card: 'a card',
};

/** A sentence about what somebody with these rights can find, with an act as an example. */
export function searchHint(rights: readonly Right[]): string {
  const found: readonly FoundKind[] = rights.flatMap((right) => FOUND_WITH[right]);
  const kinds = FOUND_KINDS.filter((kind) => found.includes(kind)).map((kind) => TYPED[kind]);
  const acts = [
    ...ACTS_ON.map(({ words, by }) => ({ words: `${words} …`, by })),
    ...ACTS_ON_PAGES,
  ].filter(({ by }) => isAdmitted(rights, by.audience));
  const example = acts.slice(0, 1).map(({ words }) => `“${words.toLowerCase()}”`);
  const names = [...new Set(kinds), 'a page', ...example];
  const sentence = `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/**
 * The acts whose names the text begins, each with the object that the text names. The object is null if none is typed
 * yet.
 */
function actsIn(text: string, rights: readonly Right[]): { act: ActOn; object: string | null }[] {
  return ACTS_ON.filter(({ by }) => isAdmitted(rights, by.audience)).flatMap((act) => {
    const object = objectOf(act, text);
    return object === undefined ? [] : [{ act, object: object === '' ? null : object }];
  });
}

/** The text that the shop searches for: the object of a typed act, or all of the text. */
export function searchedText(text: string, rights: readonly Right[]): string {
  return actsIn(text, rights).find(({ object }) => object !== null)?.object ?? text.trim();
}

export function matchesOf(
  text: string,
  found: readonly Found[],
  { rights, pages }: { rights: readonly Right[]; pages: readonly DeskPage[] },
): MatchGroup[] {
  if (text.trim() === '') return [];
  const acts = actsIn(text, rights);
  const begun = acts.filter(({ object }) => object !== null);
  if (begun.length > 0) {
    return begun
      .map(({ act }) => ({
        title: act.words,
        matches: found.filter(({ kind }) => kind === act.kind).map((one) => matchOf(one, act)),
      }))
      .filter(({ matches }) => matches.length > 0);
  }
  const groups: MatchGroup[] = [
    {
      title: 'Pages',
      matches: pages
        .filter(({ label, also = '' }) => nameContains(`${label}, ${also}`, text))
        .map(({ to, label }) => ({
          key: to,
          name: label,
          detail: '',
          leads: { to, search: {}, begins: null },
        })),
    },
    { title: 'Acts', matches: [...acts.map(({ act }) => goOn(act)), ...actsOnPages(text, rights)] },
    ...(Object.keys(KIND_TITLES) as FoundKind[]).map((kind) => ({
      title: KIND_TITLES[kind],
      matches: found.filter((one) => one.kind === kind).map((one) => matchOf(one, null)),
    })),
  ];
  return groups.filter(({ matches }) => matches.length > 0);
}

function goOn({ words }: ActOn): Match {
  return { key: words, name: `${words} …`, detail: '', leads: { text: `${words} ` } };
}

function actsOnPages(text: string, rights: readonly Right[]): Match[] {
  return ACTS_ON_PAGES.filter(
    ({ words, also = '', by }) =>
      nameContains(`${words}, ${also}`, text) && isAdmitted(rights, by.audience),
  ).map(({ words, to, search }) => ({
    key: words,
    name: words,
    detail: '',
    leads: { to: to as string, search: (search ?? {}) as object, begins: null },
  }));
}

function matchOf(found: Found, act: ActOn | null): Match {
  const name = found.kind === 'order' ? `Order ${found.id.slice(0, 8)}` : found.name;
  const details = [
    found.kind === 'order' ? found.name : found.about,
    found.kind === 'parcel' ? `Shipment ${found.id.slice(0, 8)}` : null,
    stateWords(found),
    found.at && formatMoment(found.at),
  ];
  return {
    key: `${found.kind} ${found.id}`,
    name: act === null ? name : `${act.words} ${name.replace(/^Order /, '')}`,
    detail: details.filter((one) => one !== null).join(' · '),
    leads: { ...addressOf(found), begins: act === null ? null : act.begins },
  };
}

function stateWords({ kind, state }: Found): string | null {
  if (state === null) return null;
  return kind === 'pack' ? PACK_STATE_WORDS[state as PackState] : wordsOf(state);
}

/**
 * The operators' page with a found item. The item opens beside its list; a transaction opens as the only row of its
 * list.
 */
function addressOf({ kind, id, name, state, at, personId }: Found): {
  to: string;
  search: object;
} {
  switch (kind) {
    case 'order':
      return { to: '/admin/orders', search: { id } };
    case 'person':
      return { to: '/admin/users', search: { id } };
    case 'parcel':
      return { to: '/admin/shipping', search: { id } };
    case 'transaction': {
      const day = fieldDay(at!);
      return {
        to: '/admin/transactions',
        search: { user: personId, type: state, from: day, to: day },
      };
    }
    case 'pack':
      return { to: '/admin/stock', search: { id } };
    case 'card':
      return { to: '/admin/stock', search: { card: id } };
    case 'single':
      return { to: '/admin/singles', search: { id } };
    case 'pack_type':
      return { to: '/admin/catalogue', search: { id } };
    case 'catalogue_card':
      return { to: '/admin/catalogue', search: { view: 'cards', search: name, id } };
  }
}
