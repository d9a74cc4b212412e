// The page on which operators import CSV files. The address names the import, so its progress survives a reload.
import {
  IMPORT_START_BYTES_MAX,
  listImports,
  readImportHeads,
  showImportTemplate,
  startImport,
  type ImportSummary,
} from '#contract/imports.ts';
import { rightsOf } from '#domain/access.ts';
import {
  columnsForAll,
  IMPORT_COLUMNS,
  importableKinds,
  type ChosenColumn,
  type ImportColumn,
  type ImportKind,
  type ValueForAll,
} from '#domain/import-file.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { PAGE_LIMIT, POLL_SOON_MS } from '../admin-kit/listing.ts';
import { saveCsv } from '../admin-kit/save-text.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { base64Of } from '../browser/base64.ts';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import { Field } from '../ui/field.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Panel } from '../ui/panel.tsx';
import { Select } from '../ui/select.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { ImportPanel } from './import-panel.tsx';
import { KIND_NOTES, KIND_WORDS, STATE_WORDS } from './import-words.ts';
import type { ImportsSearch } from './imports-search.ts';

export const screen = createLazyRoute('/admin/imports')({ component: ImportsPage });

function ImportsPage() {
  const { kind = 'prices', id } = screen.useSearch() as ImportsSearch;
  const navigate = useNavigate();
  const go = (search: ImportsSearch) => void navigate({ to: '/admin/imports', search });
  return (
    <AdminFrame title="Import">
      <div className="grid max-w-[860px] gap-5">
        {id === undefined ? (
          <>
            <ChooseFile
              kind={kind}
              onKind={(chosen) => go({ kind: chosen })}
              onStart={(started) => go({ kind, id: started })}
            />
            <Recent />
          </>
        ) : (
          <>
            <Link
              to="/admin/imports"
              search={{ kind }}
              className="-ml-2 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
            >
              <Icon name="left" size={16} />
              All imports
            </Link>
            <ImportPanel id={id} />
          </>
        )}
      </div>
    </AdminFrame>
  );
}

type ChosenFile = { name: string; bytes: Uint8Array };

/** A file with heads that the shop does not know, or without columns for which one value may hold. */
type UnmappedFile = { file: ChosenFile; unread: string[]; missing: string[]; free: string[] };

type ChooseFileProps = {
  kind: ImportKind;
  onKind: (kind: ImportKind) => void;
  onStart: (id: string) => void;
};

function ChooseFile({ kind, onKind, onStart }: ChooseFileProps) {
  const me = useVisitor();
  const file = useRef<HTMLInputElement>(null);
  const [unmapped, setUnmapped] = useState<UnmappedFile | null>(null);
  const heads = useDo(readImportHeads);
  const start = useDo(startImport);
  const template = useDo(showImportTemplate);
  const send = (
    { name, bytes }: ChosenFile,
    chosen: ChosenColumn[] = [],
    forAll: ValueForAll[] = [],
  ) => {
    start.mutate(
      { kind, fileName: name, file: base64Of(bytes), chosen, forAll },
      { onSuccess: ({ id }) => onStart(id) },
    );
  };
  const choose = async (file: File) => {
    const chosen = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    setUnmapped(null);
    start.reset();
    heads.mutate(
      { kind, start: base64Of(firstLines(chosen.bytes)) },
      {
        onSuccess: (found) => {
          const asks = found.unread.length > 0 || columnsForAll(kind, found.free).length > 0;
          if (!asks) send(chosen);
          else setUnmapped({ ...found, file: chosen });
        },
      },
    );
  };
  const failed = start.error ?? heads.error;
  return (
    <Panel title="A CSV file">
      <p className="mb-4 max-w-[64ch] text-small text-text-2">
        The first line names the columns, in any order and in any words: you choose what an unknown
        one is. Commas, semicolons or tabs separate them. Empty cells change nothing, and the same
        file twice changes nothing. You see a preview first.
      </p>
      <Select
        label="What it holds"
        value={kind}
        onChange={({ target }) => {
          setUnmapped(null);
          onKind(target.value as ImportKind);
        }}
        className="mb-4 max-w-[320px]"
        options={importableKinds({ rights: me ? rightsOf(me) : [] }).map((one) => ({
          value: one,
          label: KIND_WORDS[one],
        }))}
      />
      {KIND_NOTES[kind] !== undefined && (
        <p className="mb-4 max-w-[64ch] text-small">{KIND_NOTES[kind]}</p>
      )}
      <Columns kind={kind} />
      <FileInput
        ref={file}
        label="CSV file"
        accept=".csv,.tsv,.txt,text/csv"
        onChoose={([chosen]) => void choose(chosen)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          busy={heads.isPending || (start.isPending && unmapped === null)}
          onClick={() => file.current?.click()}
        >
          Choose a file
        </Button>
        <Button
          variant="secondary"
          busy={template.isPending}
          onClick={() =>
            template.mutate(
              { kind },
              {
                onSuccess: (text) => saveCsv(text, `${kind}.csv`),
                onError: (error) =>
                  showToast({ kind: 'error', title: 'No template', text: messageOf(error) }),
              },
            )
          }
        >
          Download the template
        </Button>
      </div>
      <div aria-live="polite" className="mt-4 empty:hidden">
        {unmapped !== null && (
          <ChooseColumns
            key={unmapped.file.name}
            kind={kind}
            found={unmapped}
            busy={start.isPending}
            onSend={(chosen, forAll) => send(unmapped.file, chosen, forAll)}
          />
        )}
        {failed !== null && <Banner title="This file can’t be taken">{messageOf(failed)}</Banner>}
      </div>
    </Panel>
  );
}

const LINE_FEED = 10;

/** The beginning of a file up to the end of a line, so that no character is cut. */
function firstLines(bytes: Uint8Array): Uint8Array {
  const first = bytes.subarray(0, IMPORT_START_BYTES_MAX);
  const end = first.lastIndexOf(LINE_FEED);
  return first.length === bytes.length || end === -1 ? first : first.subarray(0, end + 1);
}

type ChooseColumnsProps = {
  kind: ImportKind;
  found: UnmappedFile;
  busy: boolean;
  onSend: (chosen: ChosenColumn[], forAll: ValueForAll[]) => void;
};

/** A select for each head that the shop does not know, and a field for each column for which one value may hold. */
function ChooseColumns({ kind, found, busy, onSend }: ChooseColumnsProps) {
  const [columns, setColumns] = useState<Record<string, string>>({});
  const [values, setValues] = useState<Record<string, string>>({});
  const taken = Object.values(columns);
  const missing = found.missing.filter((name) => !taken.includes(name));
  const optionsFor = (head: string) => [
    { value: '', label: 'Not read' },
    ...found.free
      .filter((name) => columns[head] === name || !taken.includes(name))
      .map((name) => ({ value: name, label: name })),
  ];
  const chosen = Object.entries(columns).flatMap(([head, column]) =>
    column === '' ? [] : [{ head, column }],
  );
  const forAll = columnsForAll(
    kind,
    found.free.filter((name) => !taken.includes(name)),
  );
  const said = forAll.flatMap(({ name }) => {
    const value = values[name]?.trim() ?? '';
    return value === '' ? [] : [{ column: name, value }];
  });
  return (
    <div className="mb-4 grid gap-3">
      {found.unread.length > 0 && (
        <p className="max-w-[64ch] text-small">
          Some columns of {found.file.name} have names that the shop does not know. Choose what they
          are, or leave them out.
        </p>
      )}
      {[...new Set(found.unread)].map((head) => (
        <Select
          key={head}
          label={`Column “${head}”`}
          value={columns[head] ?? ''}
          onChange={({ target }) => setColumns({ ...columns, [head]: target.value })}
          className="max-w-[320px]"
          options={optionsFor(head)}
        />
      ))}
      {forAll.length > 0 && (
        <p className="max-w-[64ch] text-small">
          {found.file.name} does not say this. If it is the same for all lines, say it here.
        </p>
      )}
      {forAll.map((column) => (
        <ValueField
          key={column.name}
          column={column}
          value={values[column.name] ?? ''}
          onChange={(value) => setValues({ ...values, [column.name]: value })}
        />
      ))}
      {missing.length > 0 && (
        <p className="text-small text-text-2">Still needed: {missing.join(', ')}.</p>
      )}
      <div>
        <Button busy={busy} disabled={missing.length > 0} onClick={() => onSend(chosen, said)}>
          Send the file
        </Button>
      </div>
    </div>
  );
}

type ValueFieldProps = {
  column: ImportColumn;
  value: string;
  onChange: (value: string) => void;
};

function ValueField({ column: { name, hint, forAll }, value, onChange }: ValueFieldProps) {
  const label = `All lines: ${name}`;
  if (forAll?.values === undefined) {
    return (
      <Field
        label={label}
        hint={hint}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="max-w-[320px]"
      />
    );
  }
  return (
    <Select
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="max-w-[320px]"
      options={[
        { value: '', label: 'Not said' },
        ...forAll.values.map((one) => ({ value: one, label: one })),
      ]}
    />
  );
}

function Columns({ kind }: { kind: ImportKind }) {
  return (
    <dl
      aria-label="Columns"
      className="mb-5 grid gap-x-4 gap-y-1.5 text-small sm:grid-cols-[150px_minmax(0,1fr)]"
    >
      {IMPORT_COLUMNS[kind].map(({ name, hint, isRequired }) => (
        <div key={name} className="contents">
          <dt className="font-[560]">
            {name}
            {isRequired === true && <span className="font-normal text-text-2"> (needed)</span>}
          </dt>
          <dd className="text-text-2 max-sm:mb-2">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

function Recent() {
  const imports = useAsk(listImports, { limit: PAGE_LIMIT }, { refetchInterval: POLL_SOON_MS });
  return (
    <Panel title="Recent imports">
      <WhenLoaded list={imports} what="imports">
        {({ imports: found }) =>
          found.length === 0 ? (
            <p className="text-small text-text-2">There are none yet.</p>
          ) : (
            <ul aria-label="Recent imports" className="grid gap-1">
              {found.map((one) => (
                <RecentImport key={one.id} found={one} />
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </Panel>
  );
}

function RecentImport({ found }: { found: ImportSummary }) {
  const { id, kind, fileName, state, lines, createdAt, by } = found;
  return (
    <li>
      <Link
        to="/admin/imports"
        search={{ kind, id }}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-control px-2 py-1.5 text-small no-underline hover:bg-surface-2"
      >
        <span className="min-w-0 break-all">
          <span className="font-[560]">{KIND_WORDS[kind]}</span> {fileName}
        </span>
        <span className="text-text-2">
          {STATE_WORDS[state]}
          {lines > 0 && `, ${countOf(lines, 'line')}`}, {formatMoment(createdAt)}, {by}
        </span>
      </Link>
    </li>
  );
}
