// Exports the packed parcels as a file for a carrier's own tools, and reads a file with their tracking numbers, which
// marks them as shipped. Nothing changes until the operator has seen the preview.
import { exportPackedParcels, shipByFile } from '#contract/shipping-tracking.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useRef, useState } from 'react';
import { saveCsv } from '../../admin-kit/save-text.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { FileInput } from '../../ui/file-input.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { CARRIERS } from '../tracking.ts';
import { countShipments } from './shipping-words.ts';

export function TrackingFile() {
  const [chosen, setChosen] = useState<string | null>(null);
  const [carrier, setCarrier] = useState(CARRIERS[0]!);
  const input = useRef<HTMLInputElement>(null);
  const trial = useDo(shipByFile);
  const ship = useDo(shipByFile);
  const save = useDo(exportPackedParcels);
  const check = (file: string, by: string) => {
    ship.reset();
    setChosen(file);
    trial.mutate({ file, carrier: by, isTrial: true });
  };
  const finish = (file: string) =>
    ship.mutate(
      { file, carrier, isTrial: false },
      {
        onSuccess: ({ parcels, problems }) => {
          if (problems.length > 0) return;
          setChosen(null);
          trial.reset();
          showToast({ kind: 'success', title: `${countShipments(parcels.length)} shipped` });
        },
      },
    );
  const found = ship.data ?? trial.data;
  return (
    <section aria-label="Tracking numbers" className="grid gap-4 pt-5">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Carrier"
          className="w-44"
          value={carrier}
          options={CARRIERS.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => {
            setCarrier(target.value);
            if (chosen !== null) check(chosen, target.value);
          }}
        />
        <FileInput
          ref={input}
          label="File of tracking numbers"
          accept=".csv,.tsv,.txt,text/csv"
          onChoose={([file]) => void file.text().then((text) => check(text, carrier))}
        />
        <Button variant="secondary" busy={trial.isPending} onClick={() => input.current?.click()}>
          Tracking numbers from a file
        </Button>
        <Button
          variant="secondary"
          busy={save.isPending}
          onClick={() =>
            save.mutate(
              {},
              {
                onSuccess: (text) => saveCsv(text, exportPackedParcels.savedAs),
                onError: (error) =>
                  showToast({
                    kind: 'error',
                    title: 'Nothing was exported',
                    text: messageOf(error),
                  }),
              },
            )
          }
        >
          Export addresses
        </Button>
      </div>
      {/* A live region, so that screen readers announce the result. */}
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {trial.isError && (
          <Banner title="The file could not be checked">{messageOf(trial.error)}</Banner>
        )}
        {ship.isError && <Banner title="Not all are shipped">{messageOf(ship.error)}</Banner>}
        {chosen !== null && found !== undefined && (
          <Preview found={found} busy={ship.isPending} onShip={() => finish(chosen)} />
        )}
      </div>
    </section>
  );
}

const LINES_SHOWN = 20;

type PreviewProps = { found: Reply<typeof shipByFile>; busy: boolean; onShip: () => void };

function Preview({ found: { parcels, known, problems }, busy, onShip }: PreviewProps) {
  if (problems.length > 0) {
    return (
      <>
        <Banner title={`${countOf(problems.length, 'line')} can’t be taken in`}>
          Correct the file and choose it again. Parcels that have left already are skipped then.
        </Banner>
        <ul aria-label="Problems" className="grid gap-1.5 text-small">
          {problems.slice(0, LINES_SHOWN).map(({ line, problem }) => (
            <li key={line} className="grid grid-cols-[84px_minmax(0,1fr)] gap-3">
              <span className="text-text-2 tabular-nums">Line {line}</span>
              <span className="break-words">{problem}</span>
            </li>
          ))}
        </ul>
        {problems.length > LINES_SHOWN && (
          <p className="text-small text-text-2">And {problems.length - LINES_SHOWN} more.</p>
        )}
      </>
    );
  }
  return (
    <>
      <ul aria-label="Parcels of the file" className="grid text-small">
        {parcels.slice(0, LINES_SHOWN).map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5"
          >
            <span className="min-w-0 break-words">{one.recipient ?? 'Deleted'}</span>
            <span className="break-all text-text-2">
              {one.carrier} {one.trackingNumber}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-small text-text-2">
        {parcels.length > LINES_SHOWN && `And ${parcels.length - LINES_SHOWN} more. `}
        {known > 0 && `${countShipments(known)} left with these numbers before. `}
        {parcels.length === 0 && 'There is no new tracking number in this file.'}
      </p>
      {parcels.length > 0 && (
        <div>
          <Button busy={busy} onClick={onShip}>
            Mark {countShipments(parcels.length)} shipped
          </Button>
        </div>
      )}
    </>
  );
}
