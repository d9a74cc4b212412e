// The page on which operators take the house's cards in hand: they type or scan each card's number, compare its
// condition, and put the batch on a shelf.
import { listSingles, type Single } from '#contract/singles-admin.ts';
import type { Condition } from '#domain/card.ts';
import { conditionsFrom, SHELF_LENGTH_MAX } from '#domain/house-card-moves.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useVisitor } from '../../accounts/visitor.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { useAsk } from '../../api/ask.ts';
import { messageOf } from '../../api/messages.ts';
import { CardImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { isBatchComplete, isWrong, type Line } from './batch.ts';
import { Camera, hasCodeReader } from './camera.tsx';
import { useBatch } from './use-batch.ts';

export const screen = createLazyRoute('/admin/singles/take-in-hand')({ component: TakeInHandPage });

function TakeInHandPage() {
  const me = useVisitor();
  return (
    <AdminFrame title="Take in hand">
      <Link
        to="/admin/singles"
        className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        Back to singles
      </Link>
      {me && <Batch key={me.id} userId={me.id} />}
    </AdminFrame>
  );
}

/** The example of a card number, if the shop has no card on sale. */
const NUMBER = 'FF-1049-3';

/** How many cards on sale are read for the names of shelves. */
const KNOWN_MOST = 100;

function Batch({ userId }: { userId: string }) {
  const [isChecked, setChecked] = useState(false);
  const shelfField = useRef<HTMLInputElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const shelvesId = useId();
  const batch = useBatch(userId, ({ taken, onSale }) => {
    const onSaleWords =
      onSale === 0 ? 'None of them has a price yet.' : `${onSale} of them on sale.`;
    showToast({
      kind: 'success',
      title: `${countOf(taken, 'card')} taken in hand`,
      text: onSaleWords,
    });
    number.current?.focus();
  });
  const fallback = useFocusFallback(() => number.current);
  const { shelf, setShelf, lines } = batch;
  const misses = shelf.trim() === '';
  // The cards on sale show how numbers look in this shop, and which shelves it has.
  const forSale = useAsk(listSingles, { state: 'on_sale', page: 1, limit: KNOWN_MOST });
  const known = forSale.data?.singles ?? [];
  const shelves = [...new Set(known.flatMap((one) => one.shelf ?? []))].toSorted();
  useEffect(() => number.current!.focus(), []);
  const take = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (misses) return shelfField.current!.focus();
    if (!batch.isTaking && isBatchComplete(lines)) batch.take();
  };
  return (
    <div {...fallback} className="grid max-w-[760px] gap-5">
      <Panel title="Batch">
        <p className="mb-4 max-w-[64ch] text-small text-text-2">
          Scan or type the number on each sleeve, such as {known[0]?.cardNumber ?? NUMBER}, or on
          the grader’s label, and press Enter. Compare the condition: it can be worse than recorded,
          never better.
        </p>
        <div className="grid gap-4 sm:grid-cols-[200px_minmax(0,1fr)]">
          <Field
            ref={shelfField}
            label="Shelf"
            autoComplete="off"
            list={shelvesId}
            maxLength={SHELF_LENGTH_MAX}
            value={shelf}
            onChange={({ target }) => setShelf(target.value)}
            error={misses && (isChecked || lines.length > 0) ? 'Shelf is required' : undefined}
          />
          <datalist id={shelvesId}>
            {shelves.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </datalist>
          <NumberField
            field={number}
            news={batch.news}
            onNumber={(typed) => void batch.add(typed)}
          />
        </div>
        <CameraPart onCode={(code) => void batch.add(code)} />
      </Panel>
      <form onSubmit={take} noValidate className="grid gap-4">
        {lines.length > 0 && (
          <ul aria-label="Cards of the batch" className="grid gap-3">
            {lines.map((line) => (
              <BatchLine
                key={line.key}
                line={line}
                onCondition={(condition) => batch.change(line.key, condition)}
                onShelf={shelf === line.single?.lastShelf ? null : setShelf}
                onRemove={() => batch.remove(line.key)}
              />
            ))}
          </ul>
        )}
        {batch.error && <Banner title="Nothing was taken in hand">{messageOf(batch.error)}</Banner>}
        <TakeButton lines={lines} busy={batch.isTaking} />
      </form>
    </div>
  );
}

/** A scanner types a number and presses Enter, as a person does. */
function NumberField({
  field,
  news,
  onNumber,
}: {
  field: RefObject<HTMLInputElement | null>;
  news: string;
  onNumber: (typed: string) => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <form
      noValidate
      aria-label="Add a card"
      onSubmit={(event) => {
        event.preventDefault();
        onNumber(typed);
        setTyped('');
      }}
      className="grid gap-1.5"
    >
      <Field
        ref={field}
        label="Card number or label"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="enter"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <output aria-live="polite" className="min-h-5 text-small break-words text-text-2">
        {news}
      </output>
    </form>
  );
}

function CameraPart({ onCode }: { onCode: (code: string) => void }) {
  // The server does not know what the browser can do.
  const isHydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  if (!isHydrated || !hasCodeReader()) return null;
  return (
    <div className="mt-4">
      {isOpen ? (
        <Camera onCode={onCode} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Use the camera
        </Button>
      )}
    </div>
  );
}

function BatchLine({
  line,
  onCondition,
  onShelf,
  onRemove,
}: {
  line: Line;
  onCondition: (condition: Condition) => void;
  /** Chooses the shelf of the batch. Null if the card's last shelf is chosen. */
  onShelf: ((shelf: string) => void) | null;
  onRemove: () => void;
}) {
  const { single, number, problem, condition } = line;
  return (
    <li
      className={`grid grid-cols-[56px_minmax(0,1fr)] items-start gap-4 rounded-card border bg-surface p-4 sm:grid-cols-[56px_minmax(0,1fr)_180px_auto] ${
        isWrong(line) ? 'border-danger' : 'border-line'
      }`}
    >
      <CardImage
        src={single?.image ?? '/card-back.svg'}
        alt=""
        eager
        sizes="56px"
        className="w-14"
      />
      <div className="grid min-w-0 gap-0.5 text-small">
        <span className="font-semibold break-words">
          {single?.name ?? (isWrong(line) ? 'No card' : 'Loading…')}
        </span>
        {single !== null && <Printing single={single} />}
        <span className="break-words text-text-2">{number}</span>
        {single !== null && single.lastShelf !== null && (
          <LastShelf shelf={single.lastShelf} onShelf={onShelf} />
        )}
        {problem !== null && (
          <span className="flex items-start gap-1.5 text-danger">
            <Icon name="warning" size={18} className="mt-0.5 shrink-0" />
            {problem}
          </span>
        )}
      </div>
      {single !== null && condition !== null && !isWrong(line) ? (
        <Select
          className="max-sm:col-start-2"
          label={
            <>
              Condition
              <span className="sr-only">
                {' '}
                of {single.name}, {number}
              </span>
            </>
          }
          value={condition}
          onChange={({ target }) => onCondition(target.value as Condition)}
          options={conditionsFrom(single.condition).map((one) => ({ value: one, label: one }))}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <div className="max-sm:col-start-2 max-sm:-ml-5 sm:pt-6.5">
        <Button variant="ghost" onClick={onRemove}>
          Remove<span className="sr-only"> {number}</span>
        </Button>
      </div>
    </li>
  );
}

/** The shelf where a card still lies that was sold and returned without leaving it. */
function LastShelf({
  shelf,
  onShelf,
}: {
  shelf: string;
  onShelf: ((shelf: string) => void) | null;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-text-2">
      Was on {shelf}
      {onShelf !== null && (
        <Button size="small" variant="secondary" onClick={() => onShelf(shelf)} className="hit-44">
          Put the batch on {shelf}
        </Button>
      )}
    </span>
  );
}

function Printing({ single }: { single: Single }) {
  return (
    <span className="break-words text-text-2">
      {single.set_name} {single.number}
      {single.label !== null && `, label ${single.label}`}
    </span>
  );
}

function TakeButton({ lines, busy }: { lines: Line[]; busy: boolean }) {
  const wrong = lines.filter(isWrong).length;
  if (lines.length === 0) return null;
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-bg py-3">
      <Button type="submit" busy={busy} disabled={!isBatchComplete(lines)}>
        Take {countOf(lines.length, 'card')} in hand
      </Button>
      {wrong > 0 && (
        <p className="text-small text-text-2">
          {wrong === 1
            ? 'Remove the line that is wrong first.'
            : `Remove the ${wrong} lines that are wrong first.`}
        </p>
      )}
    </div>
  );
}
