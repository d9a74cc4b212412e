// The signed-in user's profile, which the server sends: balance, personal data, collection summary.
import { showProfile, type User } from '#contract/profile.ts';
import type { Cents } from '#domain/money.ts';
import { useAsk } from '../api/ask.ts';
import { useResponses } from '../api/do.ts';
import { useSignedInUser } from '../api/session.ts';

/** Returns the signed-in user's profile. Sends no request while no user is signed in. */
export function useProfile() {
  return useAsk(showProfile, {}, { enabled: useSignedInUser() !== null });
}

/** Returns a function that stores a profile from another response, so that every component shows it. */
export function useNoteProfile(): (profile: User) => void {
  const { note } = useResponses();
  return (profile) => note(showProfile, {}, profile);
}

/** Returns a function that shows a balance from another response at once. The rest of the profile is refetched. */
export function useNoteBalance(): (balance: Cents) => void {
  const { known, note } = useResponses();
  return (balance) => {
    const profile = known(showProfile, {});
    if (profile !== undefined) note(showProfile, {}, { ...profile, account_balance: balance });
  };
}
