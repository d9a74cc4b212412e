// Lists the cards of packs that are already open: to users who are on a break and get no stage, and to users who come
// back to a list that they have seen.
import { useEffect } from 'react';
import { messageOf } from '../api/messages.ts';
import { ErrorState } from '../ui/states.tsx';
import { useEntry } from '../browser/history-entry.ts';
import { ShownAll } from './show-all.tsx';
import { storeListed } from './turned-cards.ts';
import { useOpenings } from './use-openings.ts';

type ListedPacksProps = {
  openingIds: readonly string[];
  /** If true, the list does not appear card by card, because the user comes back to it. */
  isShownBefore: boolean;
  /** Goes to the stage with the same cards. Null if the user gets no stage. */
  onWatch: (() => void) | null;
};

export function ListedPacks({ openingIds, isShownBefore, onWatch }: ListedPacksProps) {
  const entry = useEntry();
  const { openings, error, retry } = useOpenings(openingIds);
  const isListed = openings !== null;
  useEffect(() => {
    if (isListed) storeListed({ entry, openingIds: [...openingIds], placeIds: [] });
  }, [isListed, entry, openingIds]);
  if (isListed) {
    return (
      <ShownAll
        openings={openings}
        problem={null}
        isShownBefore={isShownBefore}
        onWatch={onWatch}
      />
    );
  }
  return (
    <div className="page pt-9">
      <h1 tabIndex={-1} className="mb-5 text-h2 sm:text-h1">
        Pack Opening Results
      </h1>
      {error !== null && (
        <ErrorState title="Your cards did not load" text={messageOf(error)} onRetry={retry} />
      )}
    </div>
  );
}
