// What an operator's rules and typed prices change in each of many pack types.
import type { AdminPackType, changePackTypes } from '#contract/catalogue-admin.ts';
import type { Input } from '#contract/endpoint.ts';
import { parseCad } from '#domain/decimals.ts';
import { priceBy, type PriceRule } from '#domain/price-rule.ts';
import { countOf } from '../../ui/count-of.ts';

export type Rules = {
  price: PriceRule;
  amount: string;
  sale: 'leave' | 'on' | 'off';
  limit: 'leave' | 'none' | 'most';
  most: string;
  addTags: string;
  removeTags: string;
};

type Change = Input<typeof changePackTypes>['types'][number];

/** The changes, without pack types in which nothing would change; or why the rules can't be used. */
export function changesOf(
  types: readonly AdminPackType[],
  rules: Rules,
  typed: ReadonlyMap<string, string>,
): { changes: Change[]; problem: string | null } {
  const problem = problemOf(rules);
  if (problem !== null) return { changes: [], problem };
  const changes: Change[] = [];
  for (const type of types) {
    const price = priceOf(type, rules, typed.get(type.id));
    if (price === null || price <= 0) {
      return { changes: [], problem: `${type.name} needs a price such as 12.50.` };
    }
    const change = { ...difference(type, rules), ...(price !== coming(type) && { price }) };
    if (Object.keys(change).length > 0) {
      changes.push({ id: type.id, seen: type.updatedAt, ...change });
    }
  }
  return { changes, problem: null };
}

/**
 * What a change did: "1 pack type changed; 8 from their next drop". `changed`: the number of pack types that the shop
 * changed.
 */
export function changedWords(
  types: readonly Pick<AdminPackType, 'id' | 'heldBy'>[],
  changes: readonly Pick<Change, 'id' | 'price'>[],
  changed: number,
): string {
  const held = new Set(types.flatMap(({ id, heldBy }) => (heldBy === null ? [] : id)));
  const later = changes.filter(({ id, price }) => price !== undefined && held.has(id)).length;
  if (later === 0) return `${countOf(changed, 'pack type')} changed`;
  const now = changed - later;
  const next = `${later} from ${later === 1 ? 'its' : 'their'} next drop`;
  return now <= 0
    ? `${countOf(later, 'pack type')} changed, from ${later === 1 ? 'its' : 'their'} next drop`
    : `${countOf(now, 'pack type')} changed; ${next}`;
}

const coming = ({ nextPrice, price }: AdminPackType) => nextPrice ?? price;

const NUMBER_FORM = /^-?\d+(\.\d{1,2})?$/;
export const isPriceTyped = (text: string) => NUMBER_FORM.test(text.trim());
const COUNT_FORM = /^[1-9]\d{0,5}$/;

function problemOf({ price, amount, limit, most }: Rules): string | null {
  if (price !== 'leave' && !isPriceTyped(amount)) return 'Type by how much the prices change.';
  if (limit === 'most' && !COUNT_FORM.test(most.trim())) return 'Type how many packs per person.';
  return null;
}

function priceOf(type: AdminPackType, { price: rule, amount }: Rules, typed: string | undefined) {
  return typed === undefined ? priceBy(rule, Number(amount), coming(type)) : parseCad(typed);
}

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

function difference(type: AdminPackType, rules: Rules): Partial<Change> {
  const isAvailable = rules.sale === 'leave' ? type.is_available : rules.sale === 'on';
  const purchaseLimit =
    rules.limit === 'leave'
      ? type.purchaseLimit
      : rules.limit === 'none'
        ? null
        : Number(rules.most);
  const removed = tagsIn(rules.removeTags);
  const tags = [...new Set([...type.tags, ...tagsIn(rules.addTags)])].filter(
    (tag) => !removed.includes(tag),
  );
  return {
    ...(isAvailable !== type.is_available && { isAvailable }),
    ...(purchaseLimit !== type.purchaseLimit && { purchaseLimit }),
    ...(tags.join() !== type.tags.join() && { tags }),
  };
}
