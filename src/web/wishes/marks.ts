// What the person waits to be told of, for the buttons that say so.
import { listWishMarks } from '#contract/wishes.ts';
import { useAsk } from '../api/ask.ts';
import { useSignedInUser } from '../api/session.ts';

/** Not asked while nobody is signed in. */
export function useWishMarks() {
  return useAsk(listWishMarks, {}, { enabled: useSignedInUser() !== null });
}
