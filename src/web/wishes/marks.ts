// The ids of the cards and packs on the user's wish list. Wish buttons need them.
import { listWishMarks } from '#contract/wishes.ts';
import { useAsk } from '../api/ask.ts';
import { useSignedInUser } from '../api/session.ts';

/** Returns the ids. Sends no request while no user is signed in. */
export function useWishMarks() {
  return useAsk(listWishMarks, {}, { enabled: useSignedInUser() !== null });
}
