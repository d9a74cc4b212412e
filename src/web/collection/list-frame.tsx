// Shows a list of cards, or says that the list is loading or could not be loaded.
import type { ReactNode } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner, ErrorState, Loading } from '../ui/states.tsx';

export function ListFrame({
  isLoading,
  error,
  isKnown,
  onRetry,
  skeleton,
  children,
}: {
  isLoading: boolean;
  error: Error | null;
  /** True if the list was loaded before. Its cards then stay on the page even if a refetch fails. */
  isKnown: boolean;
  onRetry: () => void;
  skeleton: ReactNode;
  children: ReactNode;
}) {
  if (error !== null && !isKnown) {
    return (
      <ErrorState
        title="Failed to load cards. Please try again."
        text={messageOf(error)}
        onRetry={onRetry}
      />
    );
  }
  if (error === null && isLoading) {
    // The page's guard has shown a skeleton until now, so this skeleton must not begin blank.
    return (
      <Loading text="Loading cards..." isDrawnAtOnce>
        {skeleton}
      </Loading>
    );
  }
  // The cards must have the same place in React's tree with and without the line above them. If React remounted the
  // cards, the ticks would be lost.
  return (
    <>
      {error !== null && (
        <LastKnown onRetry={onRetry}>
          This is what was loaded last: {messageOf(error).toLowerCase()}.
        </LastKnown>
      )}
      {children}
    </>
  );
}

/** Says that the data on the page is incomplete or not up to date. */
export function LastKnown({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <div className="mb-4">
      <Banner tone="warn">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{children}</p>
          <Button variant="secondary" size="small" onClick={onRetry}>
            Try Again
          </Button>
        </div>
      </Banner>
    </div>
  );
}
