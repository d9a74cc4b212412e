import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { Price } from '../ui/price.tsx';

/**
 * The pay button. In a narrow window, the button and the total stay at the bottom of the window. `note`: what the buyer
 * has to know before pressing. It is in the bar, so that the bar never hides it.
 */
export function PayBar({
  total,
  note,
  children,
}: {
  total: Cents | null;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="pay-bar pay-bar-fixed flex flex-wrap items-center gap-x-5 gap-y-2.5 lg:gap-y-4 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:border-t max-lg:border-line max-lg:bg-bg max-lg:px-[var(--page-edge)] max-lg:py-3">
      {note && (
        <p className="pay-note w-full text-pretty text-small text-text-2 max-lg:text-head max-lg:leading-snug">
          {note}
        </p>
      )}
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

/** Puts the pay button into a `PayBar`. If `total` is undefined, the form is in a panel, and the button is plain. */
export function PayButton({ total, children }: { total: Cents | undefined; children: ReactNode }) {
  if (total === undefined) return <div className="mt-2">{children}</div>;
  return <PayBar total={total}>{children}</PayBar>;
}
