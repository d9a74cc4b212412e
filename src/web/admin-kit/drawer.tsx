// A panel that shows one item beside the list of items. If there is no item to show, the panel says that it is loading,
// failed to load, or does not exist.
import { useId, type ReactNode, type Ref } from 'react';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import type { Asked } from '../lists/when-loaded.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';

type DrawerProps<Row> = {
  title: string;
  /** The kind of item, as a word in the texts: "order". */
  what: string;
  query: Asked<Row | null>;
  /** The text if the item does not exist. */
  missing?: string;
  onClose: () => void;
  children: (row: Row) => ReactNode;
};

export function Drawer<Row>({
  title,
  what,
  query,
  missing = `There is no such ${what}.`,
  onClose,
  children,
}: DrawerProps<Row>) {
  const { data } = query;
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={title}>
      {data ? (
        children(data)
      ) : data === null || isMissing(query.error) ? (
        <EmptyState title={`${capitalised(what)} not found`} text={missing} headingLevel="p" />
      ) : query.isError ? (
        <ErrorState
          title={`Failed to load this ${what}`}
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading text={`Loading the ${what}…`}>
          <Skeleton className="mt-6 h-60" />
        </Loading>
      )}
    </Dialog>
  );
}

/**
 * Returns whether the item does not exist. A validation error also means that it does not exist, because the id in the
 * URL is the only input of the call.
 */
function isMissing(error: Error | null): boolean {
  if (error === null) return false;
  const { code } = asApiError(error);
  return code.endsWith('NOT_FOUND') || code === 'VALIDATION_ERROR';
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A part of a drawer, with its heading. */
export function DrawerSection({
  title,
  headingRef,
  children,
}: {
  title: string;
  /** A ref for the heading, so that it can get the focus. Given only if the section reports an action. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3
        ref={headingRef}
        tabIndex={headingRef ? -1 : undefined}
        id={id}
        className="mb-3 text-body font-semibold"
      >
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A table of an item's attributes. */
export function DetailList({ details }: { details: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="border-t border-line text-small">
      {details.map(([label, value]) => (
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
