// The page on which operators take packs into the stock. They type in one pack, or use a file, which is checked first.
// They also upload photographs of cards here.
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Banner } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import type { LineProblem } from './intake-file.ts';
import { BillFields, billOf, NO_BILL, type TypedBill } from './bill-fields.tsx';
import { IntakeCostsForm } from './intake-costs.tsx';
import { PackIntakeForm } from './stock-intake-form.tsx';
import { PhotographIntake } from './stock-photographs-form.tsx';
import {
  useIntakeRun,
  type Bill,
  type IntakePreview,
  type IntakeRun,
  type TakenIn,
} from './use-intake-run.ts';
import { countOf } from '../../ui/count-of.ts';

export const screen = createLazyRoute('/admin/stock/intake')({ component: IntakePage });

const VIEWS = [
  { name: 'one', label: 'One pack' },
  { name: 'photographs', label: 'Photographs' },
  { name: 'costs', label: 'Costs' },
  { name: 'json', label: 'From JSON' },
] as const;

function IntakePage() {
  const { costs = '' } = screen.useSearch();
  const [view, setView] = useState<(typeof VIEWS)[number]['name']>(costs === '' ? 'one' : 'costs');
  const intake = useIntakeRun();
  return (
    <AdminFrame title="Take in packs">
      <Link
        to="/admin/stock"
        className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        Back to stock
      </Link>
      <Tabs label="Intake" tabs={VIEWS} selected={view} onSelect={setView}>
        <div className="max-w-[860px] pt-5">
          {view === 'one' && <PackIntakeForm />}
          {view === 'photographs' && <PhotographIntake />}
          {view === 'costs' && <IntakeCostsForm first={costs} />}
          {view === 'json' && <FileIntake intake={intake} />}
        </div>
      </Tabs>
    </AdminFrame>
  );
}

type Intake = ReturnType<typeof useIntakeRun>;

function FileIntake({ intake }: { intake: Intake }) {
  const file = useRef<HTMLInputElement>(null);
  const { run } = intake;
  const isBusy = run !== null && ['reading', 'checking', 'taking'].includes(run.state);
  return (
    <div className="grid gap-5">
      <Panel title="Packs from JSON">
        <p className="mb-4 max-w-[64ch] text-small text-text-2">
          The files that the command line imports: one pack per line, as JSON, plain or gzipped.
          Nothing changes until you have seen the preview.
        </p>
        <pre className="mb-5 rounded-control bg-surface-2 px-3 py-2.5 text-small break-words whitespace-pre-wrap">
          {EXAMPLE}
        </pre>
        <FileInput
          ref={file}
          label="Pack file"
          accept=".json,.jsonl,.ndjson,.gz,.txt"
          onChoose={([chosen]) => void intake.choose(chosen)}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="secondary" disabled={isBusy} onClick={() => file.current?.click()}>
            {run === null ? 'Choose a file' : 'Choose another file'}
          </Button>
          {run !== null && <span className="min-w-0 text-small break-all">{run.fileName}</span>}
        </div>
      </Panel>
      {/* A live region, so that screen readers announce the result. */}
      <div aria-live="polite" className="grid gap-5">
        {run !== null && <Run run={run} intake={intake} />}
      </div>
    </div>
  );
}

const EXAMPLE =
  '{"pack": {"packType": "midnight-draft", "serial": "A-0001", "certification": "FF-0001", "cards": [{"set": "mid", "number": "348", "rarity": "mythic", "finish": "foil", "condition": "Near Mint"}, …]}}';

function Run({ run, intake }: { run: IntakeRun; intake: Intake }) {
  switch (run.state) {
    case 'reading':
      return <p className="text-text-2">Reading the file…</p>;
    case 'unreadable':
      return <Banner title="This file can’t be read">{run.problem}</Banner>;
    case 'checking':
      return <ProgressBar label="Checking the packs" {...run.progress} />;
    case 'unchecked':
      return (
        <>
          <Banner title="The packs could not be checked">{run.problem}</Banner>
          <div>
            <Button onClick={intake.checkAgain}>Try again</Button>
          </div>
        </>
      );
    case 'checked':
      return <Preview run={run} onTakeIn={intake.takeIn} />;
    case 'taking':
      return <ProgressBar label="Taking in the packs" {...run.progress} />;
    case 'stopped':
      return (
        <>
          <Banner title={`Stopped after ${countOf(run.progress.done, 'pack')}`}>
            {run.problem}
          </Banner>
          <p className="text-small text-text-2">
            {countOf(run.progress.done, 'pack')} of {run.progress.all.toLocaleString('en-CA')} are
            in stock. Continuing takes in the rest; no pack is taken in twice.
          </p>
          <div>
            <Button onClick={intake.resume}>Continue</Button>
          </div>
        </>
      );
    case 'done':
      return <Done counts={run.counts} onNext={intake.forget} />;
  }
}

const PROBLEMS_SHOWN = 20;

function Preview({
  run: { file, preview },
  onTakeIn,
}: {
  run: Extract<IntakeRun, { state: 'checked' }>;
  onTakeIn: (bill: Bill | null, awaitsDrop: boolean) => void;
}) {
  const { problems } = preview;
  const [typed, setTyped] = useState(NO_BILL);
  return (
    <Panel title="Preview">
      <PreviewCounts preview={preview} />
      {file.repeated > 0 && (
        <p className="mt-3 text-small text-text-2">
          {countOf(file.repeated, 'pack')} appear in the file more than once with the same content,
          and count once.
        </p>
      )}
      {file.packTypes > 0 && (
        <p className="mt-3 text-small text-text-2">
          {file.packTypes === 1
            ? '1 line describes a pack type and is skipped.'
            : `${file.packTypes} lines describe pack types and are skipped.`}{' '}
          Create pack types in the{' '}
          <Link to="/admin/catalogue" className="link">
            catalogue
          </Link>
          .
        </p>
      )}
      {problems.length > 0 ? (
        <Problems problems={problems} />
      ) : preview.newPacks === 0 ? (
        <p className="mt-5 text-small font-[560]">All of these packs were taken in before.</p>
      ) : (
        <WithBill
          typed={typed}
          onType={setTyped}
          packs={file.packs.length}
          knownPacks={preview.knownPacks}
          label={`Take in ${countOf(preview.newPacks, 'pack')}`}
          onTakeIn={onTakeIn}
        />
      )}
    </Panel>
  );
}

type WithBillProps = {
  typed: TypedBill;
  onType: (typed: TypedBill) => void;
  packs: number;
  knownPacks: number;
  label: string;
  onTakeIn: (bill: Bill | null, awaitsDrop: boolean) => void;
};

/** Asks what the packs of the file cost, which may stay unknown, and takes them in. */
function WithBill({ typed, onType, packs, knownPacks, label, onTakeIn }: WithBillProps) {
  const [isChecked, setChecked] = useState(false);
  const [awaitsDrop, setAwaitsDrop] = useState(false);
  const bill = billOf(typed);
  return (
    <form
      noValidate
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!('problems' in bill)) onTakeIn(bill.bill, awaitsDrop);
      }}
    >
      <fieldset>
        <legend className="mb-1 text-small font-[560]">What they cost</legend>
        <p className="mb-3 max-w-[64ch] text-small text-text-2">
          It is split over the {countOf(packs, 'pack')} of this file
          {knownPacks > 0 && ', also over those that were taken in before'}. Packs that name their
          own cost keep it. You can leave this empty and record it later.
        </p>
        <BillFields
          typed={typed}
          onType={onType}
          problems={isChecked && 'problems' in bill ? bill.problems : {}}
        />
      </fieldset>
      <Checkbox
        label="Keep for a drop: not on sale before"
        checked={awaitsDrop}
        onChange={({ target }) => setAwaitsDrop(target.checked)}
      />
      <div>
        <Button type="submit">{label}</Button>
      </div>
    </form>
  );
}

function PreviewCounts({ preview }: { preview: IntakePreview }) {
  if (preview.types.length === 0) {
    return <p className="text-small text-text-2">No pack in this file can be taken in.</p>;
  }
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small">
        <caption className="sr-only">Packs by type</caption>
        <thead>
          <tr className="h-9 border-b border-line text-text-2">
            <th scope="col" className="pr-3 text-left font-[560]">
              Pack type
            </th>
            <th scope="col" className="px-3 text-right font-[560]">
              New
            </th>
            <th scope="col" className="pl-3 text-right font-[560]">
              Taken in before
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.types.map((type) => (
            <tr key={type.packTypeId} className="h-11 border-b border-line">
              <th scope="row" className="pr-3 text-left font-normal">
                {type.name}
                {type.waits && type.newPacks > 0 && (
                  <span className="block text-text-2">
                    A drop of it is on sale: new packs wait until it is over.
                  </span>
                )}
              </th>
              <td className="px-3 text-right tabular-nums">
                {type.newPacks.toLocaleString('en-CA')}
              </td>
              <td className="pl-3 text-right tabular-nums">
                {type.knownPacks.toLocaleString('en-CA')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Problems({ problems }: { problems: LineProblem[] }) {
  const rest = problems.length - PROBLEMS_SHOWN;
  const count = problems.length.toLocaleString('en-CA');
  return (
    <div className="mt-5 grid gap-3">
      <Banner title={problems.length === 1 ? '1 line is wrong' : `${count} lines are wrong`}>
        Nothing is taken in. Fix the file and choose it again.
      </Banner>
      <ul aria-label="Problems" className="grid gap-1.5 text-small">
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, problem }) => (
          <li key={line} className="grid grid-cols-[84px_minmax(0,1fr)] gap-3">
            <span className="text-text-2 tabular-nums">Line {line}</span>
            <span className="break-words">{problem}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="text-small text-text-2">And {rest.toLocaleString('en-CA')} more.</p>
      )}
    </div>
  );
}

function Done({ counts, onNext }: { counts: TakenIn; onNext: () => void }) {
  return (
    <Panel title={`${countOf(counts.newPacks, 'pack')} taken in`}>
      <p className="mb-5 text-small text-text-2">
        {shelfSentence(counts)}
        {counts.knownPacks > 0 && ` ${countOf(counts.knownPacks, 'pack')} taken in before.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/admin/stock" className={buttonClass()}>
          View stock
        </Link>
        <Button variant="secondary" onClick={onNext}>
          Take in another file
        </Button>
      </div>
    </Panel>
  );
}

/** Returns a sentence that says whether the new packs are on sale or wait. */
function shelfSentence({ newPacks, waitingPacks, awaitsDrop }: TakenIn): string {
  if (awaitsDrop) return 'They wait for a drop, and are not on sale before.';
  if (waitingPacks === 0) return 'They are on sale, in a random order that is now fixed.';
  const rest = newPacks - waitingPacks;
  const onSale = `${countOf(rest, 'pack')} of them ${rest === 1 ? 'is' : 'are'} on sale, in a random order that is now fixed. `;
  const waiting = rest === 0 ? 'They wait' : `${countOf(waitingPacks, 'pack')} wait`;
  return `${rest === 0 ? '' : onSale}${waiting} until the drop of their type that is on sale is over, or until they are added to it.`;
}
