// A line below a code field that sends another code. Everything typed in the form stays.
import { useEffect, useState } from 'react';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';

/** Seconds until the user may request another code (docs/product.md §8). */
const RESEND_AFTER_S = 60;

type ResendLineProps = {
  text: string;
  button: string;
  /** Requests another code. Returns whether a code was sent. */
  send: () => Promise<boolean>;
  onProblem: (problem: string) => void;
};

export function ResendLine({ text, button, send, onProblem }: ResendLineProps) {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const resend = async () => {
    try {
      if (await send()) setSecondsLeft(RESEND_AFTER_S);
    } catch (error) {
      onProblem(messageOf(error));
    }
  };

  return (
    <p className="mt-5 flex items-center justify-center gap-3 text-small text-text-2">
      {text}
      <Button
        variant="secondary"
        size="small"
        disabled={secondsLeft > 0}
        onClick={() => void resend()}
      >
        {secondsLeft > 0
          ? `Resend in ${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
          : button}
      </Button>
    </p>
  );
}
