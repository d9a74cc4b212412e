import { useSignedInUser } from '../api/session.ts';
import { hasTicketOf } from './own-knowledge.ts';
import { PackChecks } from './pack-checks.tsx';

/**
 * The checks of a pack, shown only if this browser has the pack's ticket. If it does not, the pack history still links
 * to the proof.
 */
export function OwnChecks({ placeId }: { placeId: string }) {
  const userId = useSignedInUser()?.id;
  if (userId === undefined || !hasTicketOf(userId, placeId)) return null;
  return <PackChecks placeIds={[placeId]} className="page pt-4" />;
}
