// Fake data that a shared shop can't have: published terms, notices of every kind, and a type’s drops in each state.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paginationOf } from '#contract/paging.ts';
import { WAITING_KINDS } from '#domain/waiting.ts';
import { changeResponses, fakeResponses } from './answers.ts';

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

const somebody = (name: string) => ({ id: randomUUID(), email: `${name}@example.com` });
const FOUND = '2026-02-03T15:04:00.000Z';

/** One example of each kind of parcel and of account that operators must look into. */
export const MATTERS = {
  parcels: [
    {
      shipmentId: randomUUID(),
      user: somebody('mira'),
      reasons: ['risk_word', 'several_cards', 'several_accounts'],
      heldAt: FOUND,
      checkBy: '2026-02-05T15:04:00.000Z',
    },
  ],
  places: [
    { id: randomUUID(), kind: 'card', region: 'DE', user: somebody('noa'), foundAt: FOUND },
    { id: randomUUID(), kind: 'parcel', region: 'CA-QC', user: somebody('ida'), foundAt: FOUND },
  ],
  homes: [{ user: somebody('per'), since: FOUND }],
};

/** Everything that can wait for an operator. */
export const WAITING = {
  waiting: WAITING_KINDS.map((kind, at) => ({
    kind,
    count: at === 0 ? 500 : at,
    amount: /refund|payment|dispute/.test(kind) ? 1_234.5 : null,
    at: FOUND,
    late: kind === 'parcels_to_pack' ? 3 : 0,
  })),
};

/** Alerts: one that holds, one without a page, and one that has ended. */
export const ALERTS = {
  alerts: [
    ['ShopJobsFailed', 'A job failed', '/admin/jobs', null],
    ['ShopBackupOld', 'The last backup is old', null, null],
    ['ShopStockLow', 'A pack is nearly sold out', '/admin/catalogue', '2026-02-04T10:00:00.000Z'],
  ].map(([condition, title, leadsTo, mendedAt], at) => ({
    id: `b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d4${at}`,
    condition,
    title,
    words: 'Of the job forget-keys 1 failed for good; Jobs tries them again.',
    since: FOUND,
    mendedAt,
    leadsTo,
  })),
  kinds: [
    { condition: 'ShopJobsFailed', title: 'A job failed', isOn: true },
    { condition: 'ShopBackupOld', title: 'The last backup is old', isOn: false },
  ],
};

const ENDPOINT = {
  id: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d60',
  name: 'Books',
  url: 'https://books.example.test/hooks/from-the-shop',
  events: ['order.paid', 'order.refunded', 'money.moved'],
  createdAt: FOUND,
  state: 'working',
  pauseReason: null,
  pausedAt: null,
  secretBeforeUntil: FOUND,
  waiting: 0,
};
const DELIVERY = {
  id: '17',
  endpointId: ENDPOINT.id,
  endpointName: ENDPOINT.name,
  eventId: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d61',
  type: 'order.paid',
  subject: 'b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d62',
  createdAt: FOUND,
  state: 'delivered',
  tries: 1,
  triedAt: FOUND,
  deliveredAt: FOUND,
  nextTryAt: null,
  status: 204,
  problem: null,
};
const FAILING = {
  ...DELIVERY,
  id: '18',
  endpointName: 'Warehouse',
  type: 'parcel.requested',
  state: 'failing',
  tries: 4,
  deliveredAt: null,
  nextTryAt: FOUND,
  status: null,
  problem: 'No answer within 10 seconds',
};

/** Shows endpoints of webhooks in all their states, and deliveries. */
export async function showWebhooks(page: Page): Promise<void> {
  await fakeResponses(page, 'listWebhooks', {
    endpoints: [
      ENDPOINT,
      { ...ENDPOINT, name: 'Warehouse', state: 'down', waiting: 500 },
      { ...ENDPOINT, name: 'Old till', state: 'paused', pauseReason: 'gone', pausedAt: FOUND },
    ].map((one, at) => ({ ...one, id: `b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d6${at}` })),
  });
  await fakeResponses(page, 'listWebhookDeliveries', {
    deliveries: [FAILING, DELIVERY],
    pagination: { page: 1, limit: 20, total: 2, totalPages: 1, hasNext: false, hasPrev: false },
  });
  await fakeResponses(page, 'showWebhookDelivery', {
    ...FAILING,
    status: 503,
    problem: null,
    body: '{"type":"parcel.requested","timestamp":"2026-02-03T15:04:00.000Z","data":{"parcelId":"b7c1d7a2-2f4f-4a62-9c3e-6a1f0a7b9d62"}}',
    response: '<html><body>Service unavailable</body></html>',
  });
}

/** The credits of a shopper who bought some of them with a card and can return those. */
export const CREDIT_PARTS = {
  bought: 25,
  earned: 14.5,
  toCards: { credits: 20, fees: 1.2, gifts: 5, total: 21.2 },
  cardless: 5,
  way: 'open',
  message: 'Unspent credits that you bought go back to the card that paid for them.',
};

const TOLD = {
  line: null,
  marketValue: null,
  amount: null,
  subjectId: null,
  alert: null,
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
  // More than the bell shows as a number.
  unread: 12,
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
  publishesAt: null,
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

/**
 * Shows drops of one type in all their states. The drops are fake, because other tests buy from the demo's drops
 * too.
 */
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

/** Two packs that their buyer has not looked at, as `GET /packs/covered` lists them. */
export const COVERED_PACKS = ['a', 'b'].map((last) => ({
  openingId: `00000000-0000-4000-8000-00000000000${last}`,
  packTypeId: 'pokemon-sv1',
  packName: 'Scarlet & Violet Booster Pack',
  packImageUrl: '/art/pack/pokemon-sv1.svg',
  cardCount: 11,
  openedAt: '2026-11-02T10:00:00.000Z',
}));

const single = (over: object) => ({
  id: randomUUID(),
  cardNumber: 'FF-A-0107-3',
  cardId: randomUUID(),
  name: 'Adeline, Resplendent Cathar',
  set_name: 'Innistrad: Midnight Hunt',
  number: '1',
  game: 'magic',
  rarity: 'mythic',
  finish: 'normal',
  image: '/card-back.svg',
  condition: 'Near Mint',
  label: null,
  state: 'on_sale',
  shelf: 'A-3',
  paid: 2.66,
  marketValue: 5.32,
  price: 4.8,
  isPricedByHand: false,
  cameAt: '2026-11-20T12:00:00.000Z',
  ...over,
});

// The id is part of a test's title, so it is the same in every process.
export const SINGLE = single({ id: '5b8f3c1e-7d2a-4c96-9e10-3f6a2b7c8d90' });
const SINGLES = [
  SINGLE,
  single({
    cardNumber: 'FF-A-0098-7',
    name: 'Charizard ex',
    set_name: 'Scarlet & Violet 151',
    number: '199',
    game: 'pokemon',
    label: 'PSA 81234567',
    paid: 180,
    marketValue: 360,
    price: 349,
    isPricedByHand: true,
  }),
  single({ cardNumber: 'FF-A-0091-1', state: 'came_back', shelf: null, price: null, paid: 0.1 }),
  single({ cardNumber: 'FF-A-0090-2', state: 'withdrawn', condition: 'Heavily Played' }),
  single({ cardNumber: 'FF-A-0077-9', state: 'lost', price: null }),
];

const onSale = (over: object) => ({
  id: randomUUID(),
  catalogueCardId: randomUUID(),
  name: 'Pikachu',
  game: 'pokemon',
  set_id: 'pokemon-sv2',
  set_name: 'Paldea Evolved',
  number: '62',
  rarity: 'common',
  nativeRarity: 'Common',
  finish: 'normal',
  foil: false,
  condition: 'Near Mint',
  label: null,
  price: 3.2,
  marketValue: 4,
  image: '/card-back.svg',
  isPhotograph: true,
  isOnSale: true,
  ...over,
});

/** A single on sale, which the demo lacks. The id is part of a test's title, so it is the same in every process. */
export const ON_SALE = onSale({ id: '7a41d0c2-9b5e-4f38-8d27-c1e60b93a5f4' });

/** Shows copies of a card on sale, and lets a checkout price one of them. */
export async function showCopies(page: Page): Promise<void> {
  const singles = [
    onSale({ condition: 'Lightly Played', price: 2.4, isPhotograph: false }),
    ON_SALE,
    onSale({ label: 'PSA 81234567', price: 24 }),
  ];
  await fakeResponses(page, 'showSingleOnSale', {
    ...ON_SALE,
    cardNumber: 'FF-A-0107-3',
    packId: randomUUID(),
  });
  await fakeResponses(page, 'listCopiesOnSale', {
    singles,
    pagination: { page: 1, limit: 10, total: 3, totalPages: 1, hasNext: false, hasPrev: false },
  });
  await changeResponses(page, 'checkEligibility', (data: object) =>
    Object.assign(data, {
      eligible: true,
      ineligibilityReason: null,
      totalCost: 3.46,
      singles: [
        { singleId: ON_SALE.id, name: ON_SALE.name, price: 3.2, ineligibilityReason: null },
      ],
    }),
  );
  await fakeResponses(page, 'calculateTotal', {
    subtotal: 3.2,
    discount: 0,
    tax: 0.26,
    taxes: [{ name: 'Tax', rate: 0.08, amount: 0.26 }],
    region: null,
    needsRegion: false,
    processingFee: 0,
    total: 3.46,
    currency: 'CAD',
  });
}

/** Shows cards of the house, which the demo does not have, and rules that price them. */
export async function showSingles(page: Page): Promise<void> {
  const { length: total } = SINGLES;
  await fakeResponses(page, 'listSingles', {
    singles: SINGLES,
    pagination: { page: 1, limit: 20, total, totalPages: 1, hasNext: false, hasPrev: false },
    found: { cards: total, paid: 188.18, market: 381.28 },
  });
  // The other addresses also match this one's pattern, and the last one that matches responds.
  await fakeResponses(page, 'showSingle', {
    ...SINGLE,
    condition: 'Lightly Played',
    recordedCondition: 'Near Mint',
    packId: randomUUID(),
    serial: 'A-0107',
    listedElsewhere: null,
    note: null,
    moves: [
      ['opened', '2026-11-01T12:00:00.000Z', 'mira@example.test', null, null],
      ['came_back', '2026-11-20T12:00:00.000Z', null, 'sold', 2.66],
      ['taken_in_hand', '2026-11-21T09:00:00.000Z', 'desk@example.test', 'A-3', null],
      ['got_worse', '2026-11-21T09:00:00.000Z', 'desk@example.test', 'Lightly Played', null],
      ['withdrawn', '2026-11-22T09:00:00.000Z', 'desk@example.test', 'Bent corner', null],
    ].map(([move, at, by, detail, amount]) => ({ move, at, by, detail, amount, orderId: null })),
  });
  await fakeResponses(page, 'sumSingles', {
    states: [
      { state: 'came_back', cards: 12, paid: 31.4, market: 62.9 },
      { state: 'on_sale', cards: 1204, paid: 5310.25, market: 11020.5 },
      { state: 'lost', cards: 1, paid: 2.66, market: 5.32 },
    ],
    countedAt: null,
  });
  await fakeResponses(page, 'findSingle', ({ searchParams }) =>
    searchParams.get('number') === SINGLE.cardNumber
      ? { single: SINGLE, problem: null }
      : { single: null, problem: 'There is no card with this number' },
  );
  const rule = {
    game: null,
    setId: null,
    rarity: null,
    condition: null,
    valueFrom: null,
    valueBelow: null,
    ageDays: null,
    percent: 90,
    floor: 0.25,
  };
  await fakeResponses(page, 'showPriceRules', {
    version: 1,
    settings: { rules: [{ ...rule, condition: 'Damaged', percent: 30 }, rule] },
    madeAt: '2026-11-20T12:00:00.000Z',
  });
  await fakeResponses(page, 'previewPriceRules', {
    cards: 1217,
    byHand: 3,
    before: { priced: 1190, sum: 9918.4 },
    after: { priced: 1217, sum: 9990.05 },
    change: 71.65,
    belowCost: 2,
    examples: SINGLES.slice(0, 3).map((one) => ({ single: one, before: one.price, after: 4.8 })),
  });
}

/** Types the number of a card and a wrong one. */
export async function typeNumbers(page: Page): Promise<void> {
  const field = page.getByLabel('Card number or label');
  for (const number of [SINGLE.cardNumber, 'FF-0']) {
    await field.fill(number);
    await field.press('Enter');
  }
  await page.getByText('There is no card with this number', { exact: true }).waitFor();
}

/** A margin of nothing, as the API writes it. */
const NO_MARGIN = {
  sold: 0,
  discounts: 0,
  refunds: 0,
  soldElsewhere: 0,
  boughtBack: 0,
  converted: 0,
  shipping: 0,
  labels: 0,
  fees: 0,
  providerFees: 0,
  packCost: 0,
  singleCost: 0,
  recovered: 0,
  gifts: 0,
  losses: 0,
  packs: 0,
  singles: 0,
  packsWithoutCost: 0,
  labelsWithoutCost: 0,
  left: 0,
  leftBeforeUnknown: 0,
};

/** Two pack types, singles and parcels, of which one pack type has packs of unknown cost. */
const MARGINS = [
  {
    ...NO_MARGIN,
    key: 'pokemon-sv1',
    name: 'Scarlet & Violet Booster Pack',
    line: 'packs',
    packs: 1204,
    sold: 6008,
    discounts: -60.1,
    refunds: -24.95,
    boughtBack: -1811.4,
    recovered: 240.55,
    providerFees: -190.21,
    packCost: -3250.8,
    left: 911.09,
    leftBeforeUnknown: 911.09,
  },
  {
    ...NO_MARGIN,
    key: 'magic-mid-draft',
    name: 'Midnight Hunt Draft Booster',
    line: 'packs',
    packs: 96,
    sold: 479.04,
    converted: -61.2,
    packCost: -150.05,
    packsWithoutCost: 12,
    left: null,
    leftBeforeUnknown: 267.79,
  },
  {
    ...NO_MARGIN,
    key: null,
    name: 'Singles',
    line: 'singles',
    singles: 48,
    sold: 512.3,
    soldElsewhere: 96,
    singleCost: -240.55,
    left: 367.75,
    leftBeforeUnknown: 367.75,
  },
  {
    ...NO_MARGIN,
    key: null,
    name: 'Parcels',
    line: 'parcels',
    shipping: 820.5,
    labels: -764.12,
    left: 56.38,
    leftBeforeUnknown: 56.38,
  },
];

/** Shows what a shop earned in a year, and prices and a drop that need attention. */
export async function showMargins(page: Page): Promise<void> {
  const total = Object.fromEntries(
    Object.keys(NO_MARGIN).map((name) => [
      name,
      Math.round(
        MARGINS.reduce((sum, row) => sum + (row[name as keyof typeof NO_MARGIN] ?? 0), 0) * 100,
      ) / 100,
    ]),
  );
  const valuedAt = '2026-11-20T12:00:00.000Z';
  await fakeResponses(page, 'showMargin', {
    from: '2025-12',
    to: '2026-11',
    countedUntil: valuedAt,
    rows: MARGINS,
    total: { ...total, left: null },
  });
  await fakeResponses(page, 'showWorth', {
    owed: {
      valuedAt,
      creditsBought: 1840,
      creditsEarned: 962.15,
      debts: 12.5,
      sellableCards: 1830,
      sellableValue: 2210.4,
      sellableMarket: 4466.05,
      parcels: 14,
      parcelCards: 96,
      parcelMarket: 905.1,
      sealedPacks: 22,
      lostSingles: 1,
      lostSinglesCost: 2.4,
    },
    stock: [
      {
        line: 'packs',
        game: 'pokemon',
        packTypeId: 'pokemon-sv1',
        name: 'Scarlet & Violet Booster Pack',
        pieces: 410,
        withoutCost: 0,
        cost: 1107,
        market: 2460,
      },
      {
        line: 'packs',
        game: 'magic',
        packTypeId: 'magic-mid-draft',
        name: 'Midnight Hunt Draft Booster',
        pieces: 18,
        withoutCost: 12,
        cost: 19.2,
        market: null,
      },
    ],
    drops: [
      {
        dropId: DROPS.open,
        name: 'Scarlet & Violet Booster Pack',
        number: 3,
        packs: 200,
        opened: 120,
        price: 4.99,
        designed: 3.1,
        actual: 2.02,
        chance: { low: 2.6, high: 3.6 },
        isWithinChance: false,
        paidBack: 1.31,
        valuedAt,
      },
    ],
    warnings: [
      {
        packTypeId: 'magic-mid-draft',
        name: 'Midnight Hunt Draft Booster',
        price: 2.99,
        cost: 3.2,
        returned: 3.4,
        warnings: ['below_cost', 'below_return'],
      },
    ],
  });
}

/** An import with changes, a warning and wrong lines, which no demo has. */
export const IMPORT_ID = '7d9f2c54-3b1a-4f0e-9c68-5a1de20b7f31';

export async function showImports(page: Page): Promise<() => void> {
  const line = { outcome: 'changed', problem: null, warning: null, changes: [] };
  const summary = {
    id: IMPORT_ID,
    kind: 'prices',
    fileName: 'prices-of-november.csv',
    state: 'checked',
    mode: null,
    lines: 1_204,
    worked: 1_204,
    counts: { new: 0, changed: 1_100, same: 101, wrong: 3 },
    warned: 1,
    problem: null,
    by: 'admin@feltandfoil.test',
    createdAt: '2026-11-28T14:05:00.000Z',
    finishedAt: null,
  };
  const changes = [{ field: 'price', before: '4.00', after: '4.50' }];
  const waiting = {
    field: 'price from the next drop',
    before: 'none',
    after: '6.00',
    heldBy: { number: 3, closesBy: '2026-12-24T20:00:00.000Z' },
  };
  const shown = await fakeResponses(page, 'showImport', {
    ...summary,
    unread: ['Colour'],
    forAll: [],
    chosen: [{ head: 'Prix', column: 'price' }],
    changes: [
      { ...line, line: 2, subject: 'magic-mid-draft', changes },
      { ...line, line: 3, subject: 'pokemon-sv1', changes: [waiting] },
    ],
    credits: null,
    warnings: [
      {
        ...line,
        line: 9,
        subject: 'magic-mid-collector',
        warning:
          'CAD 2.00 is below half of what a pack is expected to hold, CAD 21.40 (a guess from how packs of the type are filled)',
      },
    ],
    problems: [
      {
        ...line,
        line: 17,
        outcome: 'wrong',
        subject: null,
        problem: 'there is no pack type "magic-mid-drfat"',
      },
    ],
  });
  const listed = await fakeResponses(page, 'listImports', {
    imports: [
      { ...summary, state: 'applying', worked: 600 },
      { ...summary, id: '7d9f2c54-3b1a-4f0e-9c68-5a1de20b7f32', state: 'done' },
    ],
    pagination: paginationOf(2, 1, 20),
  });
  return () => {
    shown();
    listed();
  };
}

/** Shows a shop that lists singles elsewhere. */
export function showElsewhere(page: Page): Promise<() => void> {
  return fakeResponses(page, 'listElsewhere', {
    shops: [
      {
        shop: 'Shopify',
        listed: 42,
        asked: 318.5,
        sold: 12,
        brought: 96,
        lastSaleAt: '2026-11-20T12:00:00.000Z',
      },
    ],
    found: { singles: 1000, asked: 4120.75 },
  });
}

const PARCELS = { id: '0d6a4c1e-52f7-4b0d-9f6b-1c5e8a7d3b90', name: 'Parcels' };
const IN_A_WEEK = '2026-02-10T15:04:00.000Z';

/** Shows people with each role, a role made here and an invitation, and gives set-up tokens. */
export async function showMadeStaff(page: Page): Promise<void> {
  const person = (name: string, over: object) => ({
    ...somebody(name),
    fullName: null,
    staffRole: null,
    isLocked: false,
    twoFactorEnabled: true,
    awaitsTwoFactor: false,
    lastSignInAt: FOUND,
    sessions: 1,
    ...over,
  });
  await fakeResponses(page, 'showStaff', {
    people: [
      person('owner', {
        role: 'admin',
        fullName: 'Maya Owner',
        rights: ['packing', 'support', 'catalogue', 'money', 'owner'],
      }),
      person('support', { role: 'moderator', rights: ['packing', 'support'], isLocked: true }),
      person('packer', {
        role: 'staff',
        staffRole: PARCELS,
        rights: ['packing'],
        twoFactorEnabled: false,
        awaitsTwoFactor: true,
        lastSignInAt: null,
        sessions: 0,
      }),
    ],
    roles: [{ ...PARCELS, rights: ['packing'], people: 1 }],
    invitations: [
      {
        ...somebody('newcomer'),
        role: 'staff',
        staffRole: PARCELS,
        invitedBy: 'owner@example.com',
        invitedAt: FOUND,
        expiresAt: IN_A_WEEK,
      },
    ],
  });
  await fakeResponses(page, 'giveTwoFactorToken', { token: '7KX2M-Q4WTD', expiresAt: IN_A_WEEK });
}

/** Shows a second factor as demanded of every operator, which the demo does not do. */
export async function demandTwoFactor(page: Page): Promise<void> {
  await changeResponses(page, 'showSecurity', (data: object) =>
    Object.assign(data, { twoFactorRequired: true }),
  );
}

/** Shows a mail that bounced, and the failed job that could not send it. */
export async function showReturnedMail(page: Page): Promise<void> {
  const mail = {
    id: randomUUID(),
    kind: 'verify_email',
    to: 'gone@example.com',
    subject: 'Felt & Foil: 482193 is your code',
    state: 'failed',
    attempts: 8,
    lastError: '550 No such user here',
    createdAt: FOUND,
    sentAt: null,
  };
  await changeResponses(page, 'listJobs', (data: object) =>
    Object.assign(data, {
      failed: [
        {
          id: randomUUID(),
          name: 'send-urgent-mail',
          error: mail.lastError,
          failedAt: FOUND,
          attempts: mail.attempts,
          mailId: mail.id,
        },
      ],
    }),
  );
  await fakeResponses(page, 'listMails', { mails: [mail], pagination: paginationOf(1, 1, 20) });
  const text = 'Your code is\n\n    482193\n\nIt can be used once.';
  await fakeResponses(page, 'showMail', { ...mail, text, html: null });
}

/** Shows API keys in each state. */
export async function showKeys(page: Page): Promise<void> {
  const key = (name: string, over: object) => ({
    id: '3f1c8a90-6f0e-4a55-9a6e-2f6d1b7c4e01',
    name,
    beginning: 'fafk_3f1c8a90',
    rights: ['packing:read', 'catalogue:write'],
    networks: [],
    madeBy: 'owner@example.com',
    madeAt: FOUND,
    endsAt: IN_A_WEEK,
    state: 'active',
    lastUsedAt: null,
    lastUsedFrom: null,
    ...over,
  });
  await fakeResponses(page, 'listApiKeys', {
    keys: [
      key('Stock sync', {
        networks: ['203.0.113.0/24', '2001:db8::/32'],
        lastUsedAt: FOUND,
        lastUsedFrom: '203.0.113.9',
      }),
      key('Labels', {
        id: '5b7e2c44-13d8-4d3b-8a0f-90b1c2d3e402',
        rights: ['packing:write'],
        madeBy: null,
        state: 'ended',
      }),
      key('Old sync', {
        id: '77aa10ce-2b3c-4d5e-8f60-718293a4b503',
        rights: ['money:read'],
        state: 'revoked',
      }),
    ],
    pagination: { page: 1, limit: 20, total: 3, totalPages: 1, hasNext: false, hasPrev: false },
  });
}

/** Shows an invitation to work in the shop. */
export async function showInvited(page: Page): Promise<void> {
  await fakeResponses(page, 'showInvitation', {
    role: 'staff',
    roleName: PARCELS.name,
    rights: ['packing'],
    invitedBy: 'owner@example.com',
    expiresAt: IN_A_WEEK,
  });
}
const CARRIER_LABEL = {
  carrier: 'USPS',
  service: 'GroundAdvantage',
  trackingNumber: '9400100000000000000000',
  labelUrl: 'https://labels.example/1.png',
  amountMinor: 915,
  currency: 'USD',
};

/** Two bought labels: one is a picture, the other has to be opened at the carrier. */
export const PRINTED_LABELS = {
  labels: [
    {
      shipmentId: '11111111-1111-4111-8111-111111111111',
      label: CARRIER_LABEL,
      picture:
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    },
    { shipmentId: '22222222-2222-4222-8222-222222222222', label: CARRIER_LABEL, picture: null },
  ],
};

/** A file of tracking numbers with a wrong line. */
export const TRACKING_FILE = {
  parcels: [],
  known: 1,
  problems: [{ line: 3, problem: 'there is no such shipment' }],
};
