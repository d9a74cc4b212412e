// The screen to which a visitor adds a proof, the data that their browser has stored, and a trust policy. It shows the
// results of nine checks. Both the shop's page and the saved file use this screen.
import { aboutWords, type About } from '#domain/packproof/about-proof.ts';
import {
  useRef,
  useState,
  type ComponentType,
  type DragEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { saveTextFile } from '../admin-kit/save-text.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { inputClass } from '../ui/input-class.ts';
import { Panel } from '../ui/panel.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { CheckList, CheckSummary } from './check-list.tsx';
import type * as Checks from './check-proof.ts';
import type { Brought, Outcome } from './check-proof.ts';
import { proofPartOf, fileText, type Part } from './tell-files-apart.ts';

type Named = { name: string; text: string };
type Parts = Partial<Record<Part, Named>>;

const PARTS: Record<Part, { title: string; without: string }> = {
  proof: {
    title: 'The proof of a pack',
    without: 'packproof.json, which the shop made.',
  },
  mine: {
    title: 'What your own browser saved',
    without:
      'mine.json. Without it, two checks rest on the shop’s word. Never take it from the shop.',
  },
  policy: {
    title: 'Who you trust',
    without:
      'Keys of logs and witnesses, as a policy of your own. Without it, only the shop says when the drop was locked.',
  },
};

/**
 * `Title`: shows the name of the pack, with names that the proof does not contain. `isOwn`: returns whether this page
 * can read the log with this name. The saved file omits `isOwn`, because it can't read any log.
 */
export function Verifier({
  load,
  Title,
  isOwn,
}: {
  load: () => Promise<typeof Checks>;
  Title?: ComponentType<{ about: About | undefined }>;
  isOwn?: (log: string) => boolean;
}) {
  const [parts, setParts] = useState<Parts>({});
  const [outcome, setOutcome] = useState<Outcome>();
  const [problems, setProblems] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const check = async (brought: Parts, found: string[] = [], asksLog = false) => {
    setParts(brought);
    setProblems(found);
    // While the log is read, the result without the log stays visible.
    if (!asksLog) setOutcome(undefined);
    if (Object.keys(brought).length === 0) return;
    setBusy(true);
    try {
      const { checkProof, readOwnLog } = await load();
      const texts: Brought = Object.fromEntries(
        Object.entries(brought).map(([part, { text }]) => [part, text]),
      );
      const log = asksLog && texts.proof !== undefined ? await readOwnLog(texts.proof) : undefined;
      setOutcome(checkProof(log ? { ...texts, log } : texts));
    } catch (error) {
      setProblems([...found, `${(error as Error).message}.`]);
    } finally {
      setBusy(false);
    }
  };

  const bring = async (named: (Named | Error)[]) => {
    const next = { ...parts };
    const found: string[] = [];
    for (const one of named) {
      try {
        if (one instanceof Error) throw one;
        const part = proofPartOf(one.text);
        const other = next[part];
        if (other !== undefined && named.includes(other)) {
          found.push(
            `Only ${one.name} is checked, and not ${other.name}: bring one pack at a time.`,
          );
        }
        // An editor may have given the policy Windows line endings, which are harmless. In all other files, any changed
        // byte is damage, so they are used as they are.
        next[part] = part === 'policy' ? { ...one, text: one.text.replaceAll('\r\n', '\n') } : one;
      } catch (error) {
        found.push(`${(error as Error).message}.`);
      }
    }
    // If none of the new files is usable, the earlier proof is removed. Otherwise its result would seem to belong to
    // the new files, although the visitor may have added them to replace it.
    if (found.length > 0 && found.length === named.length) delete next.proof;
    await check(next, found);
  };

  const bringFiles = async (files: Iterable<File>) =>
    bring(
      await Promise.all(
        Array.from(files, async (file) => {
          try {
            return { name: file.name, text: await fileText(file) };
          } catch (error) {
            return error as Error;
          }
        }),
      ),
    );

  const chooser = useRef<HTMLButtonElement>(null);
  const remove = (part: Part) => {
    const { [part]: _removed, ...rest } = parts;
    // The pressed button disappears, so the focus moves to the button that opens the file chooser.
    chooser.current?.focus();
    void check(rest);
  };

  return (
    <div className="grid gap-6">
      <Panel title="Your files">
        <Intake
          chooser={chooser}
          onFiles={(files) => void bringFiles(files)}
          onText={(text) => void bring([{ name: 'Pasted text', text }])}
        />
        <dl className="mt-5 border-t border-line text-small">
          {(Object.keys(PARTS) as Part[]).map((part) => (
            <BroughtLine key={part} part={part} named={parts[part]} onRemove={() => remove(part)} />
          ))}
        </dl>
        <div role="alert">
          {problems.map((problem) => (
            <p key={problem} className="mt-4 flex items-start gap-1.5 text-small text-danger">
              <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
              {problem}
            </p>
          ))}
        </div>
      </Panel>
      {isBusy && !outcome && <output>Checking…</output>}
      {outcome && (
        <Found
          title={Title ? <Title about={outcome.about} /> : aboutWords(outcome.about)}
          outcome={outcome}
          isOwn={isOwn}
          isAsking={isBusy}
          onAskLog={() => void check(parts, [], true)}
        />
      )}
    </div>
  );
}

function Intake({
  chooser,
  onFiles,
  onText,
}: {
  chooser: RefObject<HTMLButtonElement | null>;
  onFiles: (files: Iterable<File>) => void;
  onText: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFiles(event.dataTransfer.files);
  };
  return (
    <>
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border border-dashed border-line-strong p-4"
      >
        <input
          ref={input}
          type="file"
          multiple
          aria-label="Files of a proof"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            onFiles(Array.from(target.files ?? []));
            // Clears the input. Otherwise the browser would report no change when the visitor chooses the same file
            // again.
            target.value = '';
          }}
        />
        <Button ref={chooser} onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <p className="text-small text-text-2">or drop them here. They stay in your browser.</p>
      </div>
      <form
        className="mt-4 grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          // An empty text is ignored, because it would replace the files that the visitor has added.
          if (pasted.trim() === '') return;
          onText(pasted);
          setPasted('');
        }}
      >
        <label htmlFor="pasted" className="text-small font-[560]">
          Or paste the text of a file, or of your policy
        </label>
        <textarea
          id="pasted"
          rows={2}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
          className={`${inputClass} h-auto py-2 font-mono text-small`}
        />
        <Button type="submit" variant="secondary" className="justify-self-start">
          Use this text
        </Button>
      </form>
    </>
  );
}

function BroughtLine({
  part,
  named,
  onRemove,
}: {
  part: Part;
  named: Named | undefined;
  onRemove: () => void;
}) {
  const { title, without } = PARTS[part];
  return (
    <div className="grid items-center gap-x-6 border-b border-line py-2.5 sm:grid-cols-[210px_minmax(0,1fr)]">
      <dt className="font-[560]">{title}</dt>
      <dd className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        {named ? (
          <>
            <span className="min-w-0 break-all">{named.name}</span>
            <Button variant="ghost" onClick={onRemove}>
              Remove<span className="sr-only"> {title}</span>
            </Button>
          </>
        ) : (
          <span className="text-text-2">{without}</span>
        )}
      </dd>
    </div>
  );
}

function Found({
  title,
  outcome: { about, checks, report },
  isOwn,
  isAsking,
  onAskLog,
}: {
  title: ReactNode;
  outcome: Outcome;
  isOwn: ((log: string) => boolean) | undefined;
  isAsking: boolean;
  onAskLog: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const fallback = useFocusFallback(() => heading.current);
  const isHere = about && isOwn?.(about.shop);
  const isWaiting = checks.some(({ state }) => state === 'waiting');
  return (
    <div {...fallback} className="min-w-0">
      <Panel title={title} headingRef={heading}>
        <CheckSummary checks={checks} />
        {isHere === false && (
          <p className="mt-2 text-small text-text-2">
            This proof is from another shop, {about?.shop}. Only that shop’s log can show the rest.
          </p>
        )}
        <div className="mt-4 mb-5 flex flex-wrap gap-3">
          {isHere && isWaiting && (
            <Button variant="secondary" busy={isAsking} onClick={onAskLog}>
              Check the whole drop against the log
            </Button>
          )}
          <Button
            variant="secondary"
            onClick={() => saveTextFile(report, 'checks.txt', 'text/plain')}
          >
            Save this result
          </Button>
        </div>
        <CheckList checks={checks} />
      </Panel>
    </div>
  );
}
