// Shows the nine checks of the viewer's own pack. Both files can be downloaded.
import { useState } from 'react';
import { saveTextFile } from '../admin-kit/save-text.ts';
import { messageOf } from '../api/messages.ts';
import { ApiError } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { CheckList } from './check-list.tsx';
import type { Proof } from './use-proofs.ts';

const JSON_TYPE = 'application/json';

export function PackProof({
  proof: { placeId, proved, problem },
  onCheckLog,
}: {
  proof: Proof;
  onCheckLog: (placeId: string) => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const checkLog = async () => {
    setBusy(true);
    await onCheckLog(placeId);
    setBusy(false);
  };
  return (
    <>
      {problem && (
        <p role="alert" className="text-small text-danger">
          {problem instanceof ApiError ? messageOf(problem) : `${problem.message}.`}
        </p>
      )}
      {proved && (
        <>
          <div className="mt-3 mb-4 flex flex-wrap gap-3">
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveTextFile(proved.proof, 'packproof.json', JSON_TYPE)}
            >
              Save the proof
            </Button>
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveTextFile(proved.mine, 'mine.json', JSON_TYPE)}
            >
              Save what this browser knows
            </Button>
            <Button
              variant="secondary"
              size="small"
              onClick={() => saveTextFile(proved.report, 'checks.txt', 'text/plain')}
            >
              Save this result
            </Button>
            <Button variant="secondary" size="small" busy={isBusy} onClick={() => void checkLog()}>
              Check the whole drop against the log
            </Button>
          </div>
          <CheckList checks={proved.checks} />
        </>
      )}
    </>
  );
}
