// One of the owner's cards in a grid, with its foil. A press opens the card. While the owner selects cards, a press
// ticks it instead.
import type { CardItem } from '#contract/collection.ts';
import { COLLECTION_RARITY, rarityRank } from '#domain/card.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { Link } from '@tanstack/react-router';
import { useReducedMotion } from '../browser/motion.ts';
import { CardImage } from '../ui/art.tsx';
import { CardLight } from '../ui/card-face.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { classNames } from '../ui/class-names.ts';
import { Price } from '../ui/price.tsx';
import { REACHED } from './card-grid.tsx';
import { DaysLeft } from './expiry.tsx';
import { overCards } from './navigation-state.ts';
import './owned-card.css';
import { usePocketLight } from './pocket-light.ts';
import type { Selection } from './selection.ts';

/** If a card has at most this many days left, the grid shows them. */
const DAYS_SHOWN_MOST = 7;

type OwnedCardProps = {
  item: CardItem;
  /** The display width of the picture, in the syntax of `sizes`. */
  sizes: string;
  selection: Selection;
  /** Whether a press ticks the card instead of opening it. */
  isSelecting: boolean;
  number?: string;
  copies?: number;
  /** Whether the card is visible without scrolling. */
  eager?: boolean;
};

export function OwnedCard(props: OwnedCardProps) {
  const { item, selection, isSelecting, copies = 1 } = props;
  const { card } = item;
  const isFree = item.status === 'available';
  const isTicked = selection.has(item);
  return (
    <li
      data-rank={rarityRank(card.rarity)}
      className={classNames('owned-card', isTicked && 'owned-card-ticked')}
    >
      {isSelecting && isFree ? <TickedFace {...props} /> : <LinkedFace {...props} />}
      {copies > 1 && (
        <span aria-hidden="true" className="owned-card-copies">
          ×{copies}
        </span>
      )}
      <span className="owned-card-words">
        <span aria-hidden="true" className="owned-card-name">
          {card.name}
        </span>
        {isFree ? (
          <span className="owned-card-worth">
            <span>
              <span className="sm:hidden">We pay </span>
              <span className="max-sm:hidden">Sells for </span>
              <Price amount={item.sellPrice} />
            </span>
            {item.boughtFor !== null ? (
              <span>You bought it</span>
            ) : (
              Number(item.daysUntilAutoConvert) <= DAYS_SHOWN_MOST && (
                <DaysLeft days={item.daysUntilAutoConvert} />
              )
            )}
          </span>
        ) : (
          <span className="owned-card-worth">Locked</span>
        )}
      </span>
    </li>
  );
}

function LinkedFace({ item: { card }, number, copies = 1, ...face }: OwnedCardProps) {
  const { tilted, events } = usePocketLight(useReducedMotion());
  return (
    <Link
      from="/my-cards"
      to="/my-cards"
      search={(before) => ({ ...before, card: card.id })}
      state={overCards}
      resetScroll={false}
      draggable={false}
      {...REACHED}
      className="lit-card owned-card-face"
      {...events}
    >
      <Face card={card} tilted={tilted} {...face} />
      <span className="sr-only">
        {card.name}
        {number !== undefined && `, number ${number}`}, {COLLECTION_RARITY[card.rarity]},{' '}
        {FINISH_WORDS[card.finish]}
        {copies > 1 && `, ${copies} copies`}
      </span>
    </Link>
  );
}

function TickedFace({ item, selection, ...face }: OwnedCardProps) {
  const { tilted, events } = usePocketLight(useReducedMotion());
  return (
    <span className="lit-card owned-card-face" {...events}>
      <Face card={item.card} tilted={tilted} {...face} />
      <Checkbox
        {...REACHED}
        className="owned-card-tick"
        label={`Select ${item.card.name}`}
        hideLabel
        checked={selection.has(item)}
        onChange={() => selection.toggle(item)}
      />
    </span>
  );
}

function Face({
  card: { imageUrl, rarity, finish },
  tilted,
  sizes,
  eager = false,
}: Pick<OwnedCardProps, 'sizes' | 'eager'> & {
  card: CardItem['card'];
  tilted: ReturnType<typeof usePocketLight>['tilted'];
}) {
  return (
    <span ref={tilted} className="lit-card-tilt card-corners">
      <CardImage src={imageUrl} alt="" sizes={sizes} eager={eager} className="w-full" />
      <CardLight card={{ image: imageUrl, rarity, finish }} />
    </span>
  );
}
