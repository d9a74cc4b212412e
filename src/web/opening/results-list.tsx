// Lists the cards of the results. The list scrolls to each card as the card appears, until the user scrolls. At the
// end, the best card is shown large, in a place that it has from the start.
import type { OpenedCard } from '#contract/opening.ts';
import { useEffect, useRef } from 'react';
import { CardLink } from '../catalogue/card-link.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { CardImage } from '../ui/art.tsx';
import { RarityBadge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { CardWorth } from './card-worth.tsx';
import { best } from './fan.ts';
import { glowOf } from './glow.ts';
import { PER_CARD_MS } from './results-timeline.ts';

export function ResultsList({ cards, isDone }: { cards: readonly OpenedCard[]; isDone: boolean }) {
  const list = useFollow(isDone);
  const top = best(cards);
  return (
    <section
      ref={list}
      aria-label="Opened cards"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The list scrolls, so the keyboard must reach it.
      tabIndex={0}
      className="relative mt-5 max-h-[52svh] overflow-y-auto p-1 low:max-h-none low:overflow-visible lg:grid lg:grid-cols-[minmax(0,1fr)_14rem] lg:items-start lg:gap-6"
    >
      <ul className="grid grid-cols-2 max-[359px]:grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-3 xl:grid-cols-4 min-[85rem]:grid-cols-5">
        {cards.map((card, index) => (
          <li
            key={card.id}
            className="flex min-w-0 gap-3 max-sm:gap-2 motion-reduce:animate-none"
            style={
              isDone
                ? undefined
                : { animation: `rise 300ms var(--ease-enter) ${index * PER_CARD_MS}ms both` }
            }
          >
            <CardImage
              src={card.image}
              alt=""
              eager
              className="w-16 shrink-0 self-start max-sm:w-12 lg:w-14"
            />
            <div className="@container min-w-0 flex-1 text-small">
              <RarityBadge rarity={card.rarity} />
              <p className="mt-1.5 leading-tight font-[560] break-words">
                {/* The name becomes a link only at the end, so that keyboard users reach "Skip Animation" directly. */}
                {isDone ? <CardLink id={card.catalogueCardId}>{card.name}</CardLink> : card.name}
              </p>
              <CardWorth
                card={card}
                isStacked
                className="mt-1 text-[13px] leading-snug max-sm:text-[12px]"
              />
            </div>
          </li>
        ))}
      </ul>
      {top && <BestCard card={top} isShown={isDone} />}
    </section>
  );
}

function BestCard({ card, isShown }: { card: OpenedCard; isShown: boolean }) {
  return (
    <figure
      className={classNames(
        'mt-6 low:py-3 flex flex-wrap items-center justify-center gap-x-8 gap-y-4 border-t border-line py-6 lg:sticky lg:top-0 lg:mt-0 lg:flex-col lg:border-t-0 lg:py-0 lg:text-center',
        !isShown && 'invisible',
      )}
      style={{
        animation: isShown ? 'rise 300ms var(--ease-enter)' : undefined,
        background: `radial-gradient(closest-side, color-mix(in oklab, ${glowOf(card.rarity)}, transparent 78%), transparent)`,
      }}
    >
      <CardImage
        src={card.image}
        alt=""
        eager
        // In the column, the whole figure must fit the height of the list.
        className="w-44 shadow-art max-sm:w-36 lg:w-[min(9rem,13svh)] low:w-20"
      />
      <figcaption className="min-w-0 max-sm:text-center">
        <p className="text-small text-text-2">Your best card</p>
        <p className="mt-1 font-display text-h3 font-[760] break-words">
          <CardLink id={card.catalogueCardId}>{card.name}</CardLink>
        </p>
        <p className="mt-2">
          <RarityBadge rarity={card.rarity} />
        </p>
        <CardWorth card={card} isStacked className="mt-2 text-body" />
        <div className="mt-3">
          <ShareButton cardId={card.id} name={card.name} />
        </div>
      </figcaption>
    </figure>
  );
}

/** Returns the element that scrolls. In a low window this is the whole dialog instead of the list. */
function scrollerOf(list: HTMLElement): HTMLElement {
  return getComputedStyle(list).overflowY === 'auto' ? list : list.closest('dialog')!;
}

/** Events that show that the user scrolls. After such an event, the list no longer scrolls by itself. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls each card into view as it appears. A card appears every 0.3 seconds. */
function useFollow(isDone: boolean) {
  const list = useRef<HTMLElement>(null);
  const isHeld = useRef(false);
  // A list whose cards are all there from the start opens at its top.
  const isFollowed = useRef(!isDone);

  useEffect(() => {
    const place = list.current!;
    const letGo = () => {
      isHeld.current = true;
    };
    for (const name of BY_HAND) place.addEventListener(name, letGo, { passive: true });
    return () => {
      for (const name of BY_HAND) place.removeEventListener(name, letGo);
    };
  }, []);

  useEffect(() => {
    const place = scrollerOf(list.current!);
    const reach = (shown: Element | undefined, behavior: ScrollBehavior) => {
      if (shown === undefined || isHeld.current) return;
      const below = shown.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom;
      // With `scrollBy`, the rest of a smooth scroll in progress would be added, and the list would scroll past the
      // card.
      if (below > 0) place.scrollTo({ top: place.scrollTop + below, behavior });
    };
    if (isDone) {
      if (isFollowed.current) reach(place.querySelector('figure') ?? undefined, 'instant');
      return;
    }
    // The first card needs no scroll, and the second appears with the first tick.
    let shown = 1;
    const timer = setInterval(() => {
      reach(place.querySelectorAll('li')[shown], 'smooth');
      shown += 1;
    }, PER_CARD_MS);
    return () => clearInterval(timer);
  }, [isDone]);

  return list;
}
