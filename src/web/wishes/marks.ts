// The ids of cards and packs on the user's wish list, for the wish buttons.
import { listWishMarks } from '#contract/wishes.ts';
import { useAsk } from '../api/ask.ts';
import { useSignedInUser } from '../api/session.ts';

/** Requested only for a signed-in user. */
export function useWishMarks() {
  return useAsk(listWishMarks, {}, { enabled: useSignedInUser() !== null });
}
