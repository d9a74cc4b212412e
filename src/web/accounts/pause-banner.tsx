import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { Banner } from '../ui/states.tsx';
import { useProfile } from './queries.ts';

/**
 * Tells the user why buying, selling and shipping are paused, and how to resolve this if possible. Renders nothing if
 * nothing is paused.
 */
export function PauseBanner() {
  const { data: profile } = useProfile();
  if (profile === undefined || profile.accountPause === null) return null;
  const isDebt = profile.accountPause === 'debt';
  return (
    <div className="mb-6">
      <Banner
        tone="warn"
        title={isDebt ? `You owe ${formatCad(profile.debt)}` : 'Your account is paused'}
      >
        {PAUSE_SENTENCES[profile.accountPause]}{' '}
        {isDebt && (
          <Link to="/top-up" className="link hit-44">
            Add credits
          </Link>
        )}
      </Banner>
    </div>
  );
}
