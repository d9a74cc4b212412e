import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFullTitle } from '../accounts/config.ts';
import { ApiError, TYPE_MESSAGES } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useIsOnline } from './network.ts';

/** Shown if a screen failed, with buttons to try again and to leave. If offline, waits for the network. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const title = useFullTitle('Error');
  const isOnline = useIsOnline();
  const wasAway = useRef(!isOnline);
  const tryAgain = () => {
    // The error is not from the shop, so a module failed to load. Only a reload is sure to make the browser request the
    // module again.
    if (!(error instanceof ApiError)) return window.location.reload();
    reset();
    void router.invalidate();
  };
  const onReturn = useEffectEvent(tryAgain);

  useEffect(() => {
    if (isOnline && wasAway.current) onReturn();
    wasAway.current = !isOnline;
  }, [isOnline]);

  return (
    <div className="page grid min-h-[60svh] place-items-center py-12">
      <title>{title}</title>
      <div role="alert" className="flex max-w-130 flex-col items-center gap-3 text-center">
        <Icon name="warning" size={32} className="text-danger" />
        <h1 tabIndex={-1} className="text-h2">
          This page could not be shown
        </h1>
        <p className="text-text-2">{isOnline ? messageOf(error) : TYPE_MESSAGES.network_error}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Button onClick={tryAgain}>Try Again</Button>
          <Link to="/" className={buttonClass({ variant: 'secondary' })}>
            Return Home
          </Link>
        </div>
      </div>
    </div>
  );
}
