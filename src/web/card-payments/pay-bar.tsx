import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { Price } from '../ui/price.tsx';

/** The pay button. On a phone, it is always at the bottom of the window with the total beside it. */
export function PayBar({ total, children }: { total: Cents | null; children: ReactNode }) {
  return (
    <div className="pay-bar pay-bar-fixed flex items-center gap-5 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-bg max-lg:px-[var(--page-edge)] max-lg:py-3">
      <p className="shrink-0 text-small text-text-2 lg:hidden">
        Total
        <span className="block text-price font-[680] text-text">
          {total === null ? '–' : <Price amount={total} />}
        </span>
      </p>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** A `PayBar`, or a plain button if `total` is undefined because the form is in a panel of its own. */
export function PayButton({ total, children }: { total: Cents | undefined; children: ReactNode }) {
  if (total === undefined) return <div className="mt-2">{children}</div>;
  return <PayBar total={total}>{children}</PayBar>;
}
