import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A number with its label. `leadsTo`: the list behind it, or null if the reader may not open that. */
export function Figure({
  label,
  value,
  note,
  leadsTo,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  leadsTo: Pick<LinkProps, 'to' | 'search' | 'hash'> | null;
}) {
  return (
    <div className="relative min-w-0 rounded-card border border-line bg-surface p-4 has-[a:hover]:bg-surface-2">
      <dt className="text-small text-text-2">
        {leadsTo === null ? (
          label
        ) : (
          // The link covers the whole tile.
          <Link {...leadsTo} className="link after:absolute after:inset-0">
            {label}
          </Link>
        )}
      </dt>
      <dd className="mt-1 text-h3 font-semibold break-words tabular-nums">{value}</dd>
      {note && <dd className="mt-1 text-small text-text-2">{note}</dd>}
    </div>
  );
}
