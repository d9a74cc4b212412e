// The signed-in person, as the server knows them: balance, profile, collection summary.
import { showProfile, type User } from '#contract/profile.ts';
import type { Cents } from '#domain/money.ts';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useSignedInUser } from '../api/session.ts';

const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => call(showProfile, {}),
  meta: { of: 'person' },
});

/** The signed-in person's profile; not asked for while nobody is signed in. */
export function useProfile() {
  return useQuery({ ...profileQuery, enabled: useSignedInUser() !== null });
}

/** Asks for the profile again, and waits for it. */
export function useReloadProfile(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: profileQuery.queryKey });
}

/** Shows a profile that the server has just answered. */
export function noteProfile(queries: QueryClient, profile: User): void {
  queries.setQueryData(profileQuery.queryKey, profile);
}

/** Shows a balance that the server has just answered, and asks for the rest of the profile again. */
export function noteBalance(queries: QueryClient, balance: Cents): void {
  queries.setQueryData(
    profileQuery.queryKey,
    (profile) => profile && { ...profile, account_balance: balance },
  );
  void queries.invalidateQueries({ queryKey: profileQuery.queryKey });
}
