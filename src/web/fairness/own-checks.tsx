import { useSignedInUser } from '../api/session.ts';
import { hasTicketOf } from './own-knowledge.ts';
import { PackChecks } from './pack-checks.tsx';

/**
 * The checks of a pack. Renders nothing if this browser does not have the pack's ticket; the pack history links to the
 * proof in any case. `isTurning`: whether some cards are still face down.
 */
export function OwnChecks({ placeId, isTurning }: { placeId: string; isTurning: boolean }) {
  const userId = useSignedInUser()?.id;
  if (userId === undefined || !hasTicketOf(userId, placeId)) return null;
  return <PackChecks placeIds={[placeId]} isTurning={isTurning} className="page pt-4" />;
}
