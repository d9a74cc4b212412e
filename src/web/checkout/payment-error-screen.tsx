// Replaces a checkout that crashed. Shows an error with an id that the buyer can give to support.
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { useConfig } from '../accounts/config.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { screenProblem } from './payment-error.ts';

export function PaymentErrorScreen({ error, reset }: ErrorComponentProps) {
  const contact = useConfig()?.contactEmail;
  const [{ id, time }] = useState(() => ({
    id: `err_${Date.now()}_${Math.random().toString(36).slice(2, 9)}`,
    time: new Date().toISOString(),
  }));
  const problem = screenProblem(error);
  // The error is not about the payment. It is thrown again, so that the page's general error screen handles it.
  if (problem === null) throw error;
  const mail = new URLSearchParams({
    subject: `Payment error ${id}`,
    body: `Error: ${id}\nMessage: ${problem.message}\nTime: ${time}`,
  });
  return (
    <div className="page grid min-h-[60svh] place-items-center py-12">
      <div
        role="alert"
        className="flex w-full max-w-130 flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-10 text-center"
      >
        <Icon name="warning" size={32} className="text-danger" />
        <h1 tabIndex={-1} className="text-h3">
          Payment Error
        </h1>
        <p className="text-text-2">{problem.message}</p>
        <p className="text-small text-text-3 select-all">{id}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          {problem.isRetryable && (
            <Button onClick={() => window.location.reload()}>Try Again</Button>
          )}
          {problem.isAboutMethod && (
            <Button variant="secondary" onClick={reset}>
              Use Different Payment Method
            </Button>
          )}
          {contact && (
            <a
              href={`mailto:${contact}?${mail.toString().replaceAll('+', '%20')}`}
              className={buttonClass({ variant: 'secondary' })}
            >
              Contact Support
            </a>
          )}
          <Link to="/" className={buttonClass({ variant: 'secondary' })}>
            Return to Home
          </Link>
        </div>
      </div>
    </div>
  );
}
