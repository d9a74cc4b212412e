// Shows the sealed packs of a purchase, and asks how to open them. Nothing here reveals what the packs contain.
import { useState, type RefObject } from 'react';
import { useReducedMotion } from '../browser/motion.ts';
import { useOwnBreak } from '../catalogue/own-break.ts';
import { usePackType } from '../catalogue/queries.ts';
import { PackImage } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { countOf } from '../ui/count-of.ts';
import { toggleEffects, useEffects } from '../browser/effects.ts';
import { openingWay, type OpeningWay } from './opening-way.ts';

/** An opened pack whose cards the user has not looked at yet. */
export type UnseenPack = {
  openingId: string;
  packTypeId: string;
  packName: string;
  cardCount: number;
};

/** The maximum number of packs that the picture shows. */
const DRAWN_MAX = 5;

type AskHowProps = {
  packs: readonly UnseenPack[];
  /** The button with the filled style. It gets the focus. */
  first: RefObject<HTMLButtonElement | null>;
  isBusy: boolean;
  /** `byHand`: the user wants to drag the strip themselves. Otherwise the pack is torn at once. */
  onChoose: (way: OpeningWay, how?: { byHand: boolean }) => void;
};

export function AskHow({ packs, first, isBusy, onChoose }: AskHowProps) {
  const [isAlways, setAlways] = useState(false);
  const hasSound = useEffects();
  // Users who are on a break from buying see their cards as a list, without the stage.
  const isOnBreak = useOwnBreak() !== null;
  const isForHands = !useReducedMotion() && !isOnBreak;
  const cards = packs.reduce((count, pack) => count + pack.cardCount, 0);
  const choose = (way: OpeningWay, how?: { byHand: boolean }) => {
    if (isAlways) openingWay.choose(way);
    onChoose(way, how);
  };
  return (
    <div className="grid justify-items-center gap-5 pb-2 text-center">
      <p className="text-text-2">
        {packs.length === 1 ? packs[0]!.packName : countOf(packs.length, 'pack')} ·{' '}
        {countOf(cards, 'card')}
      </p>
      <div className="flex justify-center *:-mx-3">
        {packs.slice(0, DRAWN_MAX).map((pack, at) => (
          <div key={pack.openingId} className="relative" style={{ zIndex: DRAWN_MAX - at }}>
            <Drawn packTypeId={pack.packTypeId} />
            {at === 0 && isForHands && (
              <button
                type="button"
                aria-label="By hand: tear it on the stage"
                disabled={isBusy}
                className="try-tear left-0 w-full rotate-0 low:hidden"
                onClick={() => choose('tear', { byHand: true })}
              >
                <span>By hand</span>
              </button>
            )}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-center gap-3 max-sm:grid max-sm:w-full">
        {!isOnBreak && (
          <Button ref={first} size="large" disabled={isBusy} onClick={() => choose('tear')}>
            Tear {packs.length === 1 ? 'it' : 'them'} open
          </Button>
        )}
        <Button
          variant={isOnBreak ? 'primary' : 'secondary'}
          size="large"
          busy={isBusy}
          onClick={() => choose('list')}
        >
          Show all
        </Button>
      </div>
      <div className="flex flex-wrap justify-center gap-x-8 gap-y-4">
        <Checkbox
          label="Always do what I choose now"
          checked={isAlways}
          onChange={({ target }) => setAlways(target.checked)}
        />
        {!isOnBreak && <Checkbox label="With sound?" checked={hasSound} onChange={toggleEffects} />}
      </div>
    </div>
  );
}

function Drawn({ packTypeId }: { packTypeId: string }) {
  const packType = usePackType(packTypeId).data;
  return (
    <PackImage
      src={packType?.packImageUrl ?? '/pack-plain.svg'}
      alt=""
      eager
      className="w-32 drop-shadow-[0_14px_16px_rgb(0_0_0/0.32)] low:w-16 sm:w-40"
    />
  );
}
