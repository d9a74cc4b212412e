// The signed-in user as the server knows them: balance, profile, collection summary.
import { showProfile, type User } from '#contract/profile.ts';
import type { Cents } from '#domain/money.ts';
import { useAsk } from '../api/ask.ts';
import { useAnswers } from '../api/do.ts';
import { useSignedInUser } from '../api/session.ts';

/** The signed-in user's profile. Not requested while no user is signed in. */
export function useProfile() {
  return useAsk(showProfile, {}, { enabled: useSignedInUser() !== null });
}

/** Returns a function that shows a profile which the server has just sent. */
export function useNoteProfile(): (profile: User) => void {
  const { note } = useAnswers();
  return (profile) => note(showProfile, {}, profile);
}

/**
 * Returns a function that shows a balance which the server has just sent, while the rest of the profile is fetched
 * again.
 */
export function useNoteBalance(): (balance: Cents) => void {
  const { known, note } = useAnswers();
  return (balance) => {
    const profile = known(showProfile, {});
    if (profile !== undefined) note(showProfile, {}, { ...profile, account_balance: balance });
  };
}
