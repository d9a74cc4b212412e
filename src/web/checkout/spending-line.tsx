// Shows how much the buyer has spent in thirty days, and how much came back, with links to limits and helplines.
import { tellSpending } from '#contract/profile-limits.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDo } from '../api/do.ts';
import { useSpending } from '../wallet/use-spending.ts';

export function SpendingLine() {
  // Once in thirty days, the shop sends the amounts and records that the buyer has read them.
  const { data, mutate } = useDo(tellSpending, { retry: false });
  const month = useSpending('month').data;
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({});
  }, [mutate]);
  const spent = data?.line?.spent ?? month?.totalSpent;
  const cameBack = data?.line?.cameBack ?? month?.totalEarned;
  return (
    // The space is reserved, so that nothing moves when the text loads.
    <p className="min-h-[2lh] sm:max-lg:min-h-[1lh]">
      {spent !== undefined && cameBack !== undefined && (
        <span>
          Last 30 days: you spent {formatCad(spent)} and got {formatCad(cameBack)} back.
        </span>
      )}{' '}
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
