// What the lists of orders and money share: their filters, their export, and their state.
import { COUNTED_MOST } from '#contract/paging.ts';
import { EXPORT_DAYS_MAX, type exportOrders } from '#contract/checkout-admin.ts';
import type { exportTransactions } from '#contract/wallet-admin.ts';
import { useEffect, useState, type ReactNode } from 'react';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { endOfDay, startOfDay } from '../ui/moments.ts';
import { Pagination } from '../ui/pagination.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

/** "3 orders"; "500+ orders" where the list did not count on. */
export function countWords(total: number, one: string): string {
  if (total >= COUNTED_MOST) return `${COUNTED_MOST.toLocaleString('en-CA')}+ ${one}s`;
  return `${total} ${one}${total === 1 ? '' : 's'}`;
}

// A word is typed in less; the list need not follow every letter.
const TYPING_PAUSE_MS = 300;

/** A search that follows what is typed, and is what the address says when that changes otherwise. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [before, setBefore] = useState(value);
  if (value !== before) {
    setBefore(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }
  useEffect(() => {
    if (text.trim() === asked) return;
    const pause = setTimeout(() => {
      setAsked(text.trim());
      onChange(text.trim());
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  });
  return (
    <Field
      label={<span className="font-normal text-text-2">{label}</span>}
      type="search"
      maxLength={200}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

export function DayField({
  label,
  value = '',
  onChange,
}: {
  label: string;
  value?: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <Field
      label={<span className="font-normal text-text-2">{label}</span>}
      type="date"
      // A day counts when it is all there; another one from the address starts the field anew.
      key={value}
      defaultValue={value}
      onChange={({ target }) => {
        if (target.value !== value && target.validity.valid) onChange(target.value);
      }}
    />
  );
}

/** How many a list holds in all, and the way to its other pages. */
export function ListFoot({
  label,
  one,
  pagination: { total, totalPages },
  page,
  onPage,
  className,
}: {
  label: string;
  /** What one of them is called. */
  one: string;
  pagination: { total: number; totalPages: number };
  page: number;
  onPage: (page: number) => void;
  className?: string;
}) {
  return (
    <div className={classNames('flex flex-wrap items-center justify-between gap-4', className)}>
      <p className="text-small text-text-2">{countWords(total, one)}</p>
      <Pagination label={label} page={page} totalPages={totalPages} onPage={onPage} />
    </div>
  );
}

type Listed = { data: unknown; isError: boolean; error: Error | null; refetch: () => unknown };

/** A list, or why it is not here. */
export function WhenLoaded({
  list,
  what,
  children,
}: {
  list: Listed;
  what: string;
  children: ReactNode;
}) {
  if (list.data) return children;
  if (list.isError) {
    return (
      <ErrorState
        title={`Failed to load the ${what}`}
        text={messageOf(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  return (
    <Loading text={`Loading the ${what}…`}>
      <Skeleton className="mt-6 h-80" />
    </Loading>
  );
}

const DAY_MS = 86_400_000;

const DAYS_UNLESS_ASKED = 30;

function dayOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Saves the rows of the chosen days; of the last thirty where none are chosen. */
export function ExportButton({
  row,
  from,
  to,
}: {
  row: typeof exportOrders | typeof exportTransactions;
  from: string | undefined;
  to: string | undefined;
}) {
  const rows = useDo(row);
  const save = () => {
    const last = to ?? dayOf(new Date());
    const end = new Date(`${last}T12:00:00`);
    const first = from ?? dayOf(new Date(end.getTime() - (DAYS_UNLESS_ASKED - 1) * DAY_MS));
    const days = Math.round((end.getTime() - new Date(`${first}T12:00:00`).getTime()) / DAY_MS) + 1;
    if (days < 1 || days > EXPORT_DAYS_MAX) {
      const text = `Choose from 1 to ${EXPORT_DAYS_MAX} days.`;
      showToast({ kind: 'error', title: 'Nothing was exported', text });
      return;
    }
    rows.mutate(
      { from: startOfDay(first), to: endOfDay(last) },
      {
        onSuccess: (text) => saveText(text, row.savedAs),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
      },
    );
  };
  return (
    <Button look="secondary" busy={rows.isPending} onClick={save}>
      Export CSV
    </Button>
  );
}

/** The mark tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Facts of one thing, in a drawer. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="border-t border-line text-small">
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-4 border-b border-line py-2.5"
        >
          <dt className="text-text-2">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "12", or "500+" where the list did not count on. */
export function countedWords(count: number): string {
  return count >= COUNTED_MOST ? `${COUNTED_MOST.toLocaleString('en-CA')}+` : String(count);
}
