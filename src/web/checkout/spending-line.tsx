// Shows once in thirty days how much the buyer spent and how much came back. The links to limits and helplines are
// always there.
import { tellSpending } from '#contract/profile-limits.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDo } from '../api/do.ts';

export function SpendingLine() {
  const { data, mutate } = useDo(tellSpending, { retry: false });
  const isAsked = useRef(false);
  useEffect(() => {
    // Send the request only once, because the shop counts each response as read by the buyer.
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({});
  }, [mutate]);
  return (
    <p className="mt-4 text-small text-text-2">
      {data?.line && (
        <>
          In the last 30 days you spent {formatCad(data.line.spent)} here, and{' '}
          {formatCad(data.line.cameBack)} came back.{' '}
        </>
      )}
      <Link to="/my-account" hash="limits" className="link hit-44">
        Set limits
      </Link>{' '}
      or find{' '}
      <Link to="/helplines" className="link hit-44">
        somebody to talk to
      </Link>
      .
    </p>
  );
}
