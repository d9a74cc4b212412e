// The signed-in person, as the server knows them: balance, profile, collection summary.
import { showProfile, type User } from '#contract/profile.ts';
import type { Cents } from '#domain/money.ts';
import { useAsk } from '../api/ask.ts';
import { useAnswers } from '../api/do.ts';
import { useSignedInUser } from '../api/session.ts';

/** The signed-in person's profile; not asked for while nobody is signed in. */
export function useProfile() {
  return useAsk(showProfile, {}, { enabled: useSignedInUser() !== null });
}

/** How to show a profile that the server has just answered. */
export function useNoteProfile(): (profile: User) => void {
  const { note } = useAnswers();
  return (profile) => note(showProfile, {}, profile);
}

/** How to show a balance that the server has just answered, while the rest of the profile is fetched again. */
export function useNoteBalance(): (balance: Cents) => void {
  const { known, note } = useAnswers();
  return (balance) => {
    const profile = known(showProfile, {});
    if (profile !== undefined) note(showProfile, {}, { ...profile, account_balance: balance });
  };
}
