// Fake data that a shared shop can't have: published terms, notices of every kind, a type’s drops in each state.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fakeResponses } from './answers.ts';

/** A legal text with every kind of part that such a text can have. */
export const TERMS = {
  key: 'terms',
  title: 'Terms',
  version: 1,
  madeAt: '2026-01-31T12:00:00.000Z',
  html: '<p>What you and we can rely on. Read <a href="/how-it-works">how it works</a>.</p>',
  sections: [
    {
      title: 'What you buy',
      html: '<p>A sealed pack. <strong>What is in it</strong> is decided by chance.</p><ul><li>Its odds are on its page.</li><li>Opened, it can’t be returned.</li></ul>',
    },
  ],
  versions: [
    { version: 2, madeAt: '2026-02-28T12:00:00.000Z' },
    { version: 1, madeAt: '2026-01-31T12:00:00.000Z' },
  ],
};

const TOLD = {
  line: null,
  marketValue: null,
  amount: null,
  subjectId: null,
  readAt: null,
  madeAt: '2026-02-03T15:04:00.000Z',
};
const MERFOLK = {
  id: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d10',
  name: 'Hullbreaker Horror',
  image: '',
  nativeRarity: 'rare',
  finish: 'normal',
};
const MIDNIGHT = { id: 'magic-mid-draft', name: 'Midnight Hunt Draft Booster' };

/** One notice of each kind. In a real shop, some of them appear only after days. */
export const NOTICES = {
  notices: [
    {
      ...TOLD,
      id: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d11',
      kind: 'stock',
      packTypes: [MIDNIGHT],
      cards: [MERFOLK],
      cardCount: 4,
    },
    {
      ...TOLD,
      id: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d12',
      kind: 'back',
      packTypes: [MIDNIGHT],
      cards: [],
      cardCount: 0,
    },
    {
      ...TOLD,
      id: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d13',
      kind: 'price',
      packTypes: [],
      cards: [MERFOLK],
      cardCount: 1,
      line: 10,
      marketValue: 9.5,
      readAt: '2026-02-04T10:00:00.000Z',
    },
    ...(['ending', 'converted', 'locked', 'shipped', 'refunded'] as const).map((kind, at) => ({
      ...TOLD,
      id: `b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d2${at}`,
      kind,
      packTypes: [],
      cards: kind === 'refunded' ? [] : [MERFOLK],
      cardCount: kind === 'refunded' ? 0 : 1,
      amount: kind === 'shipped' ? null : 4.75,
      subjectId:
        kind === 'shipped' || kind === 'refunded' ? 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d30' : null,
      readAt: '2026-02-04T10:00:00.000Z',
    })),
  ],
  unread: 2,
  pagination: { page: 1, limit: 20, total: 8, totalPages: 1, hasNext: false, hasPrev: false },
};

export const DROPS = {
  open: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d21',
  draft: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d22',
};

const DROP = {
  packTypeId: MIDNIGHT.id,
  packTypeName: MIDNIGHT.name,
  number: 3,
  state: 'open',
  hash: '1a906787f5079fadb185fdf288c56efddb2f18b8eb87e011729aac9f215fc545',
  packs: 60,
  left: 41,
  sold: 18,
  opened: 15,
  withdrawn: 1,
  odds: [
    { rarity: 'common', packs: 60 },
    { rarity: 'uncommon', packs: 60 },
    { rarity: 'rare', packs: 51 },
    { rarity: 'mythic', packs: 9 },
  ],
  opensAt: '2026-02-03T15:00:00.000Z',
  closesBy: '2027-02-28T15:00:00.000Z',
  staffMayBuy: false,
  opensItself: true,
  isOrdered: true,
  numberAt: '2026-02-03T14:59:30.000Z',
  createdAt: '2026-02-03T14:30:00.000Z',
  closedAt: null,
  carriesTo: null,
};

const DROP_DETAIL = {
  manifestIndex: 128,
  witnesses: [
    { name: 'friend', seenAt: '2026-02-03T14:58:36.000Z' },
    { name: 'fan-site', seenAt: null },
  ],
  round: 12345678,
  publicNumber: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  isPractice: true,
  carriesFrom: '2026-02-04T15:00:00.000Z',
  unsealed: 2,
  beingPaid: 1,
};

/** Shows drops of one type in all their states. The drops are fake, because other tests buy from the demo's drops too. */
export async function showDrops(page: Page): Promise<void> {
  const { data } = (await (await page.request.get('/api/pack-types/magic-mid-draft')).json()) as {
    data: object;
  };
  const drop = (over: object) => ({ ...DROP, ...over });
  const open = drop({ id: DROPS.open });
  const draft = drop({
    id: DROPS.draft,
    number: null,
    state: 'draft',
    hash: null,
    isOrdered: false,
    numberAt: null,
    packs: 24,
    left: 24,
    sold: 0,
    opened: 0,
    withdrawn: 0,
  });
  const drops = [
    draft,
    open,
    drop({ id: randomUUID(), number: 2, state: 'closed', carriesTo: DROPS.open }),
    drop({ id: randomUUID(), number: 1, state: 'closed', left: 0, withdrawn: 4, packs: 20 }),
  ];
  const pagination = {
    page: 1,
    limit: 20,
    total: 4,
    totalPages: 1,
    hasNext: false,
    hasPrev: false,
  };
  await fakeResponses(page, 'listAdminDrops', { drops, pagination });
  const detail = { ...DROP_DETAIL, asSold: null, succeeds: null };
  await fakeResponses(page, 'showAdminDrop', ({ pathname }) =>
    pathname.endsWith(DROPS.open)
      ? { ...detail, drop: open }
      : {
          ...detail,
          drop: draft,
          succeeds: open,
          asSold: data,
          manifestIndex: null,
          witnesses: [],
          round: null,
          publicNumber: null,
        },
  );
  await fakeResponses(page, 'listLoosePacks', {
    packs: 42,
    price: 4.99,
    intakes: [{ from: DROP.createdAt, to: DROP.createdAt, packs: 42 }],
    draft: null,
    living: open,
  });
}
