// Shows how much longer something is reserved for payment. During the last two minutes the timer is amber.
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { formatLeft, isSpoken, spokenLeft } from './time-left.ts';

const TICK_MS = 1000;
const WARNING_S = 120;

type ReservationTimerProps = {
  /** When the reservation ends, in epoch milliseconds of this browser's clock (`api/server-time.ts`). */
  endsAt: number;
  /** The full length of the reservation in seconds. While this much time is left, the bar is full. */
  seconds: number;
  /** The text that names what is reserved, such as "Your pack is reserved". */
  text: string;
  restartLabel: string;
  /** Whether a card is being charged. Until the outcome is known, the reservation must neither expire nor restart. */
  isCharging: boolean;
  onExpired: () => void;
  onRestart: () => void;
};

export function ReservationTimer({
  endsAt,
  seconds,
  text,
  restartLabel,
  isCharging,
  onExpired,
  onRestart,
}: ReservationTimerProps) {
  const left = useSecondsLeft(endsAt);
  const isOver = left === 0 && !isCharging;
  useEffect(() => {
    if (isOver) onExpired();
    // The effect runs only when the reservation expires.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);

  if (isOver) {
    return (
      <div
        role="alert"
        className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-danger-soft p-4 text-small font-semibold text-on-danger-soft"
      >
        Reservation Expired
        <Button onClick={onRestart}>{restartLabel}</Button>
      </div>
    );
  }
  const isLate = left <= WARNING_S;
  return (
    <div
      className={classNames(
        'mt-6 rounded-control border border-transparent p-4 text-small font-semibold',
        isLate ? 'bg-warn-soft text-on-warn-soft' : 'bg-brand-soft text-on-brand-soft',
      )}
    >
      <div role="timer" aria-live="off" className="flex justify-between">
        <span>{isLate ? 'Less than 2 minutes left' : text}</span>
        <span>{formatLeft(left)}</span>
      </div>
      <div
        aria-hidden="true"
        className="mt-2.5 h-1 overflow-hidden rounded-full bg-current/20 forced-color-adjust-none"
      >
        <div
          className="h-1 origin-left rounded-full bg-current"
          style={{ transform: `scaleX(${Math.min(1, left / seconds)})` }}
        />
      </div>
      <VisuallyHidden>
        <output>{isSpoken(left) ? spokenLeft(left) : ''}</output>
      </VisuallyHidden>
    </div>
  );
}

function useSecondsLeft(end: number): number {
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
