// Shown for a rare card: the card, its value, and the buttons to keep or sell it. Only a card of some value is
// celebrated. This is a non-modal dialog on the stage. Its heading has the focus instead of a button, so that a key
// that was meant for the card does not sell it.
import type { OpenedCard } from '#contract/opening.ts';
import { OPENING_RARITY } from '#domain/card.ts';
import { formatCad } from '#domain/money.ts';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { isCelebrated, isPraised } from './glow.ts';

type CongratulationsProps = {
  card: OpenedCard;
  /** Whether the card is large and above the dialog. If false, the dialog is a line below the card. */
  isLarge: boolean;
  onCredit: () => void;
  onKeep: () => void;
};

/** Whether the dialog of a rare card may have the focus: it is on the stage, in the dialog already, or nowhere. */
function isFocusFree(): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body) return true;
  return at.matches('.stage-card, .stage-arrow, .congratulations *');
}

/** Whether the focused heading names the card, now or soon, so that nothing else needs to announce its name. */
export function isNamedByFocus(card: OpenedCard): boolean {
  return isPraised(card) && !isCelebrated(card) && isFocusFree();
}

export function Congratulations({ card, isLarge, onCredit, onKeep }: CongratulationsProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  // The dialog takes the focus only if the focus is on the stage or nowhere, so that a user who reads below the stage
  // does not lose their place.
  useEffect(() => {
    if (isFocusFree()) heading.current!.focus({ preventScroll: true });
  }, []);

  const isCelebration = isCelebrated(card);
  const sentence = `You opened a ${OPENING_RARITY[card.rarity]} ${card.name}`;
  return (
    <dialog
      open
      aria-labelledby={headingId}
      className={classNames('congratulations', isLarge && 'congratulations-large')}
    >
      <div className="min-w-0">
        <h2
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className={
            isCelebration
              ? classNames('congratulations-title', isLarge ? 'text-h2' : 'text-h3')
              : 'font-semibold text-balance'
          }
        >
          {isCelebration ? 'Congratulations!' : sentence}
        </h2>
        {isCelebration && <p className="mt-1 font-semibold text-balance">{sentence}</p>}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3 congratulations-worth">
          <span
            className={classNames(
              'font-display font-[760] whitespace-nowrap',
              isLarge ? 'text-h2' : 'text-h3',
            )}
          >
            +{formatCad(card.sellPrice)}
          </span>
          <span className="text-small text-text-2">
            credit now · market <span className="whitespace-nowrap">{formatCad(card.value)}</span>
          </span>
        </p>
      </div>
      <div className="congratulations-ways">
        <Button onClick={onKeep}>Keep in collection</Button>
        <Button variant="secondary" onClick={onCredit}>
          Instant credit
        </Button>
      </div>
    </dialog>
  );
}
