import { useEffect, useState } from 'react';
import type { Proved } from './prove-place.ts';

const loadChecks = () => import('./prove-place.ts');
/**
 * Delays in milliseconds before a proof is requested again because the log does not list its ticket yet. In total they
 * exceed one minute, after which a missing ticket is evidence against the shop. The last request also reads the log,
 * which shows that the ticket is missing.
 */
const AGAIN_MS = [1500, 3000, 6000, 12_000, 24_000, 18_000];
/**
 * Without being asked, the browser checks the whole drop only if the log has at most ENTRIES_MOST entries and there are
 * at most PACKS_MOST packs. Otherwise it waits for a press, because reading and replaying a long log takes seconds
 * (choice 921).
 */
const [ENTRIES_MOST, PACKS_MOST] = [256, 4];
/** How long the browser leaves the page alone before it checks the whole drop. */
const CALM_MS = 3000;

export type Proof = { placeId: string; proved?: Proved; problem?: Error };

/**
 * Checks the proofs of packs one after the other. If the log does not list a ticket yet, its proof is requested again.
 * Then the whole drop is checked, but not while cards are being turned (`isTurning`), because the check can take
 * several frames. `checkLog` checks the whole drop of a pack at once.
 */
export function useProofs(
  placeIds: readonly string[],
  isTurning = false,
): {
  proofs: Proof[];
  checkLog: (placeId: string) => Promise<void>;
} {
  const [found, setFound] = useState<ReadonlyMap<string, Proof>>(new Map());
  const note = (proof: Proof) => setFound((before) => new Map(before).set(proof.placeId, proof));
  const names = placeIds.join(' ');
  /** Names the packs whose own checks are done, so that the browser may check their whole drops. */
  const [doneNames, setDone] = useState('');
  const isReady = names !== '' && doneNames === names && !isTurning;

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const later = (ms: number, work: () => Promise<void>) => {
      timer = setTimeout(() => void work().catch(() => {}), ms);
    };
    const check = async (waiting: string[], tries: number) => {
      const { waitsForSeal, entriesUpTo } = await loadChecks();
      const still: string[] = [];
      let entries = 0;
      for (const placeId of waiting) {
        const proof = await prove(placeId, tries === AGAIN_MS.length);
        if (isOver) return;
        const { proved } = proof;
        if (proved && waitsForSeal(proved)) still.push(placeId);
        if (proved) entries = Math.max(entries, entriesUpTo(proved));
        note(proof);
      }
      const wait = AGAIN_MS[tries];
      if (isOver) return;
      if (still.length > 0) {
        if (wait !== undefined) later(wait, () => check(still, tries + 1));
      } else if (entries <= ENTRIES_MOST && names.split(' ').length <= PACKS_MOST) {
        setDone(names);
      }
    };
    check(names === '' ? [] : names.split(' '), 0).catch((problem: Error) => {
      for (const placeId of names.split(' ')) if (!isOver) note({ placeId, problem });
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [names]);

  useEffect(() => {
    if (!isReady) return;
    let isOver = false;
    const checkDrops = async () => {
      for (const placeId of names.split(' ')) {
        const proof = await prove(placeId, true);
        if (isOver) return;
        // If the log could not be read, the page keeps the result without the log.
        if (proof.proved) note(proof);
      }
    };
    const timer = setTimeout(() => void checkDrops().catch(() => {}), CALM_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [names, isReady]);

  const checkLog = async (placeId: string) => {
    const { provePack } = await loadChecks();
    try {
      note({ placeId, proved: await provePack(placeId, true) });
    } catch (problem) {
      note({ placeId, ...found.get(placeId), problem: problem as Error });
    }
  };
  return { proofs: placeIds.map((placeId) => found.get(placeId) ?? { placeId }), checkLog };
}

async function prove(placeId: string, withLog = false): Promise<Proof> {
  const { provePack } = await loadChecks();
  // Waits until the browser is idle between two proofs, so that the page can animate and respond.
  await whenIdle();
  return provePack(placeId, withLog).then(
    (proved): Proof => ({ placeId, proved }),
    (problem: Error): Proof => ({ placeId, problem }),
  );
}

/** Resolves when the browser is idle, or after one second. In Safari, which reports no idle time, at once. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve);
  });
}
