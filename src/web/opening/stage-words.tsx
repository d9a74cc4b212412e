// The text below the card: the card's description, or a hint about what to do next. This file also has the buttons to
// move on.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { formatCad, sum } from '#domain/money.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { useEffect, useRef, type Ref } from 'react';
import { ShareButton } from '../sharing/share-button.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IllustrationMark } from '../ui/illustration-mark.tsx';
import { Price } from '../ui/price.tsx';
import { CardWorth, creditWord } from './card-worth.tsx';
import { isNamedByFocus } from './congratulations.tsx';
import { stepHint } from './step-hint.ts';

type StageWordsProps = {
  card: OpenedCard;
  isNamed: boolean;
  isTurning: boolean;
  /** A text that is shown until the first card is turned. */
  note: string | null;
  /** Whether the hint is shown, because nobody has moved on to another card in this browser yet. */
  isNew: boolean;
};

/** Describes the card if it is turned. Before that, says what to do next. */
export function StageWords({ card, isNamed, isTurning, note, isNew }: StageWordsProps) {
  if (!isNamed) {
    return (
      <div className="stage-words">
        {!isTurning && (
          <div className="stage-hint">
            <p>Press the card to turn it</p>
            {note !== null && <p className="mt-1 text-small">{note}</p>}
          </div>
        )}
      </div>
    );
  }
  return (
    <div className="stage-words">
      <div key={card.id} className="stage-named">
        <h2 className="text-h2 text-balance">{card.name}</h2>
        <p className="mt-2 flex flex-wrap items-center justify-center gap-2">
          <RarityBadge rarity={card.rarity} />
          <Badge tone="outline">{FINISH_WORDS[card.finish]}</Badge>
          <IllustrationMark src={card.image} />
        </p>
        <CardWorth card={card} className="mt-2 justify-center text-price" />
        {isNew && <p className="mt-1 text-small text-text-2">{stepHint()}</p>}
      </div>
    </div>
  );
}

/** The text below the fan. It has the price paid, and the total value of the pack. */
export function FanWords({
  opening,
  heading,
}: {
  opening: PackOpening;
  heading: Ref<HTMLHeadingElement>;
}) {
  const { cards, paid, totalValue } = opening;
  const left = cards.filter(({ status }) => status === 'available');
  return (
    <div className="stage-words">
      <div className="stage-named">
        <h2 ref={heading} tabIndex={-1} className="text-h2">
          Your pack
        </h2>
        <p className="mt-2 text-balance">
          Paid <Price amount={paid} className="font-semibold" /> · market value{' '}
          <Price amount={totalValue} className="font-semibold" />
          {left.length > 0 && (
            <>
              {' · '}
              {left.length < cards.length && 'the rest '}sells for{' '}
              <Price
                amount={sum(...left.map((card) => card.sellPrice))}
                className="font-semibold"
              />{' '}
              now
            </>
          )}
        </p>
      </div>
    </div>
  );
}

type StageFootProps = {
  /** The card that the share button shares. Null if there is no share button. */
  shared: OpenedCard | null;
  isDone: boolean;
  isFanned: boolean;
  /** Goes to the next closed card. Null if all other cards are open. */
  onSkip: (() => void) | null;
  onFan: () => void;
  /** Opens the next pack. Null if there is no next pack. */
  onNextPack: (() => void) | null;
  onViewAll: () => void;
};

/** The buttons below a card, or below the fan. */
export function StageFoot(props: StageFootProps) {
  const { shared, isDone, isFanned, onSkip, onFan, onNextPack, onViewAll } = props;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3">
      {isDone ? (
        <p className="flex items-center justify-center gap-2 px-2 font-semibold text-brand max-md:w-full">
          <Icon name="success" />
          <span>
            Collection Complete
            <span className="block text-small font-normal text-text-2">
              Every card of this pack is turned.
            </span>
          </span>
        </p>
      ) : (
        <Button variant="secondary" onClick={onSkip ?? undefined} disabled={onSkip === null}>
          Skip to next unopened
        </Button>
      )}
      {isDone && !isFanned && (
        <Button variant="secondary" onClick={onFan}>
          See the whole pack
        </Button>
      )}
      {isDone && onNextPack && <Button onClick={onNextPack}>Open next pack</Button>}
      {isDone && shared && <ShareButton cardId={shared.id} name={shared.name} />}
      <Button variant={isDone && onNextPack === null ? 'primary' : 'secondary'} onClick={onViewAll}>
        View All Cards
      </Button>
    </div>
  );
}

/** Announces a turned card to screen readers when its face appears, without its name if the focus tells it. */
export function Announcement({
  card,
  isComplete,
}: {
  card: OpenedCard | null;
  isComplete: boolean;
}) {
  const region = useRef<HTMLOutputElement>(null);
  const told = useRef(new Set<string>());

  useEffect(() => {
    if (card === null || told.current.has(card.id)) return;
    told.current.add(card.id);
    const { name, rarity, finish, value, sellPrice } = card;
    const worth = `market ${formatCad(value)}, ${creditWord(card)} ${formatCad(sellPrice)}`;
    const facts = `${FINISH_WORDS[finish]}, ${worth}`;
    const words = isNamedByFocus(card) ? facts : `${name}, ${rarityWords(rarity)}, ${facts}`;
    region.current!.textContent = isComplete ? `${words}. All cards are open.` : words;
  }, [card, isComplete]);

  return <output ref={region} className="sr-only" />;
}
