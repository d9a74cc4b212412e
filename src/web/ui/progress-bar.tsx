import { useId } from 'react';

/** The progress of an action on many items. It shows a bar, and the numbers next to the bar. */
export function ProgressBar({ label, done, all }: { label: string; done: number; all: number }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} className="flex flex-wrap justify-between gap-x-4 text-small">
        <span className="font-[560]">{label}</span>
        <span className="text-text-2 tabular-nums">
          {done.toLocaleString('en-CA')} of {all.toLocaleString('en-CA')}
        </span>
      </p>
      <progress
        aria-labelledby={id}
        max={all}
        value={done}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-surface-3 [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface-3 [&::-webkit-progress-value]:bg-brand"
      />
    </div>
  );
}
