import { showOpening, type PackOpening } from '#contract/opening.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useResponses } from '../api/do.ts';
import { useUncover } from './use-uncover.ts';

type Openings = { openings: PackOpening[] | null; error: unknown; retry: () => void };

/** Loads openings whose cards the user sees at once. Their packs no longer count as not looked at. */
export function useOpenings(ids: readonly string[]): Openings {
  const { ask } = useResponses();
  const uncover = useUncover();
  const [openings, setOpenings] = useState<PackOpening[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(1);
  const load = useEffectEvent(async () => {
    const loaded = await Promise.all(ids.map((id) => ask(showOpening, { id })));
    await uncover(loaded);
    return loaded;
  });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setOpenings(loaded),
      (problem: unknown) => isWanted && setError(problem),
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const retry = () => {
    setError(null);
    setAttempt(attempt + 1);
  };
  return { openings, error, retry };
}
