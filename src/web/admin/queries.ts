// The operators' calls. What they show changes by itself, so it is asked for again while somebody looks.
import { listMails, resendMail, showMail } from '#contract/admin.ts';
import { listJobs, retryJob } from '#contract/jobs.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { MailSearch } from './mail-search.ts';

const LOOK_AGAIN_MS = 5_000;
const PAGE_LIMIT = 20;

export function useJobs() {
  return useQuery({
    queryKey: ['admin', 'jobs'],
    queryFn: ({ signal }) => call(listJobs, {}, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useRetryJob() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryJob, { id }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin', 'jobs'] }),
  });
}

export function useMails({ state, search, page = 1 }: MailSearch) {
  return useQuery({
    queryKey: ['admin', 'mails', 'list', { state, search, page }],
    queryFn: ({ signal }) =>
      call(
        listMails,
        {
          page,
          limit: PAGE_LIMIT,
          ...(state === undefined ? {} : { state }),
          ...(search === undefined ? {} : { search }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useMail(id: string) {
  return useQuery({
    queryKey: ['admin', 'mails', 'one', id],
    queryFn: ({ signal }) => call(showMail, { id }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useResendMail() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(resendMail, { id }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['admin', 'mails'] }),
  });
}
