import { useEffect, useState } from 'react';
import type { Proved } from './prove-place.ts';

const loadChecks = () => import('./prove-place.ts');
/** The delays in milliseconds before a proof is requested again, if the log does not list its ticket yet. */
const AGAIN_MS = [1500, 3000, 6000, 12_000, 24_000];

export type Proof = { placeId: string; proved?: Proved; problem?: Error };

/**
 * Checks the proofs of packs one after the other. Proofs whose ticket is not in the log yet are requested again.
 * `checkLog` also checks the whole drop of a pack.
 */
export function useProofs(placeIds: readonly string[]): {
  proofs: Proof[];
  checkLog: (placeId: string) => Promise<void>;
} {
  const [found, setFound] = useState<ReadonlyMap<string, Proof>>(new Map());
  const note = (proof: Proof) => setFound((before) => new Map(before).set(proof.placeId, proof));
  const names = placeIds.join(' ');

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const check = async (waiting: string[], tries: number) => {
      const { provePack, waitsForSeal } = await loadChecks();
      const still: string[] = [];
      for (const placeId of waiting) {
        const proof = await provePack(placeId).then(
          (proved): Proof => ({ placeId, proved }),
          (problem: Error): Proof => ({ placeId, problem }),
        );
        if (isOver) return;
        if (proof.proved && waitsForSeal(proof.proved)) still.push(placeId);
        note(proof);
        // Yield between proofs, so that the page can respond to the visitor.
        await new Promise((resume) => setTimeout(resume));
      }
      const wait = AGAIN_MS[tries];
      if (isOver || still.length === 0 || wait === undefined) return;
      timer = setTimeout(() => void check(still, tries + 1), wait);
    };
    check(names === '' ? [] : names.split(' '), 0).catch((problem: Error) => {
      for (const placeId of names.split(' ')) if (!isOver) note({ placeId, problem });
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [names]);

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
