// Shows the proof of the viewer's own pack at any time. The checks use the data that this browser has stored.
import { Link } from '@tanstack/react-router';
import { asApiError, TYPE_MESSAGES } from '../api/api-error.ts';
import { useSignedInUser } from '../api/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { AboutPack } from './about-pack.tsx';
import { CheckSummary } from './check-list.tsx';
import { PackResult } from './pack-checks.tsx';
import { PackProof } from './pack-proof.tsx';
import { useProofs } from './use-proofs.ts';

export function OwnProof({ placeId }: { placeId: string }) {
  const isSignedIn = useSignedInUser() !== null;
  const { proofs, checkLog } = useProofs([placeId]);
  const proof = proofs[0]!;
  const { proved, problem } = proof;
  const missing = proved ? null : missingBy(problem, isSignedIn);
  return (
    <div className="mb-6">
      {missing === 'pack' ? (
        <NoSuchPack isSignedIn={isSignedIn} />
      ) : missing === 'buyer' ? (
        <WithoutBuyer placeId={placeId} />
      ) : (
        <Panel title={proved ? <AboutPack about={proved.about} /> : 'Your pack'}>
          {(proved || !problem) && (
            <p className="mb-3 text-small text-text-2">
              The shop’s proof, and what only this browser knows. Save both: with them, anybody can
              check your pack without us.
            </p>
          )}
          {(proved || !problem) && <PackResult proofs={proofs} />}
          <h3 className="mt-5 text-small font-semibold">For experts</h3>
          {proved && <CheckSummary checks={proved.checks} />}
          <PackProof proof={proof} onCheckLog={checkLog} />
        </Panel>
      )}
    </div>
  );
}

/** Returns what is missing: the pack, or a signed-in buyer. Null without an error, or for any other error. */
function missingBy(problem: Error | undefined, isSignedIn: boolean): 'pack' | 'buyer' | null {
  if (problem === undefined) return null;
  const { status, message } = asApiError(problem);
  if (status === 400) return 'pack';
  if (!isSignedIn && status === 401) return 'buyer';
  // If the shop sent a sentence of its own, the pack exists, and the sentence says why there is no proof.
  if (status !== 404 || message !== TYPE_MESSAGES.not_found_error) return null;
  return isSignedIn ? 'pack' : 'buyer';
}

/** Says that the pack does not exist. If nobody is signed in, this is shown only for a malformed id. */
function NoSuchPack({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Panel title="No such pack">
      <p role="alert" className="text-small">
        {isSignedIn
          ? 'No pack of yours from a drop has this address. It may be incomplete, or another account bought the pack.'
          : 'No pack has this address. It may be incomplete.'}
      </p>
    </Panel>
  );
}

function WithoutBuyer({ placeId }: { placeId: string }) {
  return (
    <Panel title="Sign in as its buyer">
      <p role="alert" className="text-small">
        Nobody else is shown the proof of a pack before the shop has published what it held.
      </p>
      <Link
        to="/auth"
        search={{ redirect: `/verify?pack=${encodeURIComponent(placeId)}` }}
        className={`${buttonClass({ variant: 'secondary' })} mt-4`}
      >
        Sign in
      </Link>
    </Panel>
  );
}
