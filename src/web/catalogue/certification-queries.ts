// What the pages know of certifications: of one pack, and of the packs of a type in stock.
import { listAvailablePacks, showCertification } from '#contract/catalogue.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Call } from '../api/call.ts';

const PAGE_LIMIT = 20;

export function certificationQuery(packId: string, by: Call = call) {
  return queryOptions({
    queryKey: ['certification', packId],
    queryFn: ({ signal }) => by(showCertification, { packId }, { signal }),
  });
}

/** A page of a type's packs in stock, by id: their order says nothing about the order of sale. */
export function certifiedPacksQuery(packTypeId: string, page: number) {
  return queryOptions({
    queryKey: ['certified-packs', packTypeId, page],
    queryFn: ({ signal }) =>
      call(listAvailablePacks, { id: packTypeId, page, limit: PAGE_LIMIT }, { signal }),
    placeholderData: keepPreviousData,
  });
}
