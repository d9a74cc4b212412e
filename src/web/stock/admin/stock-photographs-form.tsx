// Uploads photographs of cards. The name of each file says which pack the card is in, and at which place.
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileInput, PICTURE_FILES } from '../../ui/file-input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Banner } from '../../ui/states.tsx';
import { usePhotographRun, type PhotographRun } from './use-photograph-run.ts';

export function PhotographIntake() {
  const files = useRef<HTMLInputElement>(null);
  const { run, choose } = usePhotographRun();
  const isBusy = run !== null && run.done < run.all;
  return (
    <Panel title="Photographs of cards">
      <p className="mb-4 max-w-[64ch] text-small text-text-2">
        Name each file after the pack and the place of its card: <code>A-0001_3.jpg</code> is the
        third card of the pack with the serial A-0001. Nobody sees a photograph before its pack is
        opened. Photograph all cards of a pack, or none. JPEG, PNG or WebP, up to 8 MB each.
      </p>
      <FileInput
        ref={files}
        multiple
        label="Photograph files"
        accept={PICTURE_FILES}
        onChoose={(chosen) => void choose(chosen)}
      />
      <Button variant="secondary" disabled={isBusy} onClick={() => files.current?.click()}>
        Choose photographs
      </Button>
      <div aria-live="polite" className="mt-5 grid gap-4 empty:hidden">
        {run !== null && <Run run={run} />}
      </div>
    </Panel>
  );
}

function Run({ run: { done, all, problems } }: { run: PhotographRun }) {
  const storedCount = done - problems.length;
  return (
    <>
      {done < all ? (
        <ProgressBar label="Saving the photographs" done={done} all={all} />
      ) : (
        <p className="text-small font-[560]">
          {storedCount === 1 ? '1 photograph was saved.' : `${storedCount} photographs were saved.`}
        </p>
      )}
      {problems.length > 0 && (
        <>
          <Banner
            title={problems.length === 1 ? '1 file is not' : `${problems.length} files are not`}
          >
            The others are not affected. Fix these files and choose them again.
          </Banner>
          <ul aria-label="Problems" className="grid gap-1.5 text-small">
            {problems.map(({ file, problem }) => (
              <li key={file} className="grid gap-x-3 sm:grid-cols-[180px_minmax(0,1fr)]">
                <span className="break-all text-text-2">{file}</span>
                <span>{problem}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
