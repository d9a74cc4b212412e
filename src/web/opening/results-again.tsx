import { ResultsModal, unseen } from './results-modal.tsx';
import type { ListedPacks } from './turned-cards.ts';
import { useOpenings } from './use-openings.ts';

/**
 * The dialog with the list of all cards, for a buyer who comes back to it. If the cards do not load, there is no dialog,
 * because the page below leads to them.
 */
export function ResultsAgain({ listed, onClose }: { listed: ListedPacks; onClose: () => void }) {
  const { openings } = useOpenings(listed.openingIds);
  if (openings === null) return null;
  return (
    <ResultsModal
      packs={openings.map(unseen)}
      load={async () => openings}
      placeIds={listed.placeIds}
      isList
      isShownBefore
      onClose={onClose}
    />
  );
}
