// What is shown in place of content that is loading, is empty, or could not be loaded.
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

/** A grey block of the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton', className)} />;
}

/**
 * A text with a spinner, above skeletons. For the first 200 ms everything is invisible; with `isDrawnAtOnce`, only the
 * text.
 */
export function Loading({
  text,
  isDrawnAtOnce = false,
  children,
}: {
  text: string;
  isDrawnAtOnce?: boolean;
  children?: ReactNode;
}) {
  const late = 'appear-late';
  return (
    <div className={isDrawnAtOnce ? undefined : late}>
      <p
        aria-live="polite"
        className={classNames('flex items-center gap-3 text-text-2', isDrawnAtOnce && late)}
      >
        <Spinner />
        {text}
      </p>
      {children}
    </div>
  );
}

/** Shown for an empty list. It has a card back, a heading, one sentence and one action. */
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

/** Shown if loading failed. It has an icon, a heading, a message and a retry button. */
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

/** A message within a page, about an error or with information. */
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
        // The border is transparent, but forced colours make it visible.
        'rounded-control border border-transparent px-4 py-3 text-small',
        tones[tone],
      )}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
