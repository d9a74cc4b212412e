import { lazy, Suspense } from 'react';

// Loaded only for people on a break, because the note's words bring the rules of limits with them.
const OwnBreakNote = lazy(async () => ({
  default: (await import('./own-break-note.tsx')).OwnBreakNote,
}));

export function LateOwnBreakNote({ until }: { until: Date | null }) {
  return (
    <Suspense fallback={<div className="mt-5 sm:min-h-29" />}>
      <OwnBreakNote until={until} />
    </Suspense>
  );
}
