import { useProfile } from '../accounts/queries.ts';
import type { SessionUser } from '../api/session.ts';
import { formatDay } from '../ui/moments.ts';
import { KeepAccountButton } from './keep-account-button.tsx';

/**
 * Shown on every page while the deletion of the user's account is scheduled: the date, and a button to keep the
 * account. Until the profile is loaded, the date comes from the session.
 */
export function LeavingBanner({ me }: { me: SessionUser }) {
  const { data: profile } = useProfile();
  const known = typeof me.deletionDueAt === 'string' ? new Date(me.deletionDueAt) : null;
  const dueAt = profile === undefined ? known : profile.deletionDueAt;
  if (dueAt === null) return null;
  return (
    <section aria-label="Account deletion" className="bg-warn-soft text-on-warn-soft">
      <div className="page flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-small">
        <p>Your account will be deleted on {formatDay(dueAt)}</p>
        <div className="flex flex-wrap items-center gap-3">
          <KeepAccountButton variant="secondary" size="small" />
        </div>
      </div>
    </section>
  );
}
