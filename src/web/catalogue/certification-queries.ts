// What the pages know of certifications: of one pack, and of the packs of a type in stock.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Call } from '../api/call.ts';
import { loadCode } from '../api/load-code.ts';

const PAGE_LIMIT = 20;
/** What came with the page is not asked for again; later visits see what was sold or opened meanwhile. */
const FRESH_MS = 30_000;

export function certificationQuery(packId: string, by: Call = call) {
  return queryOptions({
    queryKey: ['certification', packId],
    queryFn: async ({ signal }) => {
      const { showCertification } = await loadCode(import('#contract/catalogue.ts'));
      return by(showCertification, { packId }, { signal });
    },
    staleTime: FRESH_MS,
  });
}

/** A page of a type's packs in stock, by id: their order says nothing about the order of sale. */
export function certifiedPacksQuery(packTypeId: string, page: number, by: Call = call) {
  return queryOptions({
    queryKey: ['certified-packs', packTypeId, page],
    queryFn: async ({ signal }) => {
      const { listAvailablePacks } = await loadCode(import('#contract/catalogue.ts'));
      return by(listAvailablePacks, { id: packTypeId, page, limit: PAGE_LIMIT }, { signal });
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}
