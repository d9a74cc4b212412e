// Shows the owner's cards side by side.
import type { CardItem } from '#contract/collection.ts';
import { Skeleton } from '../ui/states.tsx';
import { CardGrid } from './card-grid.tsx';
import { OwnedCard } from './owned-card.tsx';
import type { Selection } from './selection.ts';

/** The number of cards on a page. Divisible by 3, 4 and 6, so that every row is full. */
export const CARDS_ON_WALL = 24;

/** The display width of a card's picture. */
const SIZES = '(min-width: 990px) 168px, (min-width: 640px) 22vw, 30vw';

/** The number of cards that may be visible without scrolling. */
const EAGER_MOST = 9;

export function CardsWall({
  items,
  ...ticking
}: {
  items: CardItem[];
  selection: Selection;
  isSelecting: boolean;
}) {
  return (
    <CardGrid label="Available cards" className="owned-cards">
      {items.map((item, at) => (
        <OwnedCard
          key={item.card.id}
          item={item}
          sizes={SIZES}
          eager={at < EAGER_MOST}
          {...ticking}
        />
      ))}
    </CardGrid>
  );
}

export function WallSkeleton() {
  return (
    <div className="owned-cards baize mt-3" data-theme="dark">
      {Array.from({ length: 6 }, (_none, at) => (
        <Skeleton key={at} className="card-corners aspect-[63/88]" />
      ))}
    </div>
  );
}
