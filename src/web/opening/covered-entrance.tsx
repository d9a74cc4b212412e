// Asks how to open covered packs from My cards. Their buyer has not answered this question before.
import { listCoveredPacks, showOpening, type CoveredPack } from '#contract/opening.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { useResponses } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { ErrorState } from '../ui/states.tsx';
import { Replay } from './replay.tsx';
import { ResultsModal } from './results-modal.tsx';

export function CoveredEntrance({ openings }: { openings: readonly string[] }) {
  const navigate = useNavigate();
  const { ask } = useResponses();
  const covered = useAsk(listCoveredPacks, {});
  // The packs that were covered when the user arrived. They must stay on the page after the user has looked at them,
  // although they are no longer covered.
  const [packs, setPacks] = useState<CoveredPack[] | null>(null);
  if (packs === null && covered.data !== undefined) {
    setPacks(covered.data.packs.filter(({ openingId }) => openings.includes(openingId)));
  }
  if (packs?.length === 0) {
    return <Replay openingId={openings[0]!} openings={openings} isNext={false} />;
  }
  if (packs === null && covered.isError) {
    return (
      <div className="page pt-12">
        <ErrorState
          title="Your packs did not load"
          text={messageOf(covered.error)}
          onRetry={() => void covered.refetch()}
        />
      </div>
    );
  }
  return (
    <section data-theme="dark" aria-label="Not looked at yet" className="opening-stage baize">
      {packs !== null && (
        <ResultsModal
          packs={packs}
          load={() => Promise.all(packs.map(({ openingId: id }) => ask(showOpening, { id })))}
          onClose={() => void navigate({ to: '/my-cards' })}
        />
      )}
    </section>
  );
}
