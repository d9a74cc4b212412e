// The cards and packs on the user's wish list, for the buttons that show it.
import { listWishMarks } from '#contract/wishes.ts';
import { useAsk } from '../api/ask.ts';
import { useSignedInUser } from '../api/session.ts';

/** Not requested while no user is signed in. */
export function useWishMarks() {
  return useAsk(listWishMarks, {}, { enabled: useSignedInUser() !== null });
}
