// Queries about certifications: the certification of one pack, and the packs of a type in stock.
import type {
  listAvailablePacks as ListAvailablePacks,
  showCertification as ShowCertification,
} from '#contract/stock.ts';
import type { Reply } from '#contract/endpoint.ts';
import { ensure, lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const loadRows = () => import('#contract/stock.ts');

const showCertification = lateRow<typeof ShowCertification>(
  {
    method: 'GET',
    path: '/packs/{packId}/certification',
    audience: 'anyone',
    reads: ['stock', 'packs'],
  },
  async () => (await loadRows()).showCertification,
);

const listAvailablePacks = lateRow<typeof ListAvailablePacks>(
  {
    method: 'GET',
    path: '/pack-types/{id}/available-packs',
    audience: 'anyone',
    reads: ['stock'],
  },
  async () => (await loadRows()).listAvailablePacks,
);

/**
 * Data that came with the page is fresh for 30 seconds. After that, a visit refetches it, because packs may have been
 * sold or opened.
 */
const TRUSTED = { staleTime: 30_000 };
const PAGE_LIMIT = 20;

export function useCertification(packId: string) {
  return useAsk(showCertification, { packId }, TRUSTED);
}

export function loadCertification(
  asker: Asker,
  packId: string,
): Promise<Reply<typeof ShowCertification>> {
  return ensure(asker, showCertification, { packId }, TRUSTED);
}

/** Returns a page of a type's packs in stock. They are sorted by id, which reveals nothing about the order of sale. */
export function useCertifiedPacks(packTypeId: string, page: number) {
  const list = { id: packTypeId, page, limit: PAGE_LIMIT };
  return useAsk(listAvailablePacks, list, { ...TRUSTED, keepsPrevious: true });
}

/** Loads a page of the packs of a type. The server waits for it before it renders. */
export function loadCertifiedPacks(asker: Asker, packTypeId: string, page = 1): Promise<void> {
  return prepare(asker, listAvailablePacks, { id: packTypeId, page, limit: PAGE_LIMIT }, TRUSTED);
}
