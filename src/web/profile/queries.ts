import { exportData } from '#contract/profile-data.ts';
import {
  changePreferences,
  changeSettings,
  deleteAccount,
  keepAccount,
  saveAddress,
  showObligations,
  showSettings,
} from '#contract/profile.ts';
import type { Sent } from '#contract/endpoint.ts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { noteProfile } from '../accounts/queries.ts';
import { call } from '../api/call.ts';
import { updateSessionUser } from '../api/session.ts';

const SETTINGS_KEY = ['settings'];

/** The signed-in person's preferences and settings. */
export function useSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call(showSettings, {}, { signal }),
    meta: { of: 'person' },
  });
}

/** Reads again what a change may have changed. Once it is saved, it is shown before the change counts as done. */
function readAgain(queries: QueryClient) {
  const read = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: SETTINGS_KEY }),
      queries.invalidateQueries({ queryKey: ['recommended-packs'] }),
      queries.invalidateQueries({ queryKey: ['profile'] }),
    ]);
  return {
    onSuccess: read,
    // Without a network reading takes as long again: who is told late presses a button that is still busy.
    onError: () => void read(),
  };
}

export function useChangePreferences() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Sent<typeof changePreferences>) => call(changePreferences, changes),
    // One after the other: of two presses of one switch the second has to win.
    scope: { id: 'preferences' },
    ...readAgain(queries),
  });
}

export function useChangeSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: Sent<typeof changeSettings>) => call(changeSettings, changes),
    ...readAgain(queries),
  });
}

/** `address` null: there is none to save. Saving both again after a failure does no harm. */
export function useSaveDetails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (details: {
      names: Sent<typeof changeSettings>;
      address: Sent<typeof saveAddress> | null;
    }) => {
      await call(changeSettings, details.names);
      if (details.address !== null) await call(saveAddress, details.address);
    },
    ...readAgain(queries),
  });
}

/** Asked anew each time the question is put: money and parcels move. */
export function useObligations() {
  return useQuery({
    queryKey: ['obligations'],
    queryFn: ({ signal }) => call(showObligations, {}, { signal }),
    gcTime: 0,
    meta: { of: 'person' },
  });
}

export function useDeleteAccount() {
  return useMutation({
    // Who has to wait after wrong passwords is told so at once.
    mutationFn: (proof: Sent<typeof deleteAccount>) => call(deleteAccount, proof, { retry: false }),
  });
}

export function useKeepAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(keepAccount, {}),
    onSuccess: (profile) => {
      noteProfile(queries, profile);
      updateSessionUser({ deletionDueAt: null });
    },
  });
}

export function useExportData() {
  return useMutation({ mutationFn: () => call(exportData, {}) });
}
