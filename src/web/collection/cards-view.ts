// The view of the cards: a table or a binder. This browser stores the owner's last choice.
import { useState } from 'react';
import { browserStorage } from '../browser/browser-storage.ts';

export type CardsView = 'table' | 'binder';

const KEY = 'my-cards-view';

export function useCardsView(): [CardsView, (view: CardsView) => void] {
  const [view, setView] = useState<CardsView>(() =>
    browserStorage.getItem(KEY) === 'binder' ? 'binder' : 'table',
  );
  const choose = (next: CardsView) => {
    if (next === 'binder') browserStorage.setItem(KEY, next);
    else browserStorage.removeItem(KEY);
    setView(next);
  };
  return [view, choose];
}
