// The ticked cards. They may be on several pages of the list.
import type { CardItem } from '#contract/collection.ts';
import { useState } from 'react';

export type Selection = {
  items: CardItem[];
  has: (item: CardItem) => boolean;
  toggle: (item: CardItem) => void;
  /** Ticks all of these cards. If all of them are ticked already, unticks all of them. */
  toggleAll: (items: CardItem[]) => void;
  /** Ticks these cards. Other ticked cards stay ticked. */
  add: (items: readonly CardItem[]) => void;
  clear: () => void;
};

export function useCardSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, CardItem>>(new Map());
  const has = (item: CardItem) => chosen.has(item.card.id);
  return {
    items: [...chosen.values()],
    has,
    toggle: (item) => {
      const next = new Map(chosen);
      if (!next.delete(item.card.id)) next.set(item.card.id, item);
      setChosen(next);
    },
    toggleAll: (items) => {
      const next = new Map(chosen);
      const all = items.every(has);
      for (const item of items) {
        if (all) next.delete(item.card.id);
        else next.set(item.card.id, item);
      }
      setChosen(next);
    },
    add: (items) =>
      setChosen(new Map([...chosen, ...items.map((item) => [item.card.id, item] as const)])),
    clear: () => setChosen(new Map()),
  };
}
