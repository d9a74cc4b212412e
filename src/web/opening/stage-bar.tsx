// The bar at the top of the stage, with the pack, the progress, and the exit. It stays visible when the user scrolls
// down to the table.
import type { OpenedCard, PackOpening } from '#contract/opening.ts';
import type { Ref } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EffectsToggle } from './effects-toggle.tsx';
import { isFanned, isNamed, type Reveal } from './reveal-state.ts';
import { TiltToggle } from './tilt-toggle.tsx';

type StageBarProps = {
  bar: Ref<HTMLDivElement>;
  opening: PackOpening;
  reveal: Reveal;
  /** A text such as "Pack 1 of 20". Null if only one pack was bought. */
  whichPack: string | null;
  onExit: () => void;
};

export function StageBar({ bar, opening, reveal, whichPack, onExit }: StageBarProps) {
  const { index, count } = reveal;
  return (
    <div ref={bar} data-theme="dark" className="stage-bar">
      <div className="page flex h-full items-center gap-4 max-sm:gap-2">
        <div className="stage-bar-words">
          <h1 id="pack-name" tabIndex={-1} className="text-h3">
            {opening.packName}
          </h1>
          <p className="text-small whitespace-nowrap text-text-2">
            <span aria-live="polite">
              {isFanned(reveal) ? `All ${count} cards` : `Card ${index + 1} of ${count}`}
            </span>
            {whichPack !== null && ` · ${whichPack}`}
          </p>
        </div>
        <Progress reveal={reveal} cards={opening.cards} />
        <div className="ml-auto flex shrink-0 items-center gap-1 max-sm:gap-0">
          <TiltToggle />
          <EffectsToggle />
          <Button variant="ghost" className="max-sm:px-3" onClick={onExit}>
            Exit
          </Button>
        </div>
      </div>
    </div>
  );
}

const SEGMENT_COLOURS = {
  mythic: 'bg-legendary',
  rare: 'bg-rare',
  uncommon: 'bg-epic',
  common: 'bg-common',
} as const;

/** One segment for each card. The words next to the segments give the same information. */
function Progress({ reveal, cards }: { reveal: Reveal; cards: readonly OpenedCard[] }) {
  return (
    <div aria-hidden="true" className="stage-progress">
      {cards.map((card, at) => (
        <i
          key={card.id}
          data-open={isNamed(reveal, at) || undefined}
          data-current={at === reveal.index || undefined}
          className={classNames(isNamed(reveal, at) && SEGMENT_COLOURS[card.rarity])}
        />
      ))}
    </div>
  );
}
