// The ids of cards and packs on the user's wish list, for the wish buttons.
import { listWishMarks } from '#contract/wishes.ts';
import { useAsk } from '../api/ask.ts';
import { useSignedInUser } from '../api/session.ts';

/** Not requested while the visitor is not signed in. */
export function useWishMarks() {
  return useAsk(listWishMarks, {}, { enabled: useSignedInUser() !== null });
}
