// One import: how far it is, what it would change, and the lines that are wrong.
import {
  applyImport,
  discardImport,
  exportWrongLines,
  showImport,
  stopImport,
  type ImportDetail,
  type ImportLine,
} from '#contract/imports.ts';
import { IMPORT_ALL_LINES_MAX, type ImportMode } from '#domain/import-file.ts';
import { formatCad } from '#domain/money.ts';
import { useState } from 'react';
import { saveCsv } from '../admin-kit/save-text.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Changes } from '../catalogue/admin/last-changes.tsx';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { countOf } from '../ui/count-of.ts';
import { formatMoment } from '../ui/moments.ts';
import { Panel } from '../ui/panel.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Banner } from '../ui/states.tsx';
import { isWorked, KIND_WORDS, THING_WORDS } from './import-words.ts';

/** How often the progress is read while the shop works on the import. */
const POLL_PROGRESS_MS = 1_000;

export function ImportPanel({ id }: { id: string }) {
  const found = useAsk(
    showImport,
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data === undefined || isWorked(data.state) ? POLL_PROGRESS_MS : false,
    },
  );
  return (
    <WhenLoaded list={found} what="import">
      {(one) => (
        <Panel title={`${KIND_WORDS[one.kind]}: ${one.fileName}`}>
          {/* A live region, so that screen readers announce the result. */}
          <div aria-live="polite" className="grid gap-4">
            <Shown found={one} />
          </div>
        </Panel>
      )}
    </WhenLoaded>
  );
}

function Shown({ found }: { found: ImportDetail }) {
  switch (found.state) {
    case 'reading':
      return <p className="text-text-2">Reading the file…</p>;
    case 'checking':
      return <ProgressBar label="Checking the lines" done={found.worked} all={found.lines} />;
    case 'applying':
      return <Applying found={found} />;
    case 'unreadable':
      return <Banner title="This file can’t be read">{found.problem}</Banner>;
    case 'discarded':
      return (
        <p className="text-text-2">
          This import was discarded.{' '}
          {found.mode === 'right' ? countsSentence(found, 'past') : 'Nothing was changed.'}
        </p>
      );
    case 'checked':
      return <Preview found={found} />;
    case 'stopped':
      return <Stopped found={found} />;
    case 'done':
      return (
        <>
          <p className="font-[560]">{countsSentence(found, 'past')}</p>
          {found.kind === 'prices' && <Changes id={found.id} />}
          <Wrong found={found} />
        </>
      );
  }
}

const DONE_WORDS = {
  future: { new: ['is new', 'are new'], changed: ['changes', 'change'] },
  past: { new: ['came in', 'came in'], changed: ['changed', 'changed'] },
} as const;

/** "3 packs are new, 12 prices change, 40 lines change nothing." */
function countsSentence({ kind, counts }: ImportDetail, when: keyof typeof DONE_WORDS): string {
  const part = (count: number, thing: string, [one, many]: readonly [string, string]) =>
    count === 0 ? [] : [`${countOf(count, thing)} ${count === 1 ? one : many}`];
  const words = DONE_WORDS[when];
  const [changesOne, changes] = words.changed;
  const parts = [
    ...part(counts.new, THING_WORDS[kind], words.new),
    ...part(counts.changed, THING_WORDS[kind], words.changed),
    ...part(counts.same, 'line', [`${changesOne} nothing`, `${changes} nothing`]),
  ];
  return parts.length === 0 ? `No line ${changesOne} anything.` : `${parts.join(', ')}.`;
}

function Preview({ found }: { found: ImportDetail }) {
  const { counts, warned } = found;
  const [accepts, setAccepts] = useState(false);
  const apply = useDo(applyImport);
  const discard = useDo(discardImport);
  const leftOut = counts.wrong + (accepts ? 0 : warned);
  const right = counts.new + counts.changed - (accepts ? 0 : warned);
  const thing = THING_WORDS[found.kind];
  const isLong = found.lines > IMPORT_ALL_LINES_MAX;
  const press = (mode: ImportMode) => apply.mutate({ id: found.id, mode, acceptWarnings: accepts });
  return (
    <>
      {found.problem !== null && <Banner title="Nothing was changed">{found.problem}</Banner>}
      <p className="font-[560]">
        {countsSentence(found, 'future')}
        {warned > 0 &&
          ` ${countOf(warned, 'line')} of these ${warned === 1 ? 'is' : 'are'} left out unless you accept ${warned === 1 ? 'it' : 'them'} below.`}
      </p>
      {found.credits !== null && found.credits.bought + found.credits.earned > 0 && (
        <p>
          Credits in all: {formatCad(found.credits.bought)} bought,{' '}
          {formatCad(found.credits.earned)} earned.
        </p>
      )}
      {found.chosen.length > 0 && (
        <p className="text-small text-text-2">
          {found.chosen.map(({ head, column }) => `“${head}” is read as ${column}`).join(', ')}.
        </p>
      )}
      {found.forAll.length > 0 && (
        <p className="text-small text-text-2">
          For all lines: {found.forAll.map(({ column, value }) => `${column} ${value}`).join(', ')}.
        </p>
      )}
      {found.unread.length > 0 && (
        <p className="text-small text-text-2">
          Columns that are not read: {found.unread.join(', ')}.
        </p>
      )}
      <ChangedLines lines={found.changes} all={counts.new + counts.changed} />
      {warned > 0 && (
        <>
          <Banner title={`${countOf(warned, 'line')} may be a slip`}>
            {accepts
              ? 'You accept them: they are taken in all the same.'
              : 'Without your yes they are left out.'}
          </Banner>
          <Lines
            name="Warnings"
            lines={found.warnings}
            all={warned}
            textOf={({ warning }) => warning!}
          />
          <Checkbox
            label={`Take in ${warned === 1 ? 'this line' : `these ${warned.toLocaleString('en-CA')} lines`} all the same`}
            checked={accepts}
            onChange={({ target }) => setAccepts(target.checked)}
          />
        </>
      )}
      <Wrong found={found} />
      {apply.isError && <Banner title="Nothing was changed">{messageOf(apply.error)}</Banner>}
      {discard.isError && <Banner title="It was not discarded">{messageOf(discard.error)}</Banner>}
      {right > 0 && isLong && (
        <p className="text-small text-text-2">
          More than {IMPORT_ALL_LINES_MAX.toLocaleString('en-CA')} lines are taken in piece by
          piece, so that drops and price changes don’t wait. Lines that are no longer as this
          preview says are left out, and you can stop in between.
          {found.kind === 'prices' && ' They can’t be undone as one.'}
        </p>
      )}
      {right > 0 && !isLong && found.kind === 'prices' && (
        <p className="text-small text-text-2">One entry of the audit log. You can undo it.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {right > 0 && (
          <Button
            busy={apply.isPending}
            onClick={() => press(leftOut === 0 && !isLong ? 'all' : 'right')}
          >
            {leftOut === 0
              ? `Take in all ${countOf(right, thing)}`
              : `Take in ${countOf(right, thing)}, leave out ${countOf(leftOut, 'line')}`}
          </Button>
        )}
        <Button
          variant="secondary"
          busy={discard.isPending}
          onClick={() => discard.mutate({ id: found.id })}
        >
          Discard
        </Button>
      </div>
    </>
  );
}

function Applying({ found }: { found: ImportDetail }) {
  const stop = useDo(stopImport);
  return (
    <>
      <ProgressBar label="Applying the lines" done={found.worked} all={found.lines} />
      {stop.isError && <Banner title="It was not stopped">{messageOf(stop.error)}</Banner>}
      {found.lines > IMPORT_ALL_LINES_MAX && (
        <div>
          <Button
            variant="secondary"
            busy={stop.isPending}
            onClick={() => stop.mutate({ id: found.id })}
          >
            Stop
          </Button>
        </div>
      )}
    </>
  );
}

function Stopped({ found }: { found: ImportDetail }) {
  const apply = useDo(applyImport);
  const discard = useDo(discardImport);
  return (
    <>
      <Banner title={`Stopped after ${countOf(found.worked, 'line')}`}>{found.problem}</Banner>
      <p className="font-[560]">{countsSentence(found, 'past')}</p>
      <Wrong found={found} />
      {apply.isError && <Banner title="It did not go on">{messageOf(apply.error)}</Banner>}
      {discard.isError && <Banner title="It was not discarded">{messageOf(discard.error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={apply.isPending}
          onClick={() => apply.mutate({ id: found.id, mode: found.mode! })}
        >
          Go on
        </Button>
        <Button
          variant="secondary"
          busy={discard.isPending}
          onClick={() => discard.mutate({ id: found.id })}
        >
          Discard the rest
        </Button>
      </div>
    </>
  );
}

function ChangedLines({ lines, all }: { lines: ImportLine[]; all: number }) {
  return (
    <Lines
      name="Changes"
      lines={lines}
      all={all}
      textOf={({ subject, outcome, changes, warning }) =>
        [
          outcome === 'new' ? `${subject} is new` : subject,
          ...changes.map(changeWords),
          ...(warning === null ? [] : ['may be a slip (below)']),
        ].join(', ')
      }
    />
  );
}

function changeWords({ field, before, after, heldBy }: ImportLine['changes'][number]): string {
  const words = before === null ? `${field} ${after}` : `${field} ${before} → ${after}`;
  return heldBy === undefined
    ? words
    : `${words} (when drop ${heldBy.number} is over, ${formatMoment(heldBy.closesBy)} at the latest)`;
}

/** The wrong lines, and a button that downloads them so that an operator can correct them. */
function Wrong({ found }: { found: ImportDetail }) {
  const file = useDo(exportWrongLines);
  const { wrong } = found.counts;
  if (wrong === 0) return null;
  if (found.problems.length === 0) {
    return (
      <p className="text-text-2">
        {wrong === 1 ? '1 line was wrong' : `${wrong.toLocaleString('en-CA')} lines were wrong`}.
        They are no longer kept.
      </p>
    );
  }
  return (
    <>
      <Banner
        title={wrong === 1 ? '1 line is wrong' : `${wrong.toLocaleString('en-CA')} lines are wrong`}
      >
        Download these lines, repair them, and choose that file: the column “problem” is not read.
      </Banner>
      <Lines
        name="Problems"
        lines={found.problems}
        all={wrong}
        textOf={({ problem }) => problem!}
      />
      {file.isError && <Banner title="Nothing was downloaded">{messageOf(file.error)}</Banner>}
      <div>
        <Button
          variant="secondary"
          busy={file.isPending}
          onClick={() =>
            file.mutate(
              { id: found.id },
              { onSuccess: (text) => saveCsv(text, `wrong-lines-${found.fileName}`) },
            )
          }
        >
          Download the wrong lines
        </Button>
      </div>
    </>
  );
}

type LinesProps = {
  name: string;
  lines: ImportLine[];
  all: number;
  textOf: (line: ImportLine) => string;
};

function Lines({ name, lines, all, textOf }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <div className="grid gap-1.5 text-small">
      <ul aria-label={name} className="grid gap-1.5">
        {lines.map((line) => (
          <li key={line.line} className="grid grid-cols-[84px_minmax(0,1fr)] gap-3">
            <span className="text-text-2 tabular-nums">Line {line.line}</span>
            <span className="break-words">{textOf(line)}</span>
          </li>
        ))}
      </ul>
      {all > lines.length && (
        <p className="text-text-2">And {(all - lines.length).toLocaleString('en-CA')} more.</p>
      )}
    </div>
  );
}
