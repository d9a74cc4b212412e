import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { Banner } from '../ui/states.tsx';
import { useProfile } from './queries.ts';

/**
 * Says why the user can't buy, sell or ship at the moment, and how to resolve it if possible. Renders nothing if the
 * user can.
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
