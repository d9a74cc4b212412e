// A sealed pack that was paid by card. The user tears it on the stage, or all cards are shown at once. Users who are on
// a break from buying see the cards as a list, without the stage.
import type { PackOpening } from '#contract/opening.ts';
import { useState } from 'react';
import { useReducedMotion } from '../browser/motion.ts';
import { usePackType } from '../catalogue/queries.ts';
import type { PackToOpen } from './opening-session.ts';
import { PackView } from './pack-view.tsx';
import { ConfirmShowAll, type AllOpened } from './show-all.tsx';
import { WithoutStage } from './without-stage.tsx';

type SealedPackProps = {
  pack: PackToOpen | null;
  /** A text such as "Pack 1 of 20". Null if only one pack was bought. */
  whichPack: string | null;
  /** The packs that "Show all" opens. Empty while these packs are unknown. */
  toOpen: readonly PackToOpen[];
  isOnBreak: boolean;
  takesFocus: boolean;
  /** Opens the current pack at the shop, for the stage. */
  open: () => Promise<PackOpening>;
  openOne: (pack: PackToOpen) => Promise<PackOpening>;
  onOpened: (opening: PackOpening) => void;
  onAllOpened: (all: AllOpened) => void;
};

export function SealedPack(props: SealedPackProps) {
  const { pack, whichPack, toOpen, isOnBreak, takesFocus, open, onOpened } = props;
  const isCalm = useReducedMotion();
  const packType = usePackType(pack?.packTypeId).data;
  const [asksAll, setAsksAll] = useState(false);
  const name = pack?.name ?? 'Your pack';
  const onShowAll = toOpen.length === 0 ? null : () => setAsksAll(true);
  return (
    <>
      {isOnBreak ? (
        <WithoutStage name={name} onShowAll={onShowAll} />
      ) : (
        <PackView
          name={name}
          image={packType?.packImageUrl ?? '/pack-plain.svg'}
          cardCount={packType?.card_count}
          whichPack={whichPack}
          packId={pack?.packId}
          isCalm={isCalm}
          takesFocus={takesFocus}
          onShowAll={onShowAll}
          open={open}
          onOpened={onOpened}
        />
      )}
      {asksAll && (
        <ConfirmShowAll
          packs={toOpen}
          open={props.openOne}
          onOpened={props.onAllOpened}
          onCancel={() => setAsksAll(false)}
        />
      )}
    </>
  );
}
