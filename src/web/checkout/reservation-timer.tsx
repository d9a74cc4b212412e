// How long the packs are kept: calm, then amber for the last two minutes, then over.
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { formatLeft, isSpoken, spokenLeft } from './time-left.ts';

const TICK_MS = 1000;
const WARNING_S = 120;
/** The length that the bar stands for (docs/product.md §7). */
const FULL_S = 600;

export function ReservationTimer({
  expiresAt,
  onExpired,
  onRestart,
}: {
  expiresAt: Date;
  onExpired: () => void;
  onRestart: () => void;
}) {
  const left = useSecondsLeft(expiresAt);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onExpired();
    // Once: the moment it is over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);

  if (isOver) {
    return (
      <div
        role="alert"
        className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-danger-soft p-4 text-small font-semibold text-on-danger-soft"
      >
        Reservation Expired
        <Button look="danger-filled" onClick={onRestart}>
          Restart Checkout
        </Button>
      </div>
    );
  }
  const isLate = left <= WARNING_S;
  return (
    <div
      className={classNames(
        'mt-6 rounded-control p-4 text-small font-semibold',
        isLate ? 'bg-warn-soft text-on-warn-soft' : 'bg-brand-soft text-on-brand-soft',
      )}
    >
      <div role="timer" aria-live="off" className="flex justify-between">
        <span>{isLate ? 'Less than 2 minutes left' : 'Your pack is reserved'}</span>
        <span>{formatLeft(left)}</span>
      </div>
      <div aria-hidden="true" className="mt-2.5 h-1 overflow-hidden rounded-full bg-current/20">
        <div
          className="h-1 origin-left rounded-full bg-current"
          style={{ transform: `scaleX(${Math.min(1, left / FULL_S)})` }}
        />
      </div>
      <VisuallyHidden>
        <output>{isSpoken(left) ? spokenLeft(left) : ''}</output>
      </VisuallyHidden>
    </div>
  );
}

function useSecondsLeft(expiresAt: Date): number {
  const end = expiresAt.getTime();
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(end)), TICK_MS);
    return () => clearInterval(timer);
  }, [end]);
  return left;
}

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000));
}
