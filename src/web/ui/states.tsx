// Placeholders for content that is loading, empty, or failed.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

/** A grey block as large as the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton', className)} />;
}

/** The loading text with a spinner, above skeletons. All is invisible for the first 200 ms. */
export function Loading({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="appear-late">
      <p aria-live="polite" className="flex items-center gap-3 text-text-2">
        <Spinner />
        {text}
      </p>
      {children}
    </div>
  );
}

/** Shown for an empty list: a card back, a heading, one sentence, one action. */
export function EmptyState({
  title,
  text,
  action,
  headingLevel: Heading = 'h2',
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  headingLevel?: 'h2' | 'p';
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-12 text-center">
      <img
        src="/card-back.svg"
        alt=""
        width={64}
        height={89}
        className="card-corners mb-2 -rotate-6 shadow-art"
      />
      <Heading className="font-display text-h3">{title}</Heading>
      {text && <p className="text-text-2">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Shown after loading failed: icon, heading, message, and a retry button. */
export function ErrorState({
  title,
  text,
  onRetry,
  retryLabel = 'Try Again',
  children,
}: {
  title: string;
  text: string;
  onRetry?: () => void;
  retryLabel?: string;
  children?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <Icon name="warning" size={32} className="text-danger" />
      <h2 className="text-h3">{title}</h2>
      <p className="max-w-[52ch] text-text-2">{text}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} className="mt-2">
          {retryLabel}
        </Button>
      )}
      {children}
    </div>
  );
}

/** A message within a page: an error or information. */
export function Banner({
  tone = 'danger',
  title,
  children,
}: {
  tone?: 'danger' | 'warn' | 'brand';
  title?: string;
  children: ReactNode;
}) {
  const tones = {
    danger: 'bg-danger-soft text-on-danger-soft',
    warn: 'bg-warn-soft text-on-warn-soft',
    brand: 'bg-brand-soft text-on-brand-soft',
  };
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        // Transparent, because forced colours make the border visible.
        'rounded-control border border-transparent px-4 py-3 text-small',
        tones[tone],
      )}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
