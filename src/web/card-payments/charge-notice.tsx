// Shows the message about a card payment that failed, or whose outcome is unknown.
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import type { useCharge } from './use-charge.ts';

export function ChargeNotice({ charge, clear, askAgain }: ReturnType<typeof useCharge>) {
  switch (charge.kind) {
    case 'failed':
      return (
        <Notice
          key="failed"
          tone="danger"
          title="Payment Failed"
          button="Try Again"
          onPress={clear}
        >
          <p className="mt-1">{charge.message}</p>
          {charge.isRefused && <p className="mt-1">Please check your card details and try again</p>}
        </Notice>
      );
    case 'unsure':
      return (
        <Notice
          key="unsure"
          tone="warn"
          title="Your payment is not confirmed yet"
          button="Look Again"
          onPress={askAgain}
        >
          <p className="mt-1">
            Your card may have been charged, so please don’t pay again. This page keeps asking, and
            goes on by itself once it knows.
          </p>
        </Notice>
      );
    default:
      return null;
  }
}

const TONES = {
  danger: 'bg-danger-soft text-on-danger-soft',
  warn: 'bg-warn-soft text-on-warn-soft',
};

function Notice({
  tone,
  title,
  button,
  onPress,
  children,
}: {
  tone: 'danger' | 'warn';
  title: string;
  button: string;
  onPress: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is below this notice, so the focus must move up to the notice.
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`rounded-control p-4 text-small ${TONES[tone]}`}
    >
      <p className="font-semibold">{title}</p>
      {children}
      <Button variant="secondary" size="small" className="mt-3" onClick={onPress}>
        {button}
      </Button>
    </div>
  );
}
