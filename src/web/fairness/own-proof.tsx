// The proof of one's own pack, whenever somebody comes back to it: checked against what this browser still knows.
import { Panel } from '../ui/panel.tsx';
import { AboutPack } from './about-pack.tsx';
import { CheckSummary } from './check-list.tsx';
import { PackProof } from './pack-proof.tsx';
import { useProofs } from './use-proofs.ts';

export function OwnProof({ placeId }: { placeId: string }) {
  const { proofs, checkLog } = useProofs([placeId]);
  const proof = proofs[0]!;
  return (
    <div className="mb-6">
      <Panel title={proof.proved ? <AboutPack about={proof.proved.about} /> : 'Your pack'}>
        <p className="mb-3 text-small text-text-2">
          The shop’s proof, and what only this browser knows. Save both: with them, anybody can
          check your pack without us.
        </p>
        {proof.proved ? (
          <CheckSummary checks={proof.proved.checks} />
        ) : (
          proof.problem === undefined && <output>Checking…</output>
        )}
        <PackProof proof={proof} onCheckLog={checkLog} />
      </Panel>
    </div>
  );
}
