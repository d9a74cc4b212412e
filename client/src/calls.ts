// The shop's calls and their types. Written by `npm run client` from the contract; a test compares them.
import type { Cents } from './amounts.ts';
import type { Call, CallForm, ListCall } from './call.ts';

export type AccountPause = 'dispute' | 'debt';

export type AdminDrop = {
  id: string;
  packTypeId: string;
  packTypeName: string;
  number: number | null;
  state: 'draft' | 'published' | 'open' | 'paused' | 'closed' | 'given_up';
  hash: string | null;
  packs: number;
  left: number;
  sold: number;
  opened: number;
  withdrawn: number;
  odds: {
    rarity: Rarity;
    packs: number;
  }[];
  opensAt: string;
  closesBy: string;
  staffMayBuy: boolean;
  opensItself: boolean;
  publishesAt: string | null;
  isOrdered: boolean;
  numberAt: string | null;
  createdAt: string;
  closedAt: string | null;
  carriesTo: string | null;
};

export type AdminPackType = {
  id: string;
  name: string;
  description: string;
  price: Cents;
  originalPrice: Cents | null;
  discount: number | null;
  game: string;
  packImageUrl: string;
  card_count: number;
  set_id: string;
  set_name: string;
  stock: number;
  guaranteed: boolean;
  purchaseLimit: number | null;
  sealKind?: SealKind | undefined;
  tags: string[];
  details: string[];
  promisesFoil: boolean;
  promisesRarity: PromisedRarity | null;
  promisesHits: number | null;
  updatedAt: string;
  nextPrice: Cents | null;
  heldBy: {
    dropId: string;
    number: number;
    closesBy: string;
  } | null;
  cost: Cents | null;
  is_available: boolean;
  expectedValue: {
    amount: Cents;
    basis: 'counted' | 'filling' | 'odds' | 'cards';
  } | null;
  openedPacks: {
    packs: number;
    mean: Cents;
  } | null;
  hasPicture: boolean;
};

export type AdminShipment = {
  id: string;
  status: ShipmentStatus;
  ownerEmail: string;
  recipient: string | null;
  country: string | null;
  cardCount: number;
  totalFee: Cents | null;
  carrier: string | null;
  trackingNumber: string | null;
  requestedAt: string;
};

export type AdminShipmentDetail = {
  shipment: PackedShipment;
  ownerEmail: string;
  additions: ({
    id: string;
    cardCount: number;
    totalFee: Cents | null;
    paymentMethod: PaymentKind;
  })[];
  labelSeller: string | null;
  customs: CustomsForm | null;
  cards: ParcelCard[];
};

export type AdminText = {
  key: TextKey;
  version: number;
  body: string;
  shownFrom: string | null;
  shownUntil: string | null;
  madeAt: string | null;
  versions: TextVersion[];
};

export type AgeCheck = {
  isAsked: boolean;
  provinces: {
    AB: number;
    BC: number;
    MB: number;
    NB: number;
    NL: number;
    NT: number;
    NS: number;
    NU: number;
    ON: number;
    PE: number;
    QC: number;
    SK: number;
    YT: number;
  };
  elsewhere: number;
};

export type Alert = {
  id: string;
  condition: string;
  title: string;
  words: string;
  since: string;
  mendedAt: string | null;
  leadsTo: string | null;
};

export type AlertKind = {
  condition: string;
  title: string;
  isOn: boolean;
};

export type AnnouncedDrop = {
  packs: number;
  publishesAt: string;
  numberAt: string | null;
  opensAt: string;
  isPractice: boolean;
};

export type ApiKey = {
  id: string;
  name: string;
  beginning: string;
  rights: ApiKeyRight[];
  networks: string[];
  madeBy: string | null;
  madeAt: string;
  endsAt: string;
  state: ApiKeyState;
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
};

export type ApiKeyRight = 'packing:read' | 'packing:write' | 'support:read' | 'support:write' | 'catalogue:read' | 'catalogue:write' | 'money:read' | 'money:write' | 'owner:read' | 'owner:write';

export type ApiKeyState = 'active' | 'ended' | 'revoked';

export type AuditEntry = {
  id: number;
  at: string;
  actor: {
    id: string;
    email: string;
    isKey?: boolean | undefined;
  };
  action: string;
  subject: {
    kind: SubjectKind;
    id: string;
  };
  before: { [name: string]: unknown } | null;
  after: { [name: string]: unknown } | null;
  ip: string;
  requestId: string;
  hash: string;
};

export type BookedLoss = {
  card: {
    id: string;
    name: string;
  } | null;
  shipmentId: string | null;
  owner: Person;
  reason: LossReason;
  amount: Cents;
  method: CardLossMethod;
  reference: string | null;
  decidedBy: string;
  decidedAt: string;
};

export type BoughtPackStatus = 'purchased' | 'opened';

export type BoughtSingle = {
  cardId: string;
  singleId: string;
  catalogueCardId: string;
  name: string;
  paid: Cents;
};

export type BoughtTicket = {
  placeId: string;
  ticket: string;
  signature: string | null;
};

export type Break = {
  kind: 'day' | 'week' | 'month' | 'half_year' | 'year' | 'five_years' | 'forever';
  beganAt: string;
  endsAt: string | null;
};

export type Build = {
  version: string;
  commit: string;
};

export type BulkSale = {
  successCount: number;
  failureCount: number;
  totalSellPrice: Cents;
  newAccountBalance: Cents;
  results: ({
    cardId: string;
    cardName: string;
    sellPrice: Cents;
    success: boolean;
    error: string | null;
    code: 'CARD_NOT_FOUND' | 'CARD_NOT_AVAILABLE' | 'PRICE_CHANGED' | null;
  })[];
};

export type Card = {
  id: string;
  catalogueCardId: string;
  name: string;
  rarity: Rarity;
  nativeRarity: string;
  imageUrl: string;
  set_name: string;
  number: string;
  foil: boolean;
  finish: Finish;
  condition: string;
};

export type CardEvent = 'opened' | 'bought' | 'reminded' | 'sold' | 'converted' | 'shipped' | 'delivered' | 'reclaimed' | 'lost' | 'returned';

export type CardFacts = {
  card: CatalogueCard;
  sharePicture: string;
  instantCredit: Cents;
  printings: CatalogueCard[];
  prices: CardPrice[];
  today: string;
  packs: PackOfCard[];
  openedCopies: number;
};

export type CardFault = 'missing' | 'damaged' | 'not_as_recorded';

export type CardGroup = {
  packOpeningId: string;
  cardIds: string[];
};

export type CardItem = {
  card: Card;
  packName: string;
  packCost: Cents | null;
  boughtFor?: Cents | null | undefined;
  marketValue: Cents;
  sellPrice: Cents;
  status: CardStatus;
  lockReason: LockReason | null;
  openedAt: string;
  leftAt: string | null;
  autoConvertAt: string | null;
  daysUntilAutoConvert: number | null;
  packOpeningId: string;
  isCovered?: boolean | undefined;
};

export type CardLossMethod = 'credits' | 'transfer' | 'replacement';

export type CardMove = 'opened' | 'bought' | 'shipment_begun' | 'shipment_requested' | 'shipment_cancelled' | 'shipped' | 'delivered' | 'expired' | 'released' | 'sold' | 'converted' | 'disputed' | 'reclaimed' | 'lost' | 'returned';

export type CardPagination = {
  totalItems: number;
  totalPages: number;
  page: number;
  pageSize: number;
  hasNext: boolean;
  hasPrevious: boolean;
};

export type CardPrice = {
  date: string;
  amount: Cents;
  currency: 'USD' | 'EUR' | 'CAD';
  source: string;
  finish: Finish;
  marketValue: Cents;
};

export type CardSet = {
  id: string;
  game: string;
  code: string;
  name: string;
  releasedOn: string | null;
  cards: number;
  packTypes: number;
};

export type CardStatus = 'available' | 'locked' | 'sold' | 'converted' | 'shipped' | 'delivered' | 'reclaimed' | 'lost' | 'returned';

export type CardsTakenEvent = {
  userId: string;
  total: Cents;
  cards: {
    cardId: string;
    paid: Cents;
  }[];
};

export type CarrierLabel = {
  carrier: string;
  service: string;
  trackingNumber: string;
  labelUrl: string;
  amountMinor: number | null;
  currency: string;
};

export type CarrierRate = {
  id: string;
  carrier: string;
  service: string;
  amountMinor: number | null;
  currency: string;
  deliveryDays: number | null;
};

export type CartLine = {
  packId: string;
  quantity: number;
};

export type CartTotal = {
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  taxes: TaxLine[];
  region: string | null;
  needsRegion: boolean;
  processingFee: Cents;
  total: Cents;
  currency: string;
};

export type CatalogueCard = {
  id: string;
  name: string;
  game: string;
  set_id: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  nativeRarity: string;
  finish: Finish;
  foil: boolean;
  image: string;
  price: Cents;
  value: Cents;
  marketValue: Cents;
  pricesAsOf: string | null;
  status: 'active';
  createdAt: string;
  updatedAt: string;
};

export type CatalogueCardList = {
  cards: MarketCard[];
  pagination: CardPagination;
  filters: {
    sortBy: 'price' | 'name' | 'rarity';
    sortOrder: 'desc' | 'asc';
  };
  currency: string;
  exchangeRate: number;
  isAlike: boolean;
};

export type Certification = {
  id: string;
  serial: string | null;
  certificationNumber: string | null;
  packTypeId: string;
  sealKind?: SealKind | undefined;
  receivedAt: string;
  status: CertifiedState;
};

export type CertifiedState = 'in_stock' | 'sold' | 'opened' | 'withdrawn';

export type Chain = {
  hash: string;
  publicKey: string;
  scheme: string;
  genesis: number;
  period: number;
  delay: number;
  minOpen: number;
};

export type ChosenColumn = {
  head: string;
  column: string;
};

export type CodePurpose = 'verify_email' | 'reset_password' | 'change_email' | 'prove_mail';

export type CollectionSummary = {
  totalCards: number;
  legendary: number;
  epic: number;
  rare: number;
  totalValue: Cents;
  totalSellPrice: Cents;
};

export type CollectionWorth = {
  days: WorthOfDay[];
  packTypes: PackResult[];
  money: {
    packs: Cents;
    shipping: Cents;
    soldBack: Cents;
    refunds: Cents;
    bonus: Cents;
  };
};

export type ColourScheme = {
  shadow: number;
  light: number;
  mood: 'day' | 'dawn' | 'dusk' | 'deep' | 'ember' | 'night';
};

export type Condition = 'Near Mint' | 'Lightly Played' | 'Moderately Played' | 'Heavily Played' | 'Damaged';

export type Consent = {
  text: 'terms' | 'privacy' | 'refunds' | 'shipping';
  version: number;
};

export type CountedFacts = {
  packs: number;
  countedAt: string;
  isCurrent: boolean;
  newerPacks: number;
  drop: string | null;
  price: Cents;
  market: PackValue;
  soldBack: PackValue;
  bringPrice: {
    market: ShareOfCounted;
    soldBack: ShareOfCounted;
  };
};

export type CoveredPack = {
  openingId: string;
  packTypeId: string;
  packName: string;
  packImageUrl: string;
  cardCount: number;
  openedAt: string;
};

export type CreditParts = {
  bought: Cents;
  earned: Cents;
  toCards: {
    credits: Cents;
    fees: Cents;
    gifts: Cents;
    total: Cents;
  };
  cardless: Cents;
  way: 'open' | 'ask' | 'closed';
  message: string;
};

export type CreditRequest = {
  id: string;
  user: Person;
  askedAt: string;
  dueAt: string;
  toCards: Cents;
  cardless: Cents;
};

export type CustomsForm = {
  description: string;
  hsCode: string;
  originCountry: string | null;
  quantity: number;
  value: Cents;
  netGrams: number;
  grossGrams: number;
  sender: ParcelSender | null;
};

export type CustomsTerms = {
  description: string;
  hsCode: string;
  originCountry: string | null;
};

export type DeliveryState = 'waiting' | 'failing' | 'delivered';

export type DiscountCode = {
  code: string;
  percent: number | null;
  amountOff: Cents | null;
  usesMax: number | null;
  uses: number;
  usesPerPerson: number | null;
  leastOrder: Cents | null;
  isFree: boolean;
  expiresAt: string | null;
  isUsable: boolean;
  createdAt: string;
};

export type Dispute = {
  id: string;
  state: DisputeState;
  user: Person;
  purpose: PaymentPurpose;
  description: string;
  amount: Cents;
  reason: string;
  evidenceDueAt: string | null;
  raisedAt: string;
  decidedAt: string | null;
  providerId: string;
  providerStatus: string;
  fee: Cents;
  feeReturned: Cents;
  debt: Cents;
  openedAt: string | null;
  pauseLiftedAt: string | null;
  accountPause: AccountPause | null;
  accountDebt: Cents;
  evidence: DisputeEvidence;
};

export type DisputeEvent = {
  disputeId: string;
  paymentId: string;
  userId: string;
  state: DisputeState;
  amount: Cents;
};

export type DisputeEvidence = {
  payment: {
    id: string;
    intentId: string;
    amount: Cents;
    paidAt: string;
    subjectId: string;
  };
  account: {
    createdAt: string;
    emailVerifiedAt: string | null;
    fullName: string | null;
    address: string | null;
    otherPayments: number;
  };
  packs: ({
    id: string;
    name: string;
    serial: string | null;
    openedAt: string | null;
    cards: ({
      id: string;
      name: string;
      status: CardStatus;
      lockReason: LockReason | null;
      marketValue: Cents;
    })[];
  })[];
  signIns: {
    at: string;
    lastUsedAt: string;
    ip: string;
    userAgent: string;
  }[];
  shipments: ({
    id: string;
    status: string;
    address: string | null;
    carrier: string | null;
    trackingNumber: string | null;
    requestedAt: string | null;
    shippedAt: string | null;
    deliveredAt: string | null;
  })[];
  entries: {
    at: string;
    action: string;
    subject: string;
  }[];
};

export type DisputeState = 'inquiry' | 'open' | 'won' | 'lost' | 'closed';

export type DisputeSummary = {
  id: string;
  state: DisputeState;
  user: Person;
  purpose: PaymentPurpose;
  description: string;
  amount: Cents;
  reason: string;
  evidenceDueAt: string | null;
  raisedAt: string;
  decidedAt: string | null;
};

export type Drop = {
  hash: string;
  packTypeId: string;
  packTypeName: string;
  number: number;
  state: 'draft' | 'published' | 'open' | 'paused' | 'closed' | 'given_up';
  packs: number;
  left: number;
  sold: number;
  opened: number;
  withdrawn: number;
  opensAt: string;
  closesBy: string;
};

export type DropEvent = {
  dropId: string;
  packTypeId: string;
  number: number | null;
};

export type DropReturn = {
  dropId: string;
  name: string;
  number: number;
  packs: number;
  opened: number;
  price: Cents;
  designed: Cents;
  actual: Cents | null;
  chance: {
    low: Cents;
    high: Cents;
  } | null;
  isWithinChance: boolean;
  paidBack: Cents | null;
  valuedAt: string;
};

export type EligibleLine = {
  packTypeId: string;
  name: string;
  price: Cents;
  quantity: number;
  quantityMax: number;
  ineligibilityReason: string | null;
};

export type EligibleSingle = {
  singleId: string;
  name: string | null;
  price: Cents | null;
  ineligibilityReason: string | null;
};

export type EventType = 'order.paid' | 'order.opened' | 'order.refunded' | 'money.moved' | 'card.sold' | 'card.converted' | 'parcel.requested' | 'parcel.packed' | 'parcel.shipped' | 'parcel.delivered' | 'parcel.cancelled' | 'parcel.lost' | 'dispute.opened' | 'dispute.decided' | 'drop.published' | 'drop.opened' | 'drop.paused' | 'drop.closed' | 'stock.low' | 'price.jumped' | 'person.joined' | 'person.erased' | 'webhook.tested';

export type ExportedCard = {
  id: string;
  name: string;
  setName: string;
  rarity: Rarity;
  finish: Finish;
  condition: string;
  packName: string;
  openingId: string;
  openedAt: string;
  status: CardStatus;
  lockReason: LockReason | null;
  autoConvertAt: string | null;
  marketValue: Cents;
  boughtFor: Cents | null;
  paid: Cents | null;
  exitedAt: string | null;
};

export type ExportedCardWish = {
  cardId: string;
  name: string;
  setName: string;
  wishedAt: string;
  toldAt: string | null;
  line: Cents | null;
  lineToldAt: string | null;
};

export type ExportedMail = {
  id: string;
  kind: string;
  to: string;
  subject: string | null;
  text: string | null;
  createdAt: string;
  sentAt: string | null;
};

export type ExportedNote = {
  id: string;
  on: TimelineKind;
  subjectId: string;
  text: string;
  writtenAt: string;
};

export type ExportedNotice = {
  id: string;
  kind: 'stock' | 'single' | 'back' | 'price' | 'ending' | 'converted' | 'locked' | 'shipped' | 'refunded' | 'alert' | 'mended';
  packTypeIds: string[];
  cardIds: string[];
  line: Cents | null;
  marketValue: Cents | null;
  amount: Cents | null;
  subjectId: string | null;
  madeAt: string;
  readAt: string | null;
};

export type ExportedOrder = {
  id: string;
  placedAt: string;
  paidAt: string | null;
  paymentMethod: PaymentKind;
  lines: {
    packTypeId: string;
    packName: string;
    quantity: number;
    refunded: number;
    unitPrice: Cents;
  }[];
  singles: ({
    cardId: string;
    name: string;
    number: string;
    finish: Finish;
    condition: string;
    unitPrice: Cents;
    discount: Cents;
    refunded: Cents | null;
  })[];
  discountCode: string | null;
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  processingFee: Cents;
  total: Cents;
  returnAskedAt: string | null;
  returnReason: string | null;
};

export type ExportedPack = {
  id: string;
  packTypeId: string;
  packName: string;
  certificationNumber: string | null;
  boughtAt: string;
  openingId: string | null;
  openedAt: string | null;
  isCovered: boolean;
};

export type ExportedPackWish = {
  packTypeId: string;
  packName: string;
  wishedAt: string;
  toldAt: string | null;
};

export type ExportedPayment = {
  id: string;
  purpose: PaymentPurpose;
  description: string;
  amount: Cents;
  state: PaymentState;
  intentId: string | null;
  cardFingerprint: string | null;
  cardCountry: string | null;
  riskLevel: string | null;
  riskScore: number | null;
  createdAt: string;
  refunds: ({
    amount: Cents;
    state: 'due' | 'pending' | 'paid' | 'failed';
    reason: string;
    createdAt: string;
    paidAt: string | null;
  })[];
};

export type ExportedSession = {
  id: string;
  startedAt: string;
  lastUsedAt: string;
  endedAt: string | null;
  userAgent: string;
  ip: string;
};

export type ExportedSharedPull = {
  address: string;
  cardId: string;
  shownName: string | null;
  sharedAt: string;
};

export type ExportedShipment = {
  id: string;
  state: ShipmentState;
  cardIds: string[];
  address: ParcelAddress | null;
  paymentMethod: PaymentKind;
  fee: Cents;
  carrier: string | null;
  trackingNumber: string | null;
  createdAt: string;
  requestedAt: string | null;
  packedAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  cancelledAt: string | null;
};

export type ExportedTicket = {
  id: string;
  drop: string;
  place: number;
  ref: string;
  issuedAt: string;
  sealedIn: number | null;
};

export type FailedJob = {
  id: string;
  name: string;
  error: string;
  failedAt: string;
  attempts: number;
  mailId: string | null;
};

export type FailedRefund = {
  id: string;
  user: Person;
  orderId: string | null;
  amount: Cents;
  problem: string | null;
  failedAt: string;
  dispute: 'open' | 'lost' | null;
  paidByBank: Cents;
  canBePaid: boolean;
  canBeCredited: boolean;
};

export type FigureFloors = {
  packsOpened: number | null;
  cardsShipped: number | null;
  packsInStock: number | null;
};

export type Finish = 'normal' | 'foil' | 'reverse-foil';

export type Found = {
  kind: FoundKind;
  id: string;
  name: string;
  about: string | null;
  state: string | null;
  at: string | null;
  personId: string | null;
};

export type FoundKind = 'order' | 'person' | 'parcel' | 'transaction' | 'pack' | 'card' | 'single' | 'pack_type' | 'catalogue_card';

export type HeardEventType = 'order.paid' | 'order.opened' | 'order.refunded' | 'money.moved' | 'card.sold' | 'card.converted' | 'parcel.requested' | 'parcel.packed' | 'parcel.shipped' | 'parcel.delivered' | 'parcel.cancelled' | 'parcel.lost' | 'dispute.opened' | 'dispute.decided' | 'drop.published' | 'drop.opened' | 'drop.paused' | 'drop.closed' | 'stock.low' | 'price.jumped' | 'person.joined' | 'person.erased';

export type HeldCards = {
  count: number;
  marketValue: Cents;
};

export type HeldParcel = {
  shipmentId: string;
  user: Person;
  reasons: ParcelRisk[];
  heldAt: string;
  checkBy: string;
};

export type HeldPrice = {
  cardId: string;
  cardName: string;
  game: string;
  set_name: string;
  number: string;
  finish: Finish;
  source: string;
  observedOn: string;
  amount: Cents;
  before: Cents;
  beforeOn: string;
  currency: 'USD' | 'EUR' | 'CAD';
};

export type HomeQuestion = {
  user: Person;
  since: string;
};

export type HouseCardMove = 'opened' | 'bought' | 'came_back' | 'taken_in_hand' | 'got_worse' | 'shelved' | 'withdrawn' | 'put_back' | 'priced' | 'left_to_rules' | 'lost' | 'sold' | 'listed_elsewhere' | 'sold_elsewhere' | 'replaced';

export type HouseCardState = 'came_back' | 'checked' | 'shelved' | 'on_sale' | 'reserved' | 'sold' | 'withdrawn' | 'lost' | 'elsewhere' | 'sold_elsewhere' | 'given';

export type ImportCounts = {
  new: number;
  changed: number;
  same: number;
  wrong: number;
};

export type ImportDetail = {
  id: string;
  kind: ImportKind;
  fileName: string;
  state: ImportState;
  mode: ImportMode | null;
  lines: number;
  worked: number;
  counts: ImportCounts;
  warned: number;
  problem: string | null;
  by: string;
  createdAt: string;
  finishedAt: string | null;
  unread: string[];
  chosen: ChosenColumn[];
  forAll: ValueForAll[];
  changes: ImportLine[];
  credits: {
    bought: Cents;
    earned: Cents;
  } | null;
  warnings: ImportLine[];
  problems: ImportLine[];
};

export type ImportKind = 'catalogue' | 'prices' | 'cards' | 'stock' | 'people';

export type ImportLine = {
  line: number;
  outcome: LineOutcome;
  subject: string | null;
  problem: string | null;
  warning: string | null;
  changes: ({
    field: string;
    before: string | null;
    after: string;
    isShared?: boolean | undefined;
    heldBy?: {
      number: number;
      closesBy: string;
    } | undefined;
  })[];
};

export type ImportMode = 'all' | 'right';

export type ImportState = 'reading' | 'checking' | 'checked' | 'applying' | 'stopped' | 'done' | 'discarded' | 'unreadable';

export type ImportSummary = {
  id: string;
  kind: ImportKind;
  fileName: string;
  state: ImportState;
  mode: ImportMode | null;
  lines: number;
  worked: number;
  counts: ImportCounts;
  warned: number;
  problem: string | null;
  by: string;
  createdAt: string;
  finishedAt: string | null;
};

export type IntakeCard = {
  cardId?: string | undefined;
  set?: string | undefined;
  number?: string | undefined;
  rarity?: string | undefined;
  finish?: Finish | undefined;
  condition?: Condition | undefined;
  label?: string | undefined;
};

export type IntakeCosts = {
  receivedOn: string;
  invoice: string | null;
  packs: number;
  cost: Cents | null;
  tax: Cents | null;
  suppliers: string[];
};

export type IntakePack = {
  packTypeId: string;
  serial: string;
  certificationNumber: string;
  cards: IntakeCard[];
  sealKind?: SealKind | undefined;
  supplier?: string | undefined;
  cost?: {
    amount: Cents;
    tax?: Cents | undefined;
    invoice?: string | undefined;
  } | undefined;
  awaitsDrop?: boolean | undefined;
};

export type Job = {
  name: string;
  everySeconds: number | null;
  dailyAtHour: number | null;
  state: JobState;
  lastRunAt: string | null;
  lastOutcome: 'completed' | 'failed' | null;
  lastRun: JobRun | null;
  nextRunAt: string | null;
};

export type JobRun = {
  done: number;
  failed: number;
};

export type JobState = 'idle' | 'waiting' | 'running' | 'retrying';

export type LabelState = {
  seller: string;
  rates: CarrierRate[];
  label: CarrierLabel | null;
  problems: string[];
};

export type LedgerAccount = 'house:sales' | 'house:tax' | 'house:tax_gst' | 'house:tax_hst' | 'house:tax_qst' | 'house:tax_pst_bc' | 'house:tax_pst_sk' | 'house:tax_rst_mb' | 'house:tax_other' | 'house:fees' | 'house:shipping' | 'house:buyback' | 'house:promotions' | 'house:card_clearing' | 'house:refunds' | 'house:losses' | 'house:bank' | 'house:card_fees' | 'house:disputes' | 'house:dispute_losses' | 'house:imported_bought' | 'house:imported_earned' | 'debt';

export type LedgerEntry = {
  version: number;
  transactionId: string;
  type: TransactionType;
  description: string;
  otherAccount: LedgerAccount;
  amount: Cents;
  balance: Cents;
  createdAt: string;
};

export type LegalText = {
  key: 'terms' | 'privacy' | 'refunds' | 'shipping';
  title: string;
  version: number;
  madeAt: string;
  html: string;
  sections: {
    title: string;
    html: string;
  }[];
  versions: {
    version: number;
    madeAt: string;
  }[];
};

export type LineOutcome = 'new' | 'changed' | 'same' | 'wrong';

export type ListName = 'pack-types' | 'orders' | 'users' | 'shipments' | 'packs' | 'singles';

export type ListView = {
  id: string;
  name: string;
  isForAll: boolean;
  address: { [name: string]: string };
};

export type LockReason = 'shipping_payment' | 'expired' | 'dispute' | 'refund';

export type LockedCard = {
  cardId: string;
  name: string;
  setName: string;
  number: string;
  finish: Finish;
  ownerEmail: string;
  marketValue: Cents;
  sellPrice: Cents;
  autoConvertAt: string | null;
};

export type LossMethod = 'credits' | 'transfer';

export type LossQuote = {
  owner: Person;
  canGetCredits: boolean;
  shipmentId: string | null;
  askedOn: string | null;
  foundOn: string;
  cards: LostCard[];
  fee: Cents | null;
  total: Cents;
  replacements: {
    id: string;
    cardNumber: string;
    shelf: string;
    paid: Cents;
  }[];
};

export type LossReason = 'missing' | 'damaged' | 'not_as_recorded' | 'parcel_lost';

export type LostCard = {
  cardId: string;
  name: string;
  setName: string;
  number: string;
  packSerial: string;
  askedValue: Cents | null;
  foundValue: Cents;
  amount: Cents;
};

export type Mail = {
  id: string;
  kind: string;
  to: string;
  subject: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
  text: string;
  html: string | null;
};

export type MailSender = {
  name: string | null;
  address: string | null;
};

export type MailState = 'kept' | 'queued' | 'sending' | 'sent' | 'failed';

export type MailSummary = {
  id: string;
  kind: string;
  to: string;
  subject: string;
  state: MailState;
  attempts: number;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
};

export type MarginRow = {
  key: string | null;
  name: string;
  line: 'packs' | 'singles' | 'parcels' | 'credits' | 'shop' | null;
  sold: Cents;
  discounts: Cents;
  refunds: Cents;
  soldElsewhere: Cents;
  boughtBack: Cents;
  converted: Cents;
  shipping: Cents;
  labels: Cents;
  fees: Cents;
  providerFees: Cents;
  packCost: Cents;
  singleCost: Cents;
  recovered: Cents;
  gifts: Cents;
  losses: Cents;
  packs: number;
  singles: number;
  packsWithoutCost: number;
  labelsWithoutCost: number;
  left: Cents | null;
  leftBeforeUnknown: Cents;
};

export type MarginTotal = {
  sold: Cents;
  discounts: Cents;
  refunds: Cents;
  soldElsewhere: Cents;
  boughtBack: Cents;
  converted: Cents;
  shipping: Cents;
  labels: Cents;
  fees: Cents;
  providerFees: Cents;
  packCost: Cents;
  singleCost: Cents;
  recovered: Cents;
  gifts: Cents;
  losses: Cents;
  packs: number;
  singles: number;
  packsWithoutCost: number;
  labelsWithoutCost: number;
  left: Cents | null;
  leftBeforeUnknown: Cents;
};

export type MarketCard = {
  id: string;
  name: string;
  game: string;
  set_id: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  nativeRarity: string;
  finish: Finish;
  foil: boolean;
  image: string;
  price: Cents;
  value: Cents;
  marketValue: Cents;
  pricesAsOf: string | null;
  status: 'active';
  createdAt: string;
  updatedAt: string;
  singleFrom?: Cents | null | undefined;
};

export type MoneyLimit = {
  limit: Cents | null;
  used: Cents;
  raise: {
    to: Cents | null;
    from: string;
    until: string;
  } | null;
};

export type MoneyMovedEvent = {
  userId: string;
  kind: TransactionType;
  gained: Cents;
  spent: Cents;
  journals: {
    id: string;
    referenceId: string;
  }[];
};

export type MoneyQuestion = {
  id: string;
  kind: 'refund_uncovered' | 'refund_owed' | 'not_in_books' | 'not_at_provider' | 'amounts_differ' | 'other_currency';
  subject: string;
  user: Person | null;
  orderId: string | null;
  amount: Cents;
  booked: Cents | null;
  foundAt: string;
};

export type NamedIntakeCard = {
  cardId: string;
  name: string;
  nativeRarity: string;
  finish: Finish;
  image: string;
};

export type NamedPackType = {
  id: string;
  name: string;
};

export type NewWebhookSecret = {
  id: string;
  secret: string;
};

export type Notice = {
  id: string;
  kind: 'stock' | 'single' | 'back' | 'price' | 'ending' | 'converted' | 'locked' | 'shipped' | 'refunded' | 'alert' | 'mended';
  packTypes: NamedPackType[];
  cards: {
    id: string;
    name: string;
    nativeRarity: string;
    finish: Finish;
    image: string;
  }[];
  cardCount: number;
  line: Cents | null;
  marketValue: Cents | null;
  amount: Cents | null;
  subjectId: string | null;
  alert: string | null;
  madeAt: string;
  readAt: string | null;
};

export type Obligation = {
  kind: ObligationKind;
  id: string;
  shipmentState: ShipmentState | null;
  description: string;
  amount: Cents | null;
  since: string;
};

export type ObligationKind = 'payment' | 'refund' | 'shipment' | 'dispute' | 'debt';

export type Obligations = {
  obligations: Obligation[];
  givenUp: {
    credits: Cents;
    availableCards: HeldCards;
    lockedCards: HeldCards;
    unopenedPacks: number;
  };
  graceDays: number;
  deletionDueAt: string | null;
};

export type OpenedCard = {
  id: string;
  catalogueCardId: string;
  name: string;
  rarity: Rarity;
  nativeRarity: string;
  foil: boolean;
  finish: Finish;
  condition: string;
  isHighValue: boolean;
  value: Cents;
  sellPrice: Cents;
  status: CardStatus;
  image: string;
  set_name: string;
};

export type OpenedPack = {
  id: string;
  packId: string;
  packTypeId: string;
  packName: string;
  openedAt: string;
  cards: OpenedCard[];
  totalValue: Cents;
  paid: Cents;
  isCovered?: boolean | undefined;
  packOpeningId: string;
};

export type OpeningSignature = {
  line: 'opinion' | 'approval' | 'sources';
  places: string[];
  document: string;
  sha256: string;
  signedBy: Person;
  signedAt: string;
  endsAt: string;
};

export type OperatorsGame = {
  id: string;
  name: string;
  sign: 'disc' | 'three-rings' | 'wedge' | 'square' | 'wave' | 'cross' | 'hexagon' | 'arrow';
  schemes: ColourScheme[];
  rarities: {
    word: string;
    rarity: Rarity;
  }[];
  unknownRarity: Rarity | null;
  finishes: {
    word: string;
    finish: Finish;
  }[];
  sets: number;
  version: number;
};

export type Order = {
  id: string;
  user: Person;
  paymentMethod: PaymentKind;
  state: OrderState;
  packs: number;
  singleCount?: number | undefined;
  total: Cents;
  discountCode: string | null;
  createdAt: string;
  paidAt: string | null;
  openedBeforeRefund: number;
  isReturnAsked: boolean;
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  taxes: TaxLine[];
  region: string | null;
  processingFee: Cents;
  lines: {
    packTypeId: string;
    name: string;
    quantity: number;
    unitPrice: Cents;
    refunded: number;
    unopened: number;
    unopenedOfDrop: number;
    keepable: number;
  }[];
  singles?: ({
    singleId: string;
    cardId: string;
    name: string;
    unitPrice: Cents;
    discount: Cents;
    refunded: Cents | null;
    status: CardStatus | null;
  })[] | undefined;
  unopened: number;
  payment: OrderPayment | null;
  refunds: OrderRefund[];
  transactionId: string | null;
  isRefundable: boolean;
  providerFee: Cents | null;
  buyersReturn: 'open' | 'ask' | 'asked' | 'closed';
  returnRequest: ReturnRequest | null;
  openedSince: ({
    packTypeId: string;
    byBuyer: number;
    bestOfBuyer: Cents | null;
    byAll: number;
    bestOfAll: Cents | null;
  })[];
  buyersAccounts: number;
};

export type OrderOpenedEvent = {
  orderId: string;
  userId: string;
  packs: {
    packId: string;
    packTypeId: string;
    packOpeningId: string;
    cardIds: string[];
  }[];
};

export type OrderPaidEvent = {
  orderId: string;
  userId: string;
  paymentMethod: PaymentKind;
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  processingFee: Cents;
  total: Cents;
  packs: {
    packTypeId: string;
    quantity: number;
    unitPrice: Cents;
  }[];
  singles: {
    houseCardId: string;
    unitPrice: Cents;
    discount: Cents;
  }[];
};

export type OrderPayment = {
  id: string;
  state: PaymentState;
  amount: Cents;
  intentId: string | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  events: ({
    id: string;
    type: string;
    receivedAt: string;
    handledAt: string | null;
  })[];
};

export type OrderRefund = {
  id: string;
  amount: Cents;
  state: 'due' | 'pending' | 'paid' | 'failed';
  method: 'card' | 'credits' | 'transfer' | 'bank';
  isFromOutside: boolean;
  reason: string;
  problem: string | null;
  isReplaced: boolean;
  createdAt: string;
  paidAt: string | null;
};

export type OrderRefundedEvent = {
  orderId: string;
  userId: string;
  amount: Cents;
  to: 'balance' | 'card';
  packs: {
    packTypeId: string;
    quantity: number;
  }[];
  cardIds: string[];
};

export type OrderState = 'open' | 'paid' | 'refunded' | 'canceled';

export type OrderSummary = {
  id: string;
  user: Person;
  paymentMethod: PaymentKind;
  state: OrderState;
  packs: number;
  singleCount?: number | undefined;
  total: Cents;
  discountCode: string | null;
  createdAt: string;
  paidAt: string | null;
  openedBeforeRefund: number;
  isReturnAsked: boolean;
};

export type OtherShop = {
  shop: string;
  listed: number;
  asked: Cents;
  sold: number;
  brought: Cents;
  lastSaleAt: string | null;
};

export type Overview = {
  sales: Cents;
  refunded: Cents;
  openings: number;
  topUps: Cents;
  soldBack: Cents;
  creditsHeld: Cents;
  countedUntil: string | null;
  packsInStock: number;
  packsWaiting?: number | undefined;
  cardsToShip: number;
  pricesAt: string | null;
  series: {
    date: string;
    sales: Cents;
    openings: number;
    topUps: Cents;
    soldBack: Cents;
  }[];
};

export type Owed = {
  valuedAt: string;
  creditsBought: Cents;
  creditsEarned: Cents;
  debts: Cents;
  sellableCards: number;
  sellableValue: Cents;
  sellableMarket: Cents;
  parcels: number;
  parcelCards: number;
  parcelMarket: Cents;
  sealedPacks: number;
  lostSingles: number;
  lostSinglesCost: Cents;
};

export type OwnCopy = {
  id: string;
  packName: string;
  packOpeningId: string;
  condition: string;
  status: CardStatus;
  lockReason: LockReason | null;
  openedAt: string;
  autoConvertAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  exitedAt: string | null;
  exitPrice: Cents | null;
  boughtFor?: Cents | null | undefined;
};

export type OwnInvitation = {
  role: Role;
  roleName: string | null;
  rights: Right[];
  invitedBy: string;
  expiresAt: string;
};

export type OwnLimits = {
  day: MoneyLimit;
  week: MoneyLimit;
  month: MoneyLimit;
  packs: PacksLimit;
  break: Break | null;
};

export type OwnSet = {
  id: string;
  name: string;
  game: string;
  numbers: number;
  here: number;
  owned?: number | undefined;
  had: number;
};

export type Pack = {
  id: string;
  physicalPackId: string | null;
  name: string;
  description: string;
  price: Cents;
  image: string;
  cardCount: number;
  isAvailable: boolean;
  guaranteed: boolean;
  setName: string;
  packType: string;
  potentialHitsCards: PotentialHit[];
};

export type PackMove = 'taken_in' | 'reserved' | 'sold' | 'returned' | 'opened' | 'withdrawn' | 'put_back' | 'looked_into';

export type PackOfCard = {
  packTypeId: string;
  name: string;
  price: Cents;
  packImageUrl: string;
  counted: {
    packs: number;
    of: number;
    chance: number;
    countedAt: string;
    isCurrent: boolean;
  } | null;
};

export type PackOpening = {
  id: string;
  packId: string;
  packTypeId: string;
  packName: string;
  openedAt: string;
  cards: OpenedCard[];
  totalValue: Cents;
  paid: Cents;
  isCovered?: boolean | undefined;
};

export type PackResult = {
  packTypeId: string;
  name: string;
  packs: number;
  sealedPacks: number;
  paid: Cents;
  sealed: Cents;
  soldBack: Cents;
  cardsHere: number;
  here: Cents;
  cardsHome: number;
  home: Cents;
};

export type PackReturn = {
  way: 'open' | 'ask' | 'closed';
  until: string | null;
  message: string | null;
};

export type PackState = 'intake' | 'available' | 'waiting' | 'reserved' | 'sold' | 'disputed' | 'opened' | 'withdrawn';

export type PackType = {
  id: string;
  name: string;
  description: string;
  price: Cents;
  originalPrice: Cents | null;
  discount: number | null;
  game: string;
  packImageUrl: string;
  card_count: number;
  set_id: string;
  set_name: string;
  stock: number;
  guaranteed: boolean;
  purchaseLimit: number | null;
  sealKind?: SealKind | undefined;
  tags: string[];
  details: string[];
  promisesFoil: boolean;
  promisesRarity: PromisedRarity | null;
  promisesHits: number | null;
  updatedAt: string;
  is_available?: boolean | undefined;
  availablePacksCount: number;
  odds: ({
    rarity: Rarity;
    chance: number;
    packs: number | null;
  })[];
  counted: CountedFacts | null;
  pricesAsOf: string | null;
  potentialHitsCards: PotentialHit[];
  createdAt: string;
};

export type PackTypeList = PackType[];

export type PackValue = {
  mean: Cents;
  median: Cents;
  best: Cents;
};

export type PackedShipment = {
  id: string;
  status: ShipmentStatus;
  cards: ShippedCard[];
  cardGroups: {
    packOpeningId: string;
    cardIds: string[];
  }[];
  shippingAddress: ParcelAddress | null;
  fee: ParcelFee | null;
  paymentMethod: PaymentKind;
  service: string | null;
  estimatedDelivery: string;
  insuredValue: Cents | null;
  goesWithId: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  checkedUntil: string | null;
  events: {
    status: ShipmentStatus;
    at: string;
  }[];
  createdAt: string;
  updatedAt: string;
};

export type PacksLimit = {
  limit: number | null;
  used: number;
  raise: {
    to: number | null;
    from: string;
    until: string;
  } | null;
};

export type PageOfPull = {
  address: string;
  url: string;
  name: string;
  packName: string;
  shownName: string | null;
  sharedAt: string;
};

export type Pagination = {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
  hasNext: boolean;
  hasPrev: boolean;
};

export type ParcelAddress = {
  firstName: string;
  lastName: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type ParcelCard = {
  cardId: string;
  name: string;
  setName: string;
  number: string;
  finish: Finish;
  condition: Condition;
  packSerial: string;
  position: number;
  cardNumber: string;
  shelf: string | null;
  pickedAt: string | null;
};

export type ParcelEvent = {
  parcelId: string;
  userId: string;
  status: ShipmentStatus;
  carrier: string | null;
  trackingNumber: string | null;
  goesWithId: string | null;
};

export type ParcelFee = {
  baseFee: Cents;
  weightFee: Cents;
  insuranceFee: Cents;
  reduction: Cents;
  tax: Cents;
  taxes: TaxLine[];
  totalFee: Cents;
};

export type ParcelRisk = 'risk_word' | 'several_cards' | 'several_accounts';

export type ParcelSender = {
  name: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string | null;
};

export type ParcelService = {
  key: string;
  name: string;
  delivery: string;
  baseFee: Cents;
  cardsIncluded: number;
  furtherCardFee: Cents;
  weightMost: number | null;
  freeFrom: Cents | null;
  coverIncluded: Cents;
  coverMost: Cents;
  coverFee: Cents;
};

export type ParcelTariff = {
  zones: ParcelZone[];
  cardGrams: number;
  packagingGrams: number;
  customs: CustomsTerms;
  sender: ParcelSender | null;
};

export type ParcelZone = {
  name: string;
  places: string[];
  services: ParcelService[];
};

export type PaymentIntent = {
  clientSecret: string;
  paymentIntentId: string;
  expiresAt: string;
  amount: Cents;
  currency: 'cad';
};

export type PaymentKind = 'balance' | 'stripe';

export type PaymentMethod = {
  id: string;
  providerId: string;
  type: 'card';
  last4: string;
  brand: string;
  expiryMonth: number;
  expiryYear: number;
  isDefault: boolean;
  nickname: string | null;
};

export type PaymentPurpose = 'order' | 'shipment' | 'top_up';

export type PaymentState = 'creating' | 'open' | 'processing' | 'succeeded' | 'refund_due' | 'refunded' | 'canceled' | 'failed';

export type Person = {
  id: string;
  email: string;
};

export type PersonEvent = {
  userId: string;
};

export type PersonalData = {
  exportedAt: string;
  profile: User;
  settings: Settings;
  twoFactorSince: string | null;
  passwordChangedAt: string | null;
  consents: ({
    text: 'terms' | 'privacy' | 'refunds' | 'shipping';
    version: number;
    occasion: 'sign_up' | 'purchase';
    givenAt: string;
  })[];
  ageConfirmations: ({
    age: number;
    region: string | null;
    givenAt: string;
  })[];
  ownLimits: ({
    kind: 'day' | 'week' | 'month' | 'packs';
    amount: Cents | null;
    packs: number | null;
    changedAt: string;
  })[];
  breaks: Break[];
  creditReturns: ({
    state: 'asked' | 'paid' | 'refused';
    isByButton: boolean;
    askedAt: string;
    decidedAt: string | null;
    transferred: Cents;
    reference: string | null;
  })[];
  importedCredits: ({
    amount: Cents;
    isBought: boolean;
    reference: string | null;
    importedAt: string;
  })[];
  placeQuestions: ({
    kind: PlaceQuestionKind;
    region: string;
    foundAt: string;
    closedAt: string | null;
  })[];
  sessions: {
    entries: ExportedSession[];
    olderLeftOut: number;
  };
  pendingCodes: {
    purpose: CodePurpose;
    email: string;
    expiresAt: string;
  }[];
  orders: {
    entries: ExportedOrder[];
    olderLeftOut: number;
  };
  cardPayments: {
    entries: ExportedPayment[];
    olderLeftOut: number;
  };
  savedCards: PaymentMethod[];
  transactions: {
    entries: Transaction[];
    olderLeftOut: number;
  };
  packs: {
    entries: ExportedPack[];
    olderLeftOut: number;
  };
  tickets: {
    entries: ExportedTicket[];
    olderLeftOut: number;
  };
  cards: {
    entries: ExportedCard[];
    olderLeftOut: number;
  };
  shipments: {
    entries: ExportedShipment[];
    olderLeftOut: number;
  };
  mails: {
    entries: ExportedMail[];
    olderLeftOut: number;
  };
  cardWishes: ExportedCardWish[];
  packWishes: ExportedPackWish[];
  notices: {
    entries: ExportedNotice[];
    olderLeftOut: number;
  };
  operatorNotes: {
    entries: ExportedNote[];
    olderLeftOut: number;
  };
  sharedPulls: ExportedSharedPull[];
};

export type PlaceInDrop = {
  placeId: string;
  drop: string;
  number: number;
  place: number;
};

export type PlaceOfSale = {
  region: string;
  isOpen: boolean;
  leastAge: number | null;
  withdrawalDays: number;
  languages: string[];
};

export type PlaceQuestion = {
  id: string;
  kind: PlaceQuestionKind;
  region: string;
  user: Person;
  foundAt: string;
};

export type PlaceQuestionKind = 'card' | 'parcel';

export type PlaceSettingsVersion = {
  version: number;
  settings: SalesPlaces;
  madeAt: string | null;
};

export type Pocket = {
  catalogueCardId: string;
  name: string;
  number: string;
  rarity: Rarity;
  item: CardItem | null;
  copies: number;
  wasHad: boolean;
  sent?: 'in_parcel' | 'left' | null | undefined;
  single?: {
    cardId: string;
    price: Cents;
    copies?: number | undefined;
  } | null | undefined;
};

export type PotentialHit = {
  cardId: string;
  cardName: string;
  cardImageUrl: string;
  instantCredit: Cents;
  rarity: Rarity;
  packs: number | null;
};

export type Preferences = {
  packRecommendations: boolean;
  emailNotifications: boolean;
  smsNotifications: boolean;
  autoConvertExpiredCards: boolean;
  openingMails: boolean;
  parcelMails: boolean;
  stockMails: boolean;
  backMails: boolean;
  priceMails: boolean;
  stockNotices: boolean;
  backNotices: boolean;
  priceNotices: boolean;
  preferredCategories: string[];
  currency: 'CAD';
  language: 'en';
};

export type PriceJumpedEvent = {
  cardId: string;
  market: string;
  observedOn: string;
  currency: string;
  beforeMinor: number;
  afterMinor: number;
};

export type PriceLine = {
  amount: Cents;
  isAbove: boolean;
  toldAt: string | null;
};

export type PriceRun = {
  id: string;
  source: string;
  startedAt: string;
  finishedAt: string | null;
  cards: number;
  newPrices: number;
  heldBack: number;
  error: string | null;
};

export type PriceSource = {
  name: string;
  source: string;
  game: string;
  files: string[];
  lastRun: PriceRun | null;
};

export type PriceWarning = {
  packTypeId: string;
  name: string;
  price: Cents;
  cost: Cents | null;
  returned: Cents | null;
  warnings: ('below_cost' | 'below_return')[];
};

export type Prices = {
  sources: PriceSource[];
  problem: string | null;
  dailyAtHour: number;
  nextRunAt: string | null;
  state: JobState;
  runs: PriceRun[];
  freshness: {
    oldest: string | null;
    newest: string | null;
    older: number;
    unpriced: number;
  };
  held: number;
};

export type PrivacyLevel = 'private' | 'friends' | 'public';

export type PromisedRarity = 'uncommon' | 'rare' | 'mythic';

export type Purchase = {
  updatedBalance: Cents;
  packOpenings: PackOpening[];
  singles?: BoughtSingle[] | undefined;
  totalCards: number;
  totalValue: Cents;
  tickets: BoughtTicket[];
};

export type Rarity = 'common' | 'uncommon' | 'rare' | 'mythic';

export type RarityFilter = 'common' | 'uncommon' | 'epic' | 'rare' | 'mythic' | 'legendary';

export type Receipt = {
  type: TransactionType;
  number: string;
  seller: {
    name: string;
    contactEmail: string;
    legalName: string | null;
    address: string | null;
    phone?: string | null | undefined;
    email?: string | null | undefined;
    registration?: string | null | undefined;
    privacyOfficer?: string | null | undefined;
    taxNumbers: {
      name: string;
      number: string;
    }[];
  };
  document: {
    kind: 'invoice' | 'credit_note';
    number: string;
    corrects: string | null;
  } | null;
  buyer: {
    name: string | null;
    address: string | null;
  } | null;
  issuedAt: string;
  lines: ({
    text: string;
    quantity: number;
    amount: Cents;
    catalogueCardId?: string | undefined;
  })[];
  subtotal: Cents;
  discount: Cents;
  tax: Cents;
  taxes: TaxLine[];
  processingFee: Cents;
  total: Cents;
  currency: string;
  paymentMethod: PaymentKind | null;
};

export type Refund = {
  id: string;
  transactionId: string;
  amount: Cents;
  status: TransactionStatus;
  failureReason: string | null;
  reason: string;
  estimatedDays: number;
  createdAt: string;
};

export type RejectionCode = 'VALIDATION_ERROR' | 'PURCHASE_LIMIT_REACHED' | 'AMOUNT_MISMATCH' | 'DISCOUNT_CODE_INVALID' | 'REGION_REQUIRED' | 'NOT_SOLD_HERE' | 'OWN_LIMIT_REACHED' | 'ON_A_BREAK' | 'NOT_SOLD_TO_ACCOUNT' | 'CARDS_NOT_OPEN' | 'STOCK_IS_COUNTED' | 'INVALID_CODE' | 'CODE_EXPIRED' | 'UNAUTHORIZED' | 'TOKEN_EXPIRED' | 'SIGNED_OUT' | 'INVALID_CREDENTIALS' | 'INSUFFICIENT_BALANCE' | 'FORBIDDEN' | 'STAFF_CANNOT_BUY' | 'ACCOUNT_LOCKED' | 'ACCOUNT_PAUSED' | 'EMAIL_NOT_VERIFIED' | 'TWO_FACTOR_REQUIRED' | 'CONSENT_REQUIRED' | 'AGE_CONFIRMATION_REQUIRED' | 'NOT_FOUND' | 'PACK_NOT_FOUND' | 'PACK_UNAVAILABLE' | 'SINGLE_UNAVAILABLE' | 'CARD_NOT_FOUND' | 'USER_NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'EMAIL_ALREADY_EXISTS' | 'DISCOUNT_CODE_EXISTS' | 'RESERVATION_EXPIRED' | 'CARD_NOT_AVAILABLE' | 'WISHES_FULL' | 'SHARES_FULL' | 'DISPUTED' | 'PACK_LOCKED' | 'PRICE_CHANGED' | 'BELOW_EXPECTED_VALUE' | 'INVALID_TRANSITION' | 'TOO_MANY_LINES' | 'CHANGED_MEANWHILE' | 'QUOTE_EXPIRED' | 'PAYMENT_NOT_COMPLETED' | 'PAYMENT_INTENT_USED' | 'IDEMPOTENCY_KEY_REUSED' | 'RATE_LIMITED' | 'TOO_MANY_ATTEMPTS' | 'UNPAID_CARTS' | 'SERVER_ERROR' | 'UNAVAILABLE';

export type ReturnRequest = {
  state: 'asked' | 'granted' | 'refused';
  reason: string;
  askedAt: string;
  decidedAt: string | null;
};

export type Right = 'packing' | 'support' | 'catalogue' | 'money' | 'owner';

export type Role = 'user' | 'moderator' | 'admin' | 'staff';

export type SaleItem = {
  cardId: string;
  packOpeningId: string;
  expectedSellPrice?: Cents | undefined;
};

export type SaleLine = {
  line: number;
  cardNumber: string;
  name: string;
  asked: Cents | null;
  brought: Cents;
  soldAt: string;
  reference: string;
};

export type SalesPlaces = {
  sellsElsewhere: boolean;
  places: PlaceOfSale[];
  shipsElsewhere: boolean;
  shipsTo: string[];
};

export type SealKind = 'resealed' | 'assembled';

export type SealedType = {
  packTypeId: string;
  packName: string;
  image: string;
  count: number;
  disputed: number;
  next: {
    packId: string;
    paymentIntentId: string | null;
  } | null;
};

export type Seller = {
  legalName: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  registration: string | null;
  privacyOfficer: string | null;
  taxNumbers: {
    name: string;
    number: string;
  }[];
};

export type Session = {
  id: string;
  browser: string | null;
  system: string | null;
  network: string;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
};

export type Settings = {
  fullName: string | null;
  username: string;
  phoneNumber: string | null;
  twoFactorEnabled: boolean;
  autoShipThreshold: Cents | null;
  defaultShippingMethod: 'standard';
  privacyLevel: PrivacyLevel;
};

export type SettingsVersion = {
  version: number;
  settings: ShopSettings;
  madeAt: string | null;
};

export type ShareOfCounted = {
  packs: number;
  chance: number;
};

export type SharedPull = {
  address: string;
  url: string;
  cardId: string;
  name: string;
  packName: string;
  withName: boolean;
  sharedAt: string;
};

export type ShelvedSet = {
  id: string;
  name: string;
  game: string;
  cards: number;
  releasedOn: string | null;
};

export type Shipment = {
  id: string;
  status: ShipmentStatus;
  cards: ShippedCard[];
  cardGroups: {
    packOpeningId: string;
    cardIds: string[];
  }[];
  shippingAddress: ParcelAddress | null;
  fee: ParcelFee;
  paymentMethod: PaymentKind;
  service: string | null;
  estimatedDelivery: string;
  insuredValue: Cents;
  goesWithId: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  checkedUntil: string | null;
  events: {
    status: ShipmentStatus;
    at: string;
  }[];
  createdAt: string;
  updatedAt: string;
};

export type ShipmentAddition = {
  id: string;
  cardCount: number;
  totalFee: Cents;
  paymentMethod: PaymentKind;
};

export type ShipmentRequest = {
  cardGroups: CardGroup[];
  shippingAddress: ShippingAddress;
  quoteId?: string | null | undefined;
  paymentMethod: PaymentKind;
  paymentIntentId?: string | null | undefined;
};

export type ShipmentState = 'unpaid' | 'lapsed' | 'requested' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'lost';

export type ShipmentStatus = 'requested' | 'packed' | 'shipped' | 'delivered' | 'cancelled' | 'lost';

export type ShippedCard = {
  cardId: string;
  catalogueCardId: string;
  name: string;
  imageUrl: string;
};

export type ShippingAddress = {
  firstName: string;
  lastName: string;
  addressLine1: string;
  addressLine2?: string | null | undefined;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type ShippingQuote = {
  id: string;
  serviceKey: string;
  service: string;
  estimatedDelivery: string;
  isInsured: boolean;
  insuredValue: Cents;
  fee: ParcelFee;
  needsRegion: boolean;
  freeFrom: Cents | null;
  paymentMethods: PaymentKind[];
  expiresAt: string;
};

export type ShopConfig = {
  currency: string;
  name: string;
  games?: {
    id: string;
    name: string;
  }[] | undefined;
  contactEmail: string;
  twitterUrl: string | null;
  facebookUrl: string | null;
  instagramUrl: string | null;
  youtubeUrl: string | null;
  discordUrl: string | null;
  writesCurrency: boolean;
  notice: string | null;
  sealed?: string | undefined;
  sellerLines?: string[] | undefined;
  legalTexts: ({
    key: 'terms' | 'privacy' | 'refunds' | 'shipping';
    title: string;
    version: number;
  })[];
  firstYear: number;
  themeStyle: string | null;
  barColours: {
    light: string;
    dark: string;
  };
  logo: {
    light: string;
    dark: string;
  } | null;
  icon: string | null;
  touchIcon: string | null;
  sharePicture: string;
  highValue: Cents;
  refreshesPrices?: boolean | undefined;
  passwordLengthMin: number;
  demo: boolean;
  features: {
    auth: boolean;
    cards: boolean;
    packs: boolean;
    transactions: boolean;
  };
  stripePublishableKey: string | null;
  cardsWaitForOpening: boolean;
  sandbox: boolean;
  charges: {
    taxRate: number;
    cardFee: Cents;
  };
  shippingFrom: Cents;
  topUpFee: {
    rate: number;
    fixed: Cents;
  };
  taxes: {
    rates: TaxRate[];
    regions: { [name: string]: TaxRate[] } | null;
    ofParcels: boolean;
    isAsked: boolean;
  };
};

export type ShopLogos = {
  light: string | null;
  dark: string | null;
  icon: string | null;
};

export type ShopOpening = {
  state: 'not_asked' | 'closed' | 'open';
  openedAt: string | null;
  lines: ({
    line: 'places' | 'ages' | 'taxes' | 'texts' | 'seller' | 'mail' | 'backup' | 'tls' | 'second_factors' | 'webhook' | 'opinion' | 'approval' | 'sources';
    problem: string | null;
  })[];
  signatures: OpeningSignature[];
  openPlaces: string[];
  sources: {
    body: string;
    sha256: string;
  };
};

export type ShopSettings = {
  name: string;
  colour: string;
  contactEmail: string;
  social: SocialPages;
  mailFrom: MailSender;
  writesCurrency: boolean;
  firstYear: number;
  figureFloors: FigureFloors;
  seller: Seller;
  ageCheck: AgeCheck;
  logos: ShopLogos;
};

export type ShownText = {
  html: string;
  sections: {
    title: string;
    html: string;
  }[];
};

export type SignedIn = {
  access_token: string;
  refresh_token: string;
  user: SignedInUser;
};

export type SignedInUser = {
  id: string;
  email: string;
  role: Role;
  rights?: Right[] | undefined;
  emailVerified: boolean;
  deletionDueAt?: string | undefined;
  created_at: string;
};

export type Single = {
  id: string;
  cardNumber: string;
  cardId: string;
  name: string;
  set_name: string;
  number: string;
  game: string;
  rarity: Rarity;
  finish: Finish;
  image: string;
  condition: Condition;
  label: string | null;
  state: HouseCardState;
  shelf: string | null;
  lastShelf?: string | null | undefined;
  paid: Cents | null;
  marketValue: Cents | null;
  price: Cents | null;
  isPricedByHand: boolean;
  cameAt: string;
};

export type SingleDetail = {
  id: string;
  cardNumber: string;
  cardId: string;
  name: string;
  set_name: string;
  number: string;
  game: string;
  rarity: Rarity;
  finish: Finish;
  image: string;
  condition: Condition;
  label: string | null;
  state: HouseCardState;
  shelf: string | null;
  lastShelf?: string | null | undefined;
  paid: Cents | null;
  marketValue: Cents | null;
  price: Cents | null;
  isPricedByHand: boolean;
  cameAt: string;
  packId: string;
  serial: string;
  recordedCondition: Condition;
  listedElsewhere: string | null;
  note: string | null;
  priceRule?: number | null | undefined;
  earlierId?: string | null | undefined;
  moves: ({
    move: HouseCardMove;
    at: string;
    by: string | null;
    detail: string | null;
    amount: Cents | null;
    orderId: string | null;
  })[];
};

export type SingleOnSale = {
  id: string;
  catalogueCardId: string;
  name: string;
  game: string;
  set_id: string;
  set_name: string;
  number: string;
  rarity: Rarity;
  nativeRarity: string;
  finish: Finish;
  foil: boolean;
  condition: string;
  label: string | null;
  price: Cents;
  marketValue: Cents;
  image: string;
  isPhotograph: boolean;
  isOnSale: boolean;
};

export type SinglePriceRule = {
  game: string | null;
  setId: string | null;
  rarity: Rarity | null;
  condition: Condition | null;
  valueFrom: Cents | null;
  valueBelow: Cents | null;
  ageDays: number | null;
  percent: number;
  floor: Cents;
};

export type SinglePriceRules = {
  rules: SinglePriceRule[];
};

export type SinglePriceRulesVersion = {
  version: number;
  settings: SinglePriceRules;
  madeAt: string | null;
};

export type SinglePricesPreview = {
  cards: number;
  byHand: number;
  before: {
    priced: number;
    sum: Cents;
  };
  after: {
    priced: number;
    sum: Cents;
  };
  change: Cents;
  belowCost: number;
  examples: ({
    single: Single;
    before: Cents | null;
    after: Cents | null;
  })[];
};

export type SingleReturn = {
  way: 'open' | 'closed';
  amount: Cents | null;
  until: string | null;
  isAtPaid: boolean;
  to: 'card' | 'balance';
};

export type SingleSums = {
  cards: number;
  paid: Cents | null;
  market: Cents | null;
};

export type SocialPages = {
  twitter: string | null;
  facebook: string | null;
  instagram: string | null;
  youtube: string | null;
  discord: string | null;
};

export type StaffInvitation = {
  id: string;
  email: string;
  role: Role;
  staffRole: {
    id: string;
    name: string;
  } | null;
  invitedBy: string;
  invitedAt: string;
  expiresAt: string;
};

export type StaffPerson = {
  id: string;
  email: string;
  fullName: string | null;
  role: Role;
  staffRole: {
    id: string;
    name: string;
  } | null;
  rights: Right[];
  isLocked: boolean;
  twoFactorEnabled: boolean;
  awaitsTwoFactor: boolean;
  lastSignInAt: string | null;
  sessions: number;
};

export type StaffRight = 'packing' | 'support' | 'catalogue' | 'money';

export type StaffRole = {
  id: string;
  name: string;
  rights: Right[];
  people: number;
};

export type StaffRoleKind = 'moderator' | 'admin' | 'staff';

export type StockLowEvent = {
  packTypeId: string;
  left: number;
  daysLeft: number;
};

export type StockValue = {
  line: 'packs' | 'singles';
  game: string;
  packTypeId: string | null;
  name: string;
  pieces: number;
  withoutCost: number;
  cost: Cents;
  market: Cents | null;
};

export type StockedCard = {
  id: string;
  packId: string;
  serial: string;
  cardId: string;
  name: string;
  set_name: string;
  number: string;
  image: string;
  condition: Condition;
  status: CardStatus;
  openedBy: Person;
  moves: ({
    move: CardMove;
    at: string;
    shipmentId: string | null;
    amount: Cents | null;
  })[];
};

export type StockedPack = {
  id: string;
  packTypeId: string;
  packTypeName: string;
  serial: string | null;
  certificationNumber: string | null;
  state: PackState;
  awaitsDrop: boolean;
  receivedAt: string;
};

export type StockedPackDetail = {
  id: string;
  packTypeId: string;
  packTypeName: string;
  serial: string | null;
  certificationNumber: string | null;
  state: PackState;
  awaitsDrop: boolean;
  receivedAt: string;
  sealKind: SealKind;
  supplier: string | null;
  buyer: Person | null;
  isOfDrop: boolean;
  moves: ({
    move: PackMove;
    at: string;
    by: string | null;
    reason: string | null;
    orderId: string | null;
  })[];
  cards: {
    id: string;
    name: string;
    status: CardStatus;
  }[] | null;
};

export type SubjectKind = 'user' | 'users' | 'staff_role' | 'invitation' | 'api_key' | 'shipment' | 'card' | 'game' | 'pack_type' | 'pack_types' | 'pack' | 'single' | 'price_rules' | 'drop' | 'price' | 'order' | 'transaction' | 'refund' | 'money_question' | 'discount_code' | 'job' | 'mail' | 'settings' | 'parcel_tariff' | 'text' | 'taxes' | 'places' | 'opening' | 'list_view' | 'import' | 'webhook';

export type SupplyPlace = 'buyer' | 'seller';

export type TariffVersion = {
  version: number;
  tariff: ParcelTariff;
  startsAt: string | null;
  madeAt: string | null;
};

export type TaxLine = {
  name: string;
  rate: number | null;
  amount: Cents;
};

export type TaxProblem = {
  code: string;
  message: string;
  times: number;
  firstAt: string;
  lastAt: string;
};

export type TaxProviderState = {
  name: string | null;
  recorded: number;
  reversed: number;
  waiting: number;
  waitingSince: string | null;
  problems: TaxProblem[];
};

export type TaxRate = {
  name: string;
  rate: number;
};

export type TaxRegister = 'gst_hst' | 'qst' | 'pst_bc' | 'pst_sk' | 'rst_mb';

export type TaxRegistration = {
  register: TaxRegister;
  number: string;
  since: string;
};

export type TaxRule = 'flat' | 'places' | 'stripe';

export type TaxSettings = {
  rule: TaxRule;
  flatName: string;
  flatRate: number;
  elsewhereRate: number;
  packsSuppliedAt: SupplyPlace;
  sellerRegion: string | null;
  registrations: TaxRegistration[];
  packTaxCode?: string | undefined;
  parcelTaxCode?: string | undefined;
};

export type TaxSettingsVersion = {
  version: number;
  settings: TaxSettings;
  madeAt: string | null;
};

export type TextKey = 'about-mission' | 'about-sources' | 'questions' | 'why-choose-us' | 'notice' | 'terms' | 'privacy' | 'refunds' | 'shipping';

export type TextVersion = {
  version: number;
  madeAt: string | null;
  madeBy: Person | null;
};

export type TimelineEntry = {
  event: TimelineEvent;
  at: string;
  by: string | null;
  action: string | null;
  text: string | null;
  amount: Cents | null;
  count: number | null;
  orderId: string | null;
  shipmentId: string | null;
  noteId: string | null;
};

export type TimelineEvent = 'opened' | 'bought' | 'shipment_begun' | 'shipment_requested' | 'shipment_cancelled' | 'shipped' | 'delivered' | 'expired' | 'released' | 'sold' | 'converted' | 'disputed' | 'reclaimed' | 'lost' | 'returned' | 'note' | 'act' | 'signed_up' | 'ordered' | 'paid' | 'packs_opened' | 'packs_returned' | 'return_asked' | 'refund_begun' | 'refunded' | 'refund_failed' | 'payment_disputed' | 'dispute_decided' | 'parcel_requested' | 'cards_added' | 'packed' | 'cancelled' | 'parcel_lost';

export type TimelineKind = 'order' | 'user' | 'shipment' | 'card';

export type Transaction = {
  id: string;
  userId: string;
  type: TransactionType;
  amount: Cents;
  currency: string;
  status: TransactionStatus;
  description: string;
  cardCount: number | null;
  isOfSingles?: boolean | undefined;
  reference: string | null;
  paymentMethod: PaymentKind | null;
  paymentId: string | null;
  processedAt: string | null;
  failureReason: string | null;
  metadata: { [name: string]: unknown };
  createdAt: string;
  updatedAt: string;
};

export type TransactionDetail = {
  id: string;
  userId: string;
  type: TransactionType;
  amount: Cents;
  currency: string;
  status: TransactionStatus;
  description: string;
  cardCount: number | null;
  isOfSingles?: boolean | undefined;
  reference: string | null;
  paymentMethod: PaymentKind | null;
  paymentId: string | null;
  processedAt: string | null;
  failureReason: string | null;
  metadata: { [name: string]: unknown };
  createdAt: string;
  updatedAt: string;
  refundablePacks: number;
  packReturn: PackReturn | null;
  refunds: Transaction[];
};

export type TransactionList = {
  transactions: Transaction[];
  pagination: Pagination;
};

export type TransactionStatus = 'pending' | 'processing' | 'completed' | 'failed';

export type TransactionType = 'credit_purchase' | 'pack_purchase' | 'card_sale' | 'bonus_credit' | 'refund' | 'shipping_fee' | 'card_conversion' | 'take_back' | 'refund_failure' | 'refund_debt' | 'dispute_opened' | 'dispute_won' | 'dispute_lost' | 'dispute_fee' | 'dispute_fee_returned' | 'debt_payment' | 'debt_written_off' | 'loss' | 'imported_credit';

export type User = {
  id: string;
  email: string;
  username: string;
  role: Role;
  rights?: Right[] | undefined;
  emailVerified: boolean;
  account_balance: Cents;
  accountPause: AccountPause | null;
  debt: Cents;
  fullName: string | null;
  phoneNumber: string | null;
  addressLine1: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  country: string | null;
  preferences: Preferences;
  collection: CollectionSummary;
  sealedPacks: number;
  deletionDueAt: string | null;
  created_at: string;
  updated_at: string;
};

export type UserDetail = {
  id: string;
  email: string;
  username: string;
  fullName: string | null;
  role: Role;
  staffRole: {
    id: string;
    name: string;
  } | null;
  state: UserState;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  createdAt: string;
  phoneNumber: string | null;
  country: string | null;
  lockedAt: string | null;
  deletionDueAt: string | null;
  erasedAt: string | null;
  awaitsTwoFactor: boolean;
  balance: Cents;
  boughtCredits: Cents;
  break: Break | null;
  bars: ({
    excludedId: string;
    why: 'email' | 'card' | 'home';
    since: string;
    letThroughAt: string | null;
    reason: string | null;
  })[];
  orders: number;
  unopenedPacks: number;
  cards: number;
  shipments: number;
  sessions: ({
    id: string;
    browser: string | null;
    system: string | null;
    network: string;
    createdAt: string;
    lastUsedAt: string;
  })[];
};

export type UserState = 'active' | 'locked' | 'leaving' | 'erased';

export type UserSummary = {
  id: string;
  email: string;
  username: string;
  fullName: string | null;
  role: Role;
  staffRole: {
    id: string;
    name: string;
  } | null;
  state: UserState;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  createdAt: string;
};

export type UserTransaction = {
  id: string;
  userId: string;
  type: TransactionType;
  amount: Cents;
  currency: string;
  status: TransactionStatus;
  description: string;
  cardCount: number | null;
  isOfSingles?: boolean | undefined;
  reference: string | null;
  paymentMethod: PaymentKind | null;
  paymentId: string | null;
  processedAt: string | null;
  failureReason: string | null;
  metadata: { [name: string]: unknown };
  createdAt: string;
  updatedAt: string;
  user: Person;
};

export type ValueForAll = {
  column: string;
  value: string;
};

export type Waiting = {
  kind: WaitingKind;
  count: number;
  amount: Cents | null;
  at: string | null;
  late: number;
};

export type WaitingKind = 'parcels_to_pack' | 'parcels_to_send' | 'singles_to_take' | 'parcel_questions' | 'disputes' | 'failed_refunds' | 'money_questions' | 'returns_asked' | 'credits_asked_back' | 'unconfirmed_payments' | 'refunds_on_their_way' | 'low_stock' | 'unsold_stock' | 'drafts' | 'stale_prices' | 'jumped_prices' | 'failed_jobs' | 'failed_mails';

export type WebhookDelivery = {
  id: string;
  endpointId: string;
  endpointName: string;
  eventId: string;
  type: EventType;
  subject: string;
  createdAt: string;
  state: DeliveryState;
  tries: number;
  triedAt: string | null;
  deliveredAt: string | null;
  nextTryAt: string | null;
  status: number | null;
  problem: string | null;
};

export type WebhookDeliveryDetail = {
  id: string;
  endpointId: string;
  endpointName: string;
  eventId: string;
  type: EventType;
  subject: string;
  createdAt: string;
  state: DeliveryState;
  tries: number;
  triedAt: string | null;
  deliveredAt: string | null;
  nextTryAt: string | null;
  status: number | null;
  problem: string | null;
  body: string;
  response: string | null;
};

export type WebhookEndpoint = {
  id: string;
  name: string;
  url: string;
  events: HeardEventType[];
  createdAt: string;
  state: 'working' | 'down' | 'paused';
  pauseReason: 'operator' | 'failing' | 'gone' | null;
  pausedAt: string | null;
  secretBeforeUntil: string | null;
  waiting: number;
};

export type WebhookTestedEvent = {
  endpointId: string;
};

export type Week = {
  from: string;
  to: string;
  sales: Cents;
  returns: Cents;
  left: Cents | null;
  leftBeforeUnknown: Cents;
  packsWithoutCost: number;
  newPeople: number;
};

export type WishedCard = {
  cardId: string;
  name: string;
  game: string;
  setName: string;
  number: string;
  rarity: Rarity;
  nativeRarity: string;
  finish: Finish;
  image: string;
  marketValue: Cents;
  wishedAt: string;
  toldAt: string | null;
  line: PriceLine | null;
  canBeIn: NamedPackType[];
  singleFrom?: Cents | null | undefined;
};

export type WishedPack = {
  packTypeId: string;
  name: string;
  image: string;
  price: Cents;
  isForSale: boolean;
  wishedAt: string;
  toldAt: string | null;
};

export type WorthOfDay = {
  date: string;
  paid: Cents;
  back: Cents;
  here: Cents;
  home: Cents;
  sealed: Cents;
};

/** The codes of the shop's refusals. */
export type RefusalCode =
  | 'VALIDATION_ERROR'
  | 'PURCHASE_LIMIT_REACHED'
  | 'AMOUNT_MISMATCH'
  | 'DISCOUNT_CODE_INVALID'
  | 'REGION_REQUIRED'
  | 'NOT_SOLD_HERE'
  | 'OWN_LIMIT_REACHED'
  | 'ON_A_BREAK'
  | 'NOT_SOLD_TO_ACCOUNT'
  | 'CARDS_NOT_OPEN'
  | 'STOCK_IS_COUNTED'
  | 'INVALID_CODE'
  | 'CODE_EXPIRED'
  | 'UNAUTHORIZED'
  | 'TOKEN_EXPIRED'
  | 'SIGNED_OUT'
  | 'INVALID_CREDENTIALS'
  | 'INSUFFICIENT_BALANCE'
  | 'FORBIDDEN'
  | 'STAFF_CANNOT_BUY'
  | 'ACCOUNT_LOCKED'
  | 'ACCOUNT_PAUSED'
  | 'EMAIL_NOT_VERIFIED'
  | 'TWO_FACTOR_REQUIRED'
  | 'CONSENT_REQUIRED'
  | 'AGE_CONFIRMATION_REQUIRED'
  | 'NOT_FOUND'
  | 'PACK_NOT_FOUND'
  | 'PACK_UNAVAILABLE'
  | 'SINGLE_UNAVAILABLE'
  | 'CARD_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'EMAIL_ALREADY_EXISTS'
  | 'DISCOUNT_CODE_EXISTS'
  | 'RESERVATION_EXPIRED'
  | 'CARD_NOT_AVAILABLE'
  | 'WISHES_FULL'
  | 'SHARES_FULL'
  | 'DISPUTED'
  | 'PACK_LOCKED'
  | 'PRICE_CHANGED'
  | 'BELOW_EXPECTED_VALUE'
  | 'INVALID_TRANSITION'
  | 'TOO_MANY_LINES'
  | 'CHANGED_MEANWHILE'
  | 'QUOTE_EXPIRED'
  | 'PAYMENT_NOT_COMPLETED'
  | 'PAYMENT_INTENT_USED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'TOO_MANY_ATTEMPTS'
  | 'UNPAID_CARTS'
  | 'SERVER_ERROR'
  | 'UNAVAILABLE';

/** What a webhook tells. */
export type ShopEvent =
  | {
    type: 'order.paid';
    timestamp: string;
    data: OrderPaidEvent;
  }
  | {
    type: 'order.opened';
    timestamp: string;
    data: OrderOpenedEvent;
  }
  | {
    type: 'order.refunded';
    timestamp: string;
    data: OrderRefundedEvent;
  }
  | {
    type: 'money.moved';
    timestamp: string;
    data: MoneyMovedEvent;
  }
  | {
    type: 'card.sold';
    timestamp: string;
    data: CardsTakenEvent;
  }
  | {
    type: 'card.converted';
    timestamp: string;
    data: CardsTakenEvent;
  }
  | {
    type: 'parcel.requested';
    timestamp: string;
    data: ParcelEvent;
  }
  | {
    type: 'parcel.packed';
    timestamp: string;
    data: ParcelEvent;
  }
  | {
    type: 'parcel.shipped';
    timestamp: string;
    data: ParcelEvent;
  }
  | {
    type: 'parcel.delivered';
    timestamp: string;
    data: ParcelEvent;
  }
  | {
    type: 'parcel.cancelled';
    timestamp: string;
    data: ParcelEvent;
  }
  | {
    type: 'parcel.lost';
    timestamp: string;
    data: ParcelEvent;
  }
  | {
    type: 'dispute.opened';
    timestamp: string;
    data: DisputeEvent;
  }
  | {
    type: 'dispute.decided';
    timestamp: string;
    data: DisputeEvent;
  }
  | {
    type: 'drop.published';
    timestamp: string;
    data: DropEvent;
  }
  | {
    type: 'drop.opened';
    timestamp: string;
    data: DropEvent;
  }
  | {
    type: 'drop.paused';
    timestamp: string;
    data: DropEvent;
  }
  | {
    type: 'drop.closed';
    timestamp: string;
    data: DropEvent;
  }
  | {
    type: 'stock.low';
    timestamp: string;
    data: StockLowEvent;
  }
  | {
    type: 'price.jumped';
    timestamp: string;
    data: PriceJumpedEvent;
  }
  | {
    type: 'person.joined';
    timestamp: string;
    data: PersonEvent;
  }
  | {
    type: 'person.erased';
    timestamp: string;
    data: PersonEvent;
  }
  | {
    type: 'webhook.tested';
    timestamp: string;
    data: WebhookTestedEvent;
  };

/** Where the events have amounts, by their types. */
export const EVENT_AMOUNTS: Record<string, CallForm['received']> = {
  'order.paid': {"subtotal":true,"discount":true,"tax":true,"processingFee":true,"total":true,"packs":{"unitPrice":true},"singles":{"unitPrice":true,"discount":true}},
  'order.refunded': {"amount":true},
  'money.moved': {"gained":true,"spent":true},
  'card.sold': {"total":true,"cards":{"paid":true}},
  'card.converted': {"total":true,"cards":{"paid":true}},
  'dispute.opened': {"amount":true},
  'dispute.decided': {"amount":true},
};

export type Calls = {
  /** Accepts the invitation, which gives the caller its role. For signed-in users. Requires a verified e-mail address. */
  acceptInvitation: Call<{}, {
    user: SignedInUser;
  }>;
  /** Adds an endpoint, and returns its secret, which is never shown again. Its address must be https, and public unless a setting names its network. For admins. Also for API keys with `owner:write`. */
  addWebhook: Call<{
    name: string;
    url: string;
    events: HeardEventType[];
  }, NewWebhookSecret>;
  /** Answers a question about where a buyer lives, so that sales to the account go on. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  answerPlaceQuestion: Call<{
    id: string;
    note: string;
  }, null>;
  /** Applies a checked import, all lines (up to 2,000) or the right ones, or goes on with a stopped one. A job does it in the name of the caller. A line that would do something else than in the preview is wrong. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  applyImport: Call<{
    id: string;
    mode: ImportMode;
    acceptWarnings?: boolean | undefined;
  }, ImportDetail>;
  /** The carriers' rates for a packed parcel, or its label if one was bought. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  askCarrier: Call<{
    id: string;
  }, LabelState>;
  /** Asks the operators to release the caller's cards that are locked because their thirty days are over: one mail a day. For signed-in users. */
  askForRelease: Call<{}, {
    cards: number;
  }>;
  /** Books a card as missing, damaged or not as recorded. Its owner gets the market value, in credits or by a transfer with its reference, or a like card from the shelf if they agree. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  bookCardLoss: Call<{
    id: string;
    reason: CardFault;
    foundOn?: string | undefined;
    method: CardLossMethod;
    reference?: string | undefined;
    amount: Cents;
    replacementId?: string | undefined;
  }, LossQuote>;
  /** Books a shipped parcel as lost, and pays its owner each card's market value and the fee: in credits, or by a transfer with its reference. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  bookParcelLoss: Call<{
    id: string;
    foundOn?: string | undefined;
    method: LossMethod;
    reference?: string | undefined;
    amount: Cents;
  }, LossQuote>;
  /** Starts a card payment for credits; the same amount gets the same open payment. For signed-in users. */
  buyCredits: Call<{
    amount: Cents;
    currency?: 'CAD' | undefined;
    paymentMethod: string;
    region?: string | null | undefined;
  }, {
    transaction: Transaction;
    clientSecret: string;
    paymentIntentId: string;
    expiresAt: string;
    amount: Cents;
    fee: Cents;
    total: Cents;
  }>;
  /** Buys the label of a packed parcel at one of the rates, once. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  buyLabel: Call<{
    id: string;
    rateId: string;
  }, LabelState>;
  /** The shipping fee and estimated delivery for a number of cards to a country. For signed-in users. */
  calculateShippingFee: Call<{
    cardCount?: number | undefined;
    country?: string | undefined;
    state?: string | undefined;
  }, {
    baseFee: Cents;
    weightFee: Cents;
    tax: Cents;
    taxes: TaxLine[];
    needsRegion: boolean;
    totalFee: Cents;
    estimatedDelivery: string;
    currency: string;
  }>;
  /** Prices a cart: subtotal, discount, tax, fee and total. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  calculateTotal: Call<{
    packs: CartLine[];
    singles?: string[] | undefined;
    discountCode?: string | null | undefined;
    paymentMethod?: PaymentKind | undefined;
    region?: string | null | undefined;
  }, CartTotal>;
  /** Cancels a shipment that has not been packed yet; the cards and the fee are returned. For signed-in users. */
  cancelShipment: Call<{
    id: string;
  }, Shipment>;
  /** Changes how often and until when a discount code can be used, or ends it now. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  changeDiscountCode: Call<{
    code: string;
    usesMax?: number | null | undefined;
    expiresAt?: string | null | undefined;
    endNow?: boolean | undefined;
  }, DiscountCode>;
  /** Mails a code to the new address and a notice to the current one. For signed-in users. Limited per network to 5 calls in 10 minutes. */
  changeEmail: Call<{
    email: string;
    password?: string | undefined;
  }, {
    pendingEmail: string;
  }>;
  /** Changes a game: all but its id. `version` is the one that the operator saw. Drawings follow at once, the rarities of cards with the next import. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  changeGame: Call<{
    id: string;
    version: number;
    name: string;
    sign: 'disc' | 'three-rings' | 'wedge' | 'square' | 'wave' | 'cross' | 'hexagon' | 'arrow';
    schemes: ColourScheme[];
    rarities: {
      word: string;
      rarity: Rarity;
    }[];
    unknownRarity: Rarity | null;
    finishes: {
      word: string;
      finish: Finish;
    }[];
  }, OperatorsGame>;
  /** Puts a pack type on sale or takes it off sale. Stock is counted, so it can be confirmed but not set. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  changePack: Call<{
    id: string;
    isAvailable?: boolean | undefined;
    stock?: number | undefined;
  }, PackType>;
  /** Changes the details and price of a pack type; omitted fields stay as they are. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  changePackType: Call<{
    id: string;
    name?: string | undefined;
    price?: Cents | undefined;
    isAvailable?: boolean | undefined;
    description?: string | undefined;
    originalPrice?: Cents | null | undefined;
    sealKind?: SealKind | undefined;
    purchaseLimit?: number | null | undefined;
    guaranteed?: boolean | undefined;
    tags?: string[] | undefined;
    details?: string[] | undefined;
    promisesFoil?: boolean | undefined;
    promisesRarity?: PromisedRarity | null | undefined;
    promisesHits?: number | null | undefined;
    confirmBelowExpectedValue?: boolean | undefined;
  }, PackType>;
  /** Changes price, availability, limit or tags of up to 500 pack types, as one entry of the audit log. All or none; VALIDATION_ERROR names each type that is wrong. The price of a type in a drop holds once that drop is over. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  changePackTypes: Call<{
    types: ({
      id: string;
      seen: string;
      price?: Cents | undefined;
      isAvailable?: boolean | undefined;
      purchaseLimit?: number | null | undefined;
      tags?: string[] | undefined;
    })[];
    confirmBelowExpectedValue?: boolean | undefined;
  }, {
    changeId: string | null;
    changed: number;
  }>;
  /** Sets a new password and ends the caller's other sessions. For signed-in users. */
  changePassword: Call<{
    currentPassword: string;
    newPassword: string;
  }, null>;
  /** Renames one of the caller's saved cards, or makes it the default. For signed-in users. */
  changePaymentMethod: Call<{
    id: string;
    nickname?: string | null | undefined;
    isDefault?: boolean | undefined;
  }, PaymentMethod>;
  /** Changes some of the caller's preferences and returns all of them. For signed-in users. */
  changePreferences: Call<{
    packRecommendations?: boolean | undefined;
    emailNotifications?: boolean | undefined;
    smsNotifications?: boolean | undefined;
    autoConvertExpiredCards?: boolean | undefined;
    openingMails?: boolean | undefined;
    parcelMails?: boolean | undefined;
    stockMails?: boolean | undefined;
    backMails?: boolean | undefined;
    priceMails?: boolean | undefined;
    stockNotices?: boolean | undefined;
    backNotices?: boolean | undefined;
    priceNotices?: boolean | undefined;
    preferredCategories?: string[] | undefined;
    currency?: 'CAD' | undefined;
    language?: 'en' | undefined;
  }, Preferences>;
  /** Changes some of the caller's settings and returns all of them. For signed-in users. */
  changeSettings: Call<{
    fullName?: string | null | undefined;
    username?: string | undefined;
    phoneNumber?: string | null | undefined;
    autoShipThreshold?: Cents | null | undefined;
    defaultShippingMethod?: 'standard' | undefined;
    privacyLevel?: PrivacyLevel | undefined;
  }, Settings>;
  /** Renames a role, or changes its rights. If it loses a right, everybody who has it is signed out. For admins. Not for API keys. */
  changeStaffRole: Call<{
    id: string;
    name: string;
    rights: StaffRight[];
  }, StaffRole>;
  /** Sets notes on a transaction, or its status where that moves no money. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  changeTransaction: Call<{
    id: string;
    status?: TransactionStatus | undefined;
    metadata?: { [name: string]: unknown } | undefined;
  }, Transaction>;
  /** Changes a user's role, and signs out who loses a right. You can't change your own, and at least one admin must remain. For admins. Not for API keys. */
  changeUserRole: Call<{
    id: string;
    role: Role;
    staffRoleId?: string | undefined;
  }, UserDetail>;
  /** Changes the name, address and events of an endpoint. Events that wait go to the new address. For admins. Also for API keys with `owner:write`. */
  changeWebhook: Call<{
    id: string;
    name: string;
    url: string;
    events: HeardEventType[];
  }, null>;
  /** Checks whether this cart can be bought now, and how it can be paid. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  checkEligibility: Call<{
    packs: CartLine[];
    singles?: string[] | undefined;
    region?: string | null | undefined;
  }, {
    eligible: boolean;
    ineligibilityReason: string | null;
    isSoldHere: boolean;
    availablePaymentMethods: PaymentKind[];
    hasInsufficientBalance: boolean;
    totalCost: Cents;
    lines: EligibleLine[];
    singles?: EligibleSingle[] | undefined;
    asks: {
      texts: Consent[];
      age: number | null;
    };
  }>;
  /** Checks whether an account exists for an e-mail address. For everyone, signed in or not. Limited per network to 10 calls a minute and 60 calls an hour. */
  checkEmail: Call<{
    email: string;
  }, {
    exists: boolean;
  }>;
  /** Checks whether these cards can be shipped now, and how shipping can be paid. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  checkShippingEligibility: Call<{
    cardGroups: CardGroup[];
  }, {
    eligible: boolean;
    ineligibilityReason: string | null;
    ineligibleCards: {
      cardId: string;
      reason: string;
    }[];
    availablePaymentMethods: PaymentKind[];
    hasInsufficientBalance: boolean;
    userBalance: Cents;
  }>;
  /** Ends a drop: its unsold packs move to the draft of their type, or the log shows what they hold and they are withdrawn. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  closeDrop: Call<{
    id: string;
    carriesTo?: string | undefined;
  }, AdminDrop>;
  /** Closes a question about money, with a note of what was found. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  closeMoneyQuestion: Call<{
    id: string;
    note: string;
  }, null>;
  /** The last seven whole days (UTC), and the seven days before. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  compareWeeks: Call<{}, {
    last: Week;
    before: Week;
  }>;
  /** Confirms a new e-mail address with the code mailed to it. For signed-in users. */
  confirmEmail: Call<{
    code: string;
  }, {
    user: SignedInUser;
  }>;
  /** Records that a mailed code arrived. For admins. Not for API keys. */
  confirmOpeningCode: Call<{
    code: string;
  }, ShopOpening>;
  /** Turns the second factor on and returns the recovery codes, this once only. For signed-in users. */
  confirmTwoFactor: Call<{
    code: string;
    token?: string | undefined;
  }, {
    recoveryCodes: string[];
  }>;
  /** Converts available cards to credits now instead of at their expiry; each succeeds or fails on its own. For signed-in users. */
  convertCards: Call<{
    cards: {
      cardId: string;
      packOpeningId: string;
    }[];
  }, BulkSale>;
  /** Converts cards locked as expired to their owners' credits; each succeeds or fails on its own. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  convertExpiredByHand: Call<{
    cardIds: string[];
  }, {
    successCount: number;
    failureCount: number;
    totalSellPrice: Cents;
    results: ({
      cardId: string;
      cardName: string;
      success: boolean;
      error: string | null;
      code: 'CARD_NOT_FOUND' | 'CARD_NOT_AVAILABLE' | null;
      sellPrice: Cents;
    })[];
  }>;
  /** Creates a discount code: a whole percentage or a fixed amount off the subtotal. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  createDiscountCode: Call<{
    code: string;
    percent?: number | null | undefined;
    amountOff?: Cents | null | undefined;
    usesMax?: number | null | undefined;
    usesPerPerson?: number | null | undefined;
    leastOrder?: Cents | null | undefined;
    isFree?: boolean | undefined;
    expiresAt?: string | null | undefined;
  }, DiscountCode>;
  /** Makes a game, last in their order. Its id never changes. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  createGame: Call<{
    id: string;
    name: string;
    sign: 'disc' | 'three-rings' | 'wedge' | 'square' | 'wave' | 'cross' | 'hexagon' | 'arrow';
    schemes: ColourScheme[];
    rarities: {
      word: string;
      rarity: Rarity;
    }[];
    unknownRarity: Rarity | null;
    finishes: {
      word: string;
      finish: Finish;
    }[];
  }, OperatorsGame>;
  /** Creates a pack type, last in display order. It has no stock until packs are taken in. Each person may buy one pack of it, unless `purchaseLimit` says how many; null removes the limit. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  createPackType: Call<{
    id: string;
    name: string;
    set_id: string;
    price: Cents;
    card_count?: number | undefined;
    cardCount?: number | undefined;
    is_available?: boolean | undefined;
    description?: string | undefined;
    originalPrice?: Cents | null | undefined;
    sealKind?: SealKind | undefined;
    purchaseLimit?: number | null | undefined;
    guaranteed?: boolean | undefined;
    tags?: string[] | undefined;
    details?: string[] | undefined;
    promisesFoil?: boolean | undefined;
    promisesRarity?: PromisedRarity | null | undefined;
    promisesHits?: number | null | undefined;
    confirmBelowExpectedValue?: boolean | undefined;
  }, PackType>;
  /** Reserves packs and singles for a limited time (`expiresAt`) and starts a card payment; the same cart gets the same payment. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  createPaymentIntent: Call<{
    packs: CartLine[];
    singles?: string[] | undefined;
    amount?: Cents | null | undefined;
    discountCode?: string | null | undefined;
    region?: string | null | undefined;
    currency?: 'cad' | undefined;
    consents?: Consent[] | undefined;
    confirmedAge?: number | undefined;
    refs?: string[] | undefined;
  }, PaymentIntent>;
  /** Locks cards for 30 minutes and starts a card payment for their shipping. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  createShippingPaymentIntent: Call<{
    cardGroups: CardGroup[];
    shippingAddress: ShippingAddress;
    quoteId?: string | null | undefined;
  }, PaymentIntent>;
  /** Pays a request: to the cards, and the rest in another way under a reference; or refuses it. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  decideCreditRequest: Call<{
    id: string;
    decision: 'paid' | 'refused';
    reason: string;
    reference?: string | null | undefined;
  }, null>;
  /** Accepts or rejects a price jump. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  decideHeldPrice: Call<{
    cardId: string;
    source: string;
    observedOn: string;
    accept: boolean;
  }, CatalogueCard>;
  /** Allows a buyer who asked for it to return unopened packs by themselves for seven days, or refuses. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  decideReturn: Call<{
    id: string;
    decision: 'granted' | 'refused';
    reason: string;
  }, ReturnRequest>;
  /** Schedules the deletion of the caller's account, and ends all their sessions and public pages. For signed-in users. */
  deleteAccount: Call<{
    password: string;
    code?: string | undefined;
  }, {
    deletionDueAt: string;
  }>;
  /** Deletes a game that has no sets. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  deleteGame: Call<{
    id: string;
  }, null>;
  /** Discards a draft: its packs become loose again. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  discardDrop: Call<{
    id: string;
  }, AdminDrop>;
  /** Discards an import that is not being applied, with all its lines. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  discardImport: Call<{
    id: string;
  }, ImportDetail>;
  /** Sets aside loose packs of a type for a drop, oldest first and at least 20. Returns their odds; its terms can be changed until it is published. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  draftDrop: Call<{
    packTypeId: string;
    packs?: number | undefined;
    receivedFrom?: string | undefined;
    receivedTo?: string | undefined;
    opensAt: string;
    closesBy: string;
    staffMayBuy?: boolean | undefined;
    opensItself?: boolean | undefined;
  }, AdminDrop>;
  /** Sets or removes the market value at whose crossing the caller is notified, once. For signed-in users. */
  drawLine: Call<{
    cardId: string;
    amount: Cents | null;
  }, {
    cardId: string;
    line: PriceLine | null;
  }>;
  /** A picture of one of the caller's pulls, to keep or to send. It makes nothing public. For signed-in users. Limited per network to 30 calls a minute and 200 calls an hour. */
  drawPull: Call<{
    cardId: string;
    form?: 'wide' | 'tall' | undefined;
    withName?: 'true' | 'false' | undefined;
  }, Uint8Array>;
  /** Ends somebody's public page of a pull, as its owner could. For admins. Also for API keys with `owner:write`. */
  endPullOfUser: Call<{
    address: string;
    reason: string;
  }, {
    address: string;
  }>;
  /** Ends one of the caller's sessions; all its tokens are refused from now on. For signed-in users. */
  endSession: Call<{
    id: string;
  }, null>;
  /** Ends all of the caller's sessions, including this one. For signed-in users. */
  endSessions: Call<{}, {
    ended: number;
  }>;
  /** Ends a public page: from now on it and its pictures answer 410. For signed-in users. */
  endSharedPull: Call<{
    address: string;
  }, {
    address: string;
  }>;
  /** Signs a user out everywhere. For admins. Not for API keys. */
  endUserSessions: Call<{
    id: string;
  }, {
    ended: number;
  }>;
  /** Everything the shop stores about the caller. For signed-in users. Limited per network to 10 calls in 10 minutes. */
  exportData: Call<{}, PersonalData>;
  /** A dispute with the shop's evidence as one self-contained document, for the bank. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  exportDisputeEvidence: Call<{
    id: string;
  }, string>;
  /** The copies that another shop lists, as CSV: a plain one, or in the form of Shopify’s products. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  exportElsewhere: Call<{
    shop: string;
    form?: 'plain' | 'shopify' | undefined;
  }, string>;
  /** What the shop earned, by pack type, drop, month or game, as CSV. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  exportMargin: Call<{
    from?: string | undefined;
    to?: string | undefined;
    by?: 'type' | 'drop' | 'month' | 'game' | undefined;
  }, string>;
  /** The caller's cards as CSV: all pages of the list. For signed-in users. */
  exportMyCards: Call<{
    rarity?: RarityFilter[] | RarityFilter | undefined;
    finish?: Finish[] | Finish | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
    setName?: string | undefined;
    search?: string | undefined;
    sortBy?: 'opened_at' | 'left_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at' | undefined;
    sortOrder?: 'desc' | 'asc' | undefined;
    status?: CardStatus[] | CardStatus | undefined;
    packName?: string | undefined;
    setId?: string | undefined;
    days?: number | undefined;
    uncovered?: 'true' | undefined;
  }, string>;
  /** The orders of a list as CSV, in its order and with its columns. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  exportOrders: Call<{
    from?: string | undefined;
    to?: string | undefined;
    search?: string | undefined;
    method?: PaymentKind | undefined;
    state?: OrderState | undefined;
    flag?: 'return_asked' | 'opened_before_refund' | undefined;
    sort?: 'placed' | '-placed' | 'total' | '-total' | undefined;
    columns?: string | undefined;
  }, string>;
  /** The pack types of a list as CSV, in its order and with its columns. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  exportPackTypes: Call<{
    game?: string | undefined;
    search?: string | undefined;
    stock?: 'low' | 'unsold' | undefined;
    sort?: 'name' | '-name' | 'price' | '-price' | undefined;
    columns?: string | undefined;
  }, string>;
  /** Packed parcels with their addresses, as CSV, oldest first: 500 at most. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  exportPackedParcels: Call<{}, string>;
  /** The shipments of a list as CSV, in its order and with its columns. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  exportShipments: Call<{
    status?: ShipmentStatus | undefined;
    search?: string | undefined;
    sort?: 'requested' | '-requested' | undefined;
    columns?: string | undefined;
  }, string>;
  /** The house's cards outside of packs as CSV, those that came last first. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  exportSingles: Call<{
    state?: HouseCardState | undefined;
    game?: string | undefined;
    setId?: string | undefined;
    rarity?: Rarity | undefined;
    condition?: Condition | undefined;
  }, string>;
  /** The physical packs of a list as CSV, in its order and with its columns. It has no serials of packs that somebody has sealed. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  exportStock: Call<{
    packTypeId?: string | undefined;
    state?: PackState | undefined;
    search?: string | undefined;
    sort?: 'received' | '-received' | undefined;
    columns?: string | undefined;
  }, string>;
  /** What was charged and refunded of each tax, by month and region, as CSV. Months are those of the place where the shop is. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  exportTaxes: Call<{
    from: string;
    to: string;
  }, string>;
  /** The transactions of a period as CSV, oldest first. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  exportTransactions: Call<{
    from: string;
    to: string;
  }, string>;
  /** The users of a list as CSV, in its order and with its columns. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  exportUsers: Call<{
    search?: string | undefined;
    role?: Role | undefined;
    state?: UserState | undefined;
    sort?: 'email' | '-email' | 'joined' | '-joined' | undefined;
    columns?: string | undefined;
  }, string>;
  /** The wrong lines of an import as they are in its file, and what is wrong with each: repaired, they can be imported. The audit log says who read them. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  exportWrongLines: Call<{
    id: string;
  }, string>;
  /** The cards with a printed set and number of the game of a pack type, one per rarity and finish. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  findIntakeCards: Call<{
    packTypeId: string;
    set: string;
    number: string;
  }, {
    cards: NamedIntakeCard[];
  }>;
  /** Finds a pack by its whole serial or certification number. If somebody has the pack sealed, this is recorded in the audit log. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  findPackBySerial: Call<{
    serial: string;
  }, {
    id: string;
  }>;
  /** The house's card with a number on its sleeve or its grader's label, or why there is none to take in hand. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  findSingle: Call<{
    number: string;
  }, {
    single: Single | null;
    problem: string | null;
  }>;
  /** Removes a card from the caller's wishes. For signed-in users. */
  forgetCardWish: Call<{
    cardId: string;
  }, {
    cardId: string;
  }>;
  /** Removes a pack type from the caller's wishes. For signed-in users. */
  forgetPackWish: Call<{
    packTypeId: string;
  }, {
    packTypeId: string;
  }>;
  /** Deletes one of the caller's saved cards. For signed-in users. */
  forgetPaymentMethod: Call<{
    id: string;
  }, null>;
  /** Mails a password reset code if the address has an account. For everyone, signed in or not. Limited per network to 5 calls in 10 minutes. */
  forgotPassword: Call<{
    email: string;
  }, null>;
  /** Gives a user credits as a bonus from the shop. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  giveCredits: Call<{
    userId?: string | undefined;
    amount: Cents;
    reason: string;
    topUpId?: string | null | undefined;
  }, {
    account_balance: Cents;
    transaction: Transaction;
  }>;
  /** A token for setting up an operator's first second factor, shown only this once; the previous one stops working. For admins. Not for API keys. */
  giveTwoFactorToken: Call<{
    id: string;
  }, {
    token: string;
    expiresAt: string;
  }>;
  /** Invites somebody by mail to work in the shop, for seven days. An earlier invitation of the address ends. For admins. Not for API keys. */
  inviteStaff: Call<{
    email: string;
    role: StaffRoleKind;
    staffRoleId?: string | undefined;
  }, {
    id: string;
    email: string;
    role: Role;
    staffRole: {
      id: string;
      name: string;
    } | null;
    invitedBy: string;
    invitedAt: string;
    expiresAt: string;
    isMailSent?: boolean | undefined;
  }>;
  /** Cancels the deletion of the caller's account and returns their profile. For signed-in users. */
  keepAccount: Call<{}, User>;
  /** Says whether the card that pays one of the caller's open card payments is to be saved once it has paid. For signed-in users. */
  keepPaymentCard: Call<{
    paymentIntentId: string;
    keep: boolean;
  }, {
    keep: boolean;
  }>;
  /** Lets a user buy who shares last name and address with somebody excluded, and is somebody else. For admins. Not for API keys. */
  letUserThrough: Call<{
    id: string;
    reason: string;
  }, UserDetail>;
  /** Lets the account buy, sell and ship again though this dispute is open. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  liftDisputePause: Call<{
    id: string;
    reason: string;
  }, Dispute>;
  /** The drops, newest first. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listAdminDrops: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    packTypeId?: string | undefined;
    state?: 'draft' | 'published' | 'open' | 'paused' | 'closed' | 'given_up' | undefined;
  }, {
    drops: AdminDrop[];
    pagination: Pagination;
  }, AdminDrop>;
  /** The pack types in display order unless `sort` names another, with the expected value of a pack. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listAdminPackTypes: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    game?: string | undefined;
    search?: string | undefined;
    stock?: 'low' | 'unsold' | undefined;
    sort?: 'name' | '-name' | 'price' | '-price' | undefined;
  }, {
    packTypes: AdminPackType[];
    pagination: Pagination;
  }, AdminPackType>;
  /** The shipments in a status: unless `sort` names another order, open ones oldest first, others newest first. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  listAdminShipments: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    status?: ShipmentStatus | undefined;
    search?: string | undefined;
    sort?: 'requested' | '-requested' | undefined;
  }, {
    shipments: AdminShipment[];
    pagination: Pagination;
    counts: {
      status: ShipmentStatus;
      count: number;
    }[];
    labelSeller: string | null;
  }, AdminShipment>;
  /** The transactions of all users that moved money, newest first. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listAllTransactions: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    from?: string | undefined;
    to?: string | undefined;
    userId?: string | undefined;
    type?: TransactionType | undefined;
  }, {
    transactions: UserTransaction[];
    pagination: Pagination;
  }, UserTransaction>;
  /** The API keys of the shop: those that work first, each newest first. For admins. Not for API keys. */
  listApiKeys: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    keys: ApiKey[];
    pagination: Pagination;
  }, ApiKey>;
  /** The audit log of operator actions, newest first. For admins. Also for API keys with `owner:read`. */
  listAuditEntries: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    actor?: string | undefined;
    action?: string | undefined;
    subject?: string | undefined;
    from?: string | undefined;
    to?: string | undefined;
  }, {
    entries: AuditEntry[];
    pagination: Pagination;
  }, AuditEntry>;
  /** The physical packs of a type that are for sale, sorted by id; never in the order they will be sold. For everyone, signed in or not. */
  listAvailablePacks: ListCall<{
    id: string;
    page?: number | undefined;
    limit?: number | undefined;
    count?: number | undefined;
  }, {
    packs: {
      id: string;
      physicalPackId: string;
      packTypeId: string;
      name: string;
      certificationNumber: null;
    }[];
    pagination: Pagination;
  }, {
    id: string;
    physicalPackId: string;
    packTypeId: string;
    name: string;
    certificationNumber: null;
  }>;
  /** The commitments of all packs of a drop, by their leaves. For everyone, signed in or not. */
  listCommitments: Call<{
    hash: string;
  }, string[]>;
  /** The copies of a catalogue card that are on sale one by one, cheapest first. For everyone, signed in or not. */
  listCopiesOnSale: ListCall<{
    id: string;
    page?: number | undefined;
    limit?: number | undefined;
    sortBy?: 'price' | 'condition' | undefined;
  }, {
    singles: SingleOnSale[];
    pagination: Pagination;
  }, SingleOnSale>;
  /** The caller's opened packs that they have not looked at: the 100 newest, and how many there are. For signed-in users. */
  listCoveredPacks: Call<{}, {
    packs: CoveredPack[];
    total: number;
  }>;
  /** Requests to get unspent credits back that wait for an answer, oldest first. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listCreditRequests: Call<{}, CreditRequest[]>;
  /** The discount codes, newest first. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  listDiscountCodes: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    search?: string | undefined;
  }, {
    codes: DiscountCode[];
    pagination: Pagination;
  }, DiscountCode>;
  /** Payments that were disputed at the bank, newest first, and how many are in each state. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  listDisputes: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    state?: DisputeState | undefined;
  }, {
    disputes: DisputeSummary[];
    pagination: Pagination;
    counts: {
      state: DisputeState;
      count: number;
    }[];
  }, DisputeSummary>;
  /** The published drops of a pack type, newest first, and the one that is announced. For everyone, signed in or not. */
  listDrops: Call<{
    packTypeId: string;
  }, {
    drops: Drop[];
    announced?: AnnouncedDrop | null | undefined;
  }>;
  /** The other shops in which singles are listed or were sold, and how many more could be listed. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listElsewhere: Call<{
    game?: string | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
  }, {
    shops: OtherShop[];
    found: {
      singles: number;
      asked: Cents;
    };
  }>;
  /** The caller's available cards that expire within a number of days, soonest first. For signed-in users. */
  listExpiringCards: ListCall<{
    page?: number | undefined;
    pageSize?: number | undefined;
    rarity?: RarityFilter[] | RarityFilter | undefined;
    finish?: Finish[] | Finish | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
    setName?: string | undefined;
    search?: string | undefined;
    packName?: string | undefined;
    days?: number | undefined;
  }, {
    cards: CardItem[];
    pagination: CardPagination;
    filters: {
      sortBy: 'auto_convert_at';
      sortOrder: 'desc' | 'asc';
    };
    currency: string;
    exchangeRate: number;
    packNames: string[];
    totalSellPrice: Cents;
  }, CardItem>;
  /** The games of the shop’s cards in their order, the style of their drawings and their words. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listGames: Call<{}, {
    games: OperatorsGame[];
  }>;
  /** Parcels that wait for a look at their payments, and questions about where buyers live and who they live with; 100 of each at most. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listHeldParcels: Call<{}, {
    parcels: HeldParcel[];
    places: PlaceQuestion[];
    homes: HomeQuestion[];
  }>;
  /** Price jumps that wait for review, oldest first. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listHeldPrices: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    held: HeldPrice[];
    pagination: Pagination;
  }, HeldPrice>;
  /** The imports of CSV files, newest first. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listImports: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    imports: ImportSummary[];
    pagination: Pagination;
  }, ImportSummary>;
  /** What the packs of a type cost, by the day on which they came in and by invoice. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listIntakeCosts: Call<{
    packTypeId: string;
  }, {
    intakes: IntakeCosts[];
    inStock: {
      packs: number;
      withoutCost: number;
      cost: Cents | null;
      returned: Cents | null;
    };
  }>;
  /** The shop's background jobs with their status, and failures that are not resolved yet. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listJobs: Call<{}, {
    jobs: Job[];
    failed: FailedJob[];
  }>;
  /** The locked cards of all users by reason, earliest expired first. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listLockedCards: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    reason?: LockReason | undefined;
  }, {
    cards: LockedCard[];
    pagination: Pagination;
    counts: {
      reason: LockReason;
      count: number;
    }[];
  }, LockedCard>;
  /** The loose packs of a type that a drop can be made of, by intake. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listLoosePacks: Call<{
    packTypeId: string;
  }, {
    packs: number;
    price: Cents;
    intakes: {
      from: string;
      to: string;
      packs: number;
    }[];
    draft: string | null;
    living: AdminDrop | null;
  }>;
  /** Booked losses of cards, and of the fees of lost parcels, newest first. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  listLosses: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    losses: BookedLoss[];
    pagination: Pagination;
  }, BookedLoss>;
  /** The mails the shop has sent or queued, newest first. For admins. Not for API keys. */
  listMails: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    state?: MailState | undefined;
    search?: string | undefined;
  }, {
    mails: MailSummary[];
    pagination: Pagination;
  }, MailSummary>;
  /** A page of the cards in the catalogue, most valuable first; a search matches names, numbers and sets, or similar names if nothing matches. For everyone, signed in or not. An access token is optional and identifies the caller. Limited per network to 60 calls a minute. */
  listMarketCards: ListCall<{
    page?: number | undefined;
    pageSize?: number | undefined;
    rarity?: RarityFilter[] | RarityFilter | undefined;
    finish?: Finish[] | Finish | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
    setName?: string | undefined;
    search?: string | undefined;
    sortBy?: 'price' | 'name' | 'rarity' | undefined;
    sortOrder?: 'desc' | 'asc' | undefined;
    game?: string | undefined;
    setId?: string | undefined;
    inPacks?: 'true' | undefined;
    singles?: 'true' | undefined;
    mine?: 'true' | undefined;
    wished?: 'true' | undefined;
  }, CatalogueCardList, MarketCard>;
  /** Refunds that failed, and money that the books and the card provider don't agree on; oldest first, 100 of each at most. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listMoneyQuestions: Call<{}, {
    failedRefunds: FailedRefund[];
    questions: MoneyQuestion[];
  }>;
  /** A page of the caller's cards. For signed-in users. */
  listMyCards: ListCall<{
    page?: number | undefined;
    pageSize?: number | undefined;
    rarity?: RarityFilter[] | RarityFilter | undefined;
    finish?: Finish[] | Finish | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
    setName?: string | undefined;
    search?: string | undefined;
    sortBy?: 'opened_at' | 'left_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at' | undefined;
    sortOrder?: 'desc' | 'asc' | undefined;
    status?: CardStatus[] | CardStatus | undefined;
    packName?: string | undefined;
    setId?: string | undefined;
    days?: number | undefined;
    uncovered?: 'true' | undefined;
  }, {
    cards: CardItem[];
    pagination: CardPagination;
    filters: {
      sortBy: 'opened_at' | 'left_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at';
      sortOrder: 'desc' | 'asc';
    };
    currency: string;
    exchangeRate: number;
    packNames: string[];
    totals: {
      marketValue: Cents;
      sellPrice: Cents;
    };
  }, CardItem>;
  /** The sets the caller has owned cards from, with their progress. For signed-in users. */
  listMySets: Call<{}, {
    sets: OwnSet[];
  }>;
  /** The notices to the caller, newest first; a notice names at most 10 cards. For signed-in users. */
  listNotices: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    notices: Notice[];
    unread: number;
    pagination: Pagination;
  }, Notice>;
  /** The orders of all users, newest first unless `sort` names another order. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  listOrders: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    from?: string | undefined;
    to?: string | undefined;
    search?: string | undefined;
    method?: PaymentKind | undefined;
    state?: OrderState | undefined;
    flag?: 'return_asked' | 'opened_before_refund' | undefined;
    sort?: 'placed' | '-placed' | 'total' | '-total' | undefined;
  }, {
    orders: OrderSummary[];
    pagination: Pagination;
  }, OrderSummary>;
  /** The copies of a card of the catalogue that the caller opened, newest first. For signed-in users. */
  listOwnCopies: ListCall<{
    cardId: string;
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    copies: OwnCopy[];
    pagination: Pagination;
  }, OwnCopy>;
  /** The packs a user has bought, newest first. For signed-in users. */
  listPackHistory: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    userId?: string | undefined;
    status?: BoughtPackStatus | undefined;
    packTypeId?: string | undefined;
  }, {
    packs: ({
      packId: string;
      packTypeId: string;
      packName: string;
      image: string;
      pricePaid: Cents;
      status: BoughtPackStatus;
      isDisputed: boolean;
      purchasedAt: string;
      openedAt: string | null;
      packOpeningId: string | null;
      paymentIntentId: string | null;
      inDrop: PlaceInDrop | null;
      ticket: BoughtTicket | null;
    })[];
    pagination: Pagination;
  }, {
    packId: string;
    packTypeId: string;
    packName: string;
    image: string;
    pricePaid: Cents;
    status: BoughtPackStatus;
    isDisputed: boolean;
    purchasedAt: string;
    openedAt: string | null;
    packOpeningId: string | null;
    paymentIntentId: string | null;
    inDrop: PlaceInDrop | null;
    ticket: BoughtTicket | null;
  }>;
  /** The last 20 changes of several pack types at once, newest first. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  listPackTypeChanges: Call<{}, ({
    id: string;
    at: string;
    by: string;
    types: number;
    fields: string[];
    problem: string | null;
  })[]>;
  /** Every pack type that was ever on sale or is in an announced drop, in display order, sold-out ones too. For everyone, signed in or not. */
  listPackTypes: Call<{
    game?: string | undefined;
  }, PackTypeList>;
  /** The caller's saved cards, default first. For signed-in users. */
  listPaymentMethods: Call<{}, PaymentMethod[]>;
  /** The same list, under the path for payments. For signed-in users. */
  listPaymentTransactions: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    userId?: string | undefined;
    type?: TransactionType[] | TransactionType | undefined;
    status?: TransactionStatus[] | TransactionStatus | undefined;
    from?: string | undefined;
    to?: string | undefined;
  }, TransactionList, Transaction>;
  /** The public pages of a user's pulls, the newest first. For admins. Also for API keys with `owner:read`. */
  listPullsOfUser: Call<{
    id: string;
  }, PageOfPull[]>;
  /** Pack types for which the caller has reached the per-person limit. For signed-in users. */
  listReachedLimits: Call<{}, ({
    packTypeId: string;
    isSealed: boolean;
    paymentIntentId: string | null;
  })[]>;
  /** The caller's packs that wait to be opened, counted by type, most recently bought first. For signed-in users. */
  listSealedPacks: Call<{}, {
    total: number;
    types: SealedType[];
  }>;
  /** The caller's active sessions: this one first, then the most recently used. For signed-in users. */
  listSessions: Call<{}, Session[]>;
  /** The sets in the catalogue, newest first, with the number of their cards and pack types. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  listSets: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    game?: string | undefined;
    search?: string | undefined;
  }, {
    sets: CardSet[];
    pagination: Pagination;
  }, CardSet>;
  /** The caller's pulls that have a public page, the newest first. For signed-in users. */
  listSharedPulls: Call<{}, SharedPull[]>;
  /** The caller's shipments, newest first. For signed-in users. */
  listShipments: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    shipments: Shipment[];
    pagination: Pagination;
  }, Shipment>;
  /** The house's cards outside of packs, those that came last first. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  listSingles: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    state?: HouseCardState | undefined;
    game?: string | undefined;
    setId?: string | undefined;
    rarity?: Rarity | undefined;
    condition?: Condition | undefined;
    search?: string | undefined;
  }, {
    singles: Single[];
    pagination: Pagination;
    found: SingleSums | null;
  }, Single>;
  /** Lists copies that are on sale here in another shop, dearest first: nobody can buy them here until they come back. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  listSinglesElsewhere: Call<{
    shop: string;
    game?: string | null | undefined;
    priceMin?: Cents | null | undefined;
    priceMax?: Cents | null | undefined;
    singles: number;
  }, {
    listed: number;
  }>;
  /** The physical packs, newest first unless `sort` names another order, without their contents. A search that finds packs which somebody has sealed shows their serials, and is recorded in the audit log. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  listStock: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    packTypeId?: string | undefined;
    state?: PackState | undefined;
    search?: string | undefined;
    sort?: 'received' | '-received' | undefined;
  }, {
    packs: StockedPack[];
    pagination: Pagination;
  }, StockedPack>;
  /** A user's transactions, newest first. For signed-in users. */
  listTransactions: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    userId?: string | undefined;
    type?: TransactionType[] | TransactionType | undefined;
    status?: TransactionStatus[] | TransactionStatus | undefined;
    from?: string | undefined;
    to?: string | undefined;
  }, TransactionList, Transaction>;
  /** The best-selling pack types, by packs sold recently. For everyone, signed in or not. */
  listTrendingPacks: Call<{
    timeframe?: '24h' | '7d' | '30d' | undefined;
  }, PackTypeList>;
  /** All pack types in display order, with those that visitors do not find yet. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  listTypesOfStock: Call<{}, {
    packTypes: {
      id: string;
      name: string;
      game: string;
      set_id: string;
      card_count: number;
      sealKind: SealKind;
    }[];
  }>;
  /** The same list, under the path for users. For signed-in users. */
  listUserTransactions: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    userId?: string | undefined;
    type?: TransactionType[] | TransactionType | undefined;
    status?: TransactionStatus[] | TransactionStatus | undefined;
    from?: string | undefined;
    to?: string | undefined;
  }, TransactionList, Transaction>;
  /** All users, newest first unless `sort` names another order. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  listUsers: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    search?: string | undefined;
    role?: Role | undefined;
    state?: UserState | undefined;
    sort?: 'email' | '-email' | 'joined' | '-joined' | undefined;
  }, {
    users: UserSummary[];
    pagination: Pagination;
  }, UserSummary>;
  /** The named views of a list: the caller's own and those for all staff, by name. For staff with any right, who get what their rights cover. Not for API keys. */
  listViews: Call<{
    list: ListName;
  }, ListView[]>;
  /** What waits for operators, as far as the caller may see it. What has nothing waiting is left out. For staff with any right, who get what their rights cover. Also for API keys with any right. */
  listWaiting: Call<{}, {
    waiting: Waiting[];
  }>;
  /** The events that were or will be sent, newest first. They are stored for 30 days. For admins. Also for API keys with `owner:read`. */
  listWebhookDeliveries: ListCall<{
    page?: number | undefined;
    limit?: number | undefined;
    endpointId?: string | undefined;
    state?: DeliveryState | undefined;
  }, {
    deliveries: WebhookDelivery[];
    pagination: Pagination;
  }, WebhookDelivery>;
  /** The endpoints to which the shop sends its events. For admins. Also for API keys with `owner:read`. */
  listWebhooks: Call<{}, {
    endpoints: WebhookEndpoint[];
  }>;
  /** The ids of the cards and pack types that the caller waits to hear about. For signed-in users. */
  listWishMarks: Call<{}, {
    cardIds: string[];
    packTypeIds: string[];
  }>;
  /** The cards and the pack types that the caller wishes for, the newest first. For signed-in users. */
  listWishes: Call<{}, {
    cards: WishedCard[];
    packs: WishedPack[];
  }>;
  /** Locks a user's account and ends all their sessions; they keep their belongings. For admins. Not for API keys. */
  lockUser: Call<{
    id: string;
    reason: string;
  }, UserDetail>;
  /** Signs in with e-mail and password, and a second factor if one is enabled. For everyone, signed in or not. Limited per network to 20 calls a minute. */
  login: Call<{
    email: string;
    password: string;
    code?: string | undefined;
  }, SignedIn>;
  /** Ends the session; all its tokens are refused from now on. For signed-in users. */
  logout: Call<{}, null>;
  /** Shows the contents of a sealed pack. Each look is recorded in the audit log. For admins. Not for API keys. */
  lookIntoPack: Call<{
    id: string;
    reason: string;
  }, {
    cards: {
      position: number;
      cardId: string;
      name: string;
      set_name: string;
      number: string;
      rarity: Rarity;
      finish: Finish;
      condition: Condition;
      marketValue: Cents;
      image: string;
    }[];
  }>;
  /** Books cards of the house as lost for good, because nobody finds them. What they cost stays with them; no money moves. All or none. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  loseSingles: Call<{
    ids: string[];
    reason: string;
  }, {
    singles: Single[];
  }>;
  /** Mails a code to the caller, to prove that mail arrives. For admins. Not for API keys. */
  mailOpeningCode: Call<{}, null>;
  /** Makes an API key. Only this response shows it. `write` includes `read`; a key without an end lasts twelve months. For admins. Not for API keys. */
  makeApiKey: Call<{
    name: string;
    rights: ApiKeyRight[];
    endsAt?: string | undefined;
    networks?: string[] | undefined;
  }, {
    id: string;
    name: string;
    beginning: string;
    rights: ApiKeyRight[];
    networks: string[];
    madeBy: string | null;
    madeAt: string;
    endsAt: string;
    state: ApiKeyState;
    lastUsedAt: string | null;
    lastUsedFrom: string | null;
    key: string;
  }>;
  /** Makes a role for people who may do only a part of the work. For admins. Not for API keys. */
  makeStaffRole: Call<{
    name: string;
    rights: StaffRight[];
  }, StaffRole>;
  /** Changes the status of a shipment: packed, shipped (with carrier and tracking number), delivered or cancelled. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  moveShipment: Call<{
    id: string;
    status: 'packed' | 'shipped' | 'delivered' | 'cancelled';
    carrier?: string | undefined;
    trackingNumber?: string | undefined;
  }, PackedShipment>;
  /** Changes the status of many shipments; each succeeds or fails on its own. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  moveShipments: Call<{
    items: ({
      id: string;
      trackingNumber?: string | undefined;
    })[];
    status: 'packed' | 'shipped' | 'delivered' | 'cancelled';
    carrier?: string | undefined;
    onlyIfPicked?: boolean | undefined;
  }, {
    results: ({
      id: string;
      error: {
        code: RejectionCode;
        message: string;
      } | null;
    })[];
  }>;
  /** The parcel that has waited longest to be packed, or the one after another parcel. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  nextParcel: Call<{
    after?: string | undefined;
  }, {
    parcel: AdminShipmentDetail | null;
  }>;
  /** Puts an ordered drop on sale once its time has come; meanwhile loose packs of its type are not sold. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  openDrop: Call<{
    id: string;
  }, AdminDrop>;
  /** Opens one of the caller's packs, exactly once; a repeated call returns the same cards. For signed-in users. */
  openPack: Call<{
    packId: string;
  }, OpenedPack>;
  /** The same call, with the pack id in the body. For signed-in users. */
  openPackByBody: Call<{
    packId: string;
  }, OpenedPack>;
  /** Takes a drop off sale for a while. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  pauseDrop: Call<{
    id: string;
  }, AdminDrop>;
  /** Pauses an endpoint, or resumes it: then everything that waits is sent. Events are stored during a pause. For admins. Also for API keys with `owner:write`. */
  pauseWebhook: Call<{
    id: string;
    isPaused: boolean;
  }, null>;
  /** Notes that a card was taken from its shelf for its parcel, by the number on its sleeve or on its grader’s label. A card of another parcel is refused. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  pickCard: Call<{
    number: string;
    parcels?: string[] | undefined;
  }, {
    cardId: string;
    wasPicked: boolean;
    parcel: AdminShipmentDetail;
  }>;
  /** Gives a user credits, as a bonus from the shop or as a refund. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  postTransaction: Call<{
    userId: string;
    type: 'bonus_credit' | 'refund';
    amount: Cents;
    description: string;
    reference?: string | null | undefined;
  }, Transaction>;
  /** Previews an intake of packs and reports what is wrong with them; changes nothing. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  previewIntake: Call<{
    packs: unknown[];
  }, {
    newPacks: number;
    knownPacks: number;
    types: {
      packTypeId: string;
      name: string;
      newPacks: number;
      knownPacks: number;
      waits: boolean;
    }[];
    problems: {
      index: number;
      problem: string;
    }[];
  }>;
  /** Says what rules would ask for all cards in the house, beside the saved rules; changes nothing. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  previewPriceRules: Call<{
    rules: SinglePriceRule[];
  }, SinglePricesPreview>;
  /** Previews a file of sales from another shop and says which lines are wrong; changes nothing. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  previewSalesElsewhere: Call<{
    shop: string;
    file: string;
  }, {
    sales: SaleLine[];
    brought: Cents;
    known: number;
    skipped: number;
    problems: {
      line: number;
      problem: string;
    }[];
  }>;
  /** A text as pages would show it. Nothing is saved. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  previewText: Call<{
    key: TextKey;
    body: string;
  }, ShownText>;
  /** Sets the price of singles by hand, which puts those on a shelf on sale, or leaves their price to the rules again. All or none. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  priceSingles: Call<{
    ids: string[];
    price: Cents | null;
  }, {
    singles: Single[];
  }>;
  /** The bought labels of some parcels with their pictures, for printing. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  printLabels: Call<{
    ids: string[];
  }, {
    labels: ({
      shipmentId: string;
      label: CarrierLabel;
      picture: string | null;
    })[];
  }>;
  /** Shipments with their cards, for a pick list and packing slips; unknown ids are skipped. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  printShipments: Call<{
    ids?: string[] | string | undefined;
  }, {
    shipments: AdminShipmentDetail[];
  }>;
  /** The packproof.json of a sold place of a drop, for its buyer; for anybody once its contents are published. For everyone, signed in or not. An access token is optional and identifies the caller. */
  provePlace: Call<{
    id: string;
  }, string>;
  /** Commits to what the packs of a draft hold, under one hash in the public log, now or at a time that everybody may know. The next public number orders them. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  publishDrop: Call<{
    id: string;
    opensAt?: string | undefined;
    closesBy?: string | undefined;
    staffMayBuy?: boolean | undefined;
    opensItself?: boolean | undefined;
    opensSoon?: boolean | undefined;
    publishesAt?: string | undefined;
    succeeds?: string | undefined;
  }, AdminDrop>;
  /** Buys packs of one type with credits and opens them: a cart of one line. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  purchasePack: Call<{
    packId: string;
    quantity?: number | undefined;
    amount?: Cents | null | undefined;
    region?: string | null | undefined;
    consents?: Consent[] | undefined;
    confirmedAge?: number | undefined;
    refs?: string[] | undefined;
  }, Purchase>;
  /** Buys packs and singles with credits and opens the packs, all in one transaction. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  purchaseWithBalance: Call<{
    packs: CartLine[];
    singles?: string[] | undefined;
    paymentMethod: 'balance';
    amount?: Cents | null | undefined;
    discountCode?: string | null | undefined;
    consents?: Consent[] | undefined;
    confirmedAge?: number | undefined;
    region?: string | null | undefined;
    refs?: string[] | undefined;
    covered?: boolean | undefined;
  }, Purchase>;
  /** Stores a photograph of the card at a place in a pack. Nobody sees it before the pack is opened, or withdrawn and looked into. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  putCardPhotograph: Call<{
    id: string;
    position: number;
    picture: string;
  }, {
    position: number;
  }>;
  /** Sets the logo on light or on dark ground, or the icon (square, 512 px or more): JPEG, PNG or WebP, re-encoded. For admins. Also for API keys with `owner:write`. */
  putLogo: Call<{
    logo: 'light' | 'dark' | 'icon';
    picture: string;
  }, SettingsVersion>;
  /** Puts a withdrawn pack back on sale, at a new random place in the order of sale, or one that awaits a drop; while a drop of its type is on sale, it waits. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  putPackBack: Call<{
    id: string;
    reason: string;
  }, StockedPack>;
  /** Sets a custom picture for a pack type: JPEG, PNG or WebP, re-encoded without its metadata. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  putPackPicture: Call<{
    id: string;
    picture: string;
  }, PackType>;
  /** Puts withdrawn singles back on their shelf, and on sale if they have a price. All or none. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  putSinglesBack: Call<{
    ids: string[];
    reason: string;
  }, {
    singles: Single[];
  }>;
  /** What a card's owner would get if the card is missing, damaged or not as recorded. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  quoteCardLoss: Call<{
    id: string;
    foundOn?: string | undefined;
  }, LossQuote>;
  /** What a shipped parcel's owner would get if it is lost: each card's value, and the fee. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  quoteParcelLoss: Call<{
    id: string;
    foundOn?: string | undefined;
  }, LossQuote>;
  /** What it costs to ship these cards to a place, by each service, or together with one of the caller's parcels that is not packed yet. Valid for 30 minutes. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  quoteShipment: Call<{
    cardGroups: CardGroup[];
    country: string;
    state?: string | undefined;
    postalCode?: string | undefined;
  }, {
    cardCount: number;
    marketValue: Cents;
    quotes: ShippingQuote[];
    problem: {
      field: 'country' | 'state' | 'cards';
      message: string;
    } | null;
    beside: {
      shipmentId: string;
      cardCount: number;
      shippingAddress: ParcelAddress;
      quote: ShippingQuote;
    }[];
  }>;
  /** Says yes once more to a higher limit, 24 to 72 hours after it was asked for. For signed-in users. */
  raiseLimit: Call<{
    kind: 'day' | 'week' | 'month' | 'packs';
  }, OwnLimits>;
  /** Reads the first line of a CSV file: which heads the shop does not know, and which columns are needed or left for them. Stores nothing. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  readImportHeads: Call<{
    kind: ImportKind;
    start: string;
  }, {
    unread: string[];
    missing: string[];
    free: string[];
  }>;
  /** Marks notices of the caller as read: those named, or all. For signed-in users. */
  readNotices: Call<{
    ids?: string[] | undefined;
  }, {
    unread: number;
  }>;
  /** Packs in stock that the user has never bought, favourite games first; empty if they turned suggestions off. For signed-in users. */
  recommendPacks: Call<{
    userId?: string | undefined;
  }, PackTypeList>;
  /** Records or corrects what the packs of an intake cost; with an amount for all, each pack gets its part, to the cent. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  recordCosts: Call<{
    packTypeId: string;
    receivedOn: string;
    listedInvoice: string | null;
    isKnown: boolean;
    packs: number;
    per: 'pack' | 'all';
    amount: Cents;
    tax?: Cents | undefined;
    invoice?: string | undefined;
    supplier?: string | undefined;
  }, {
    packs: number;
    cost: Cents;
    tax: Cents;
  }>;
  /** Exchanges a refresh token for a new refresh token and a new access token. For everyone, signed in or not. */
  refresh: Call<{
    refresh_token: string;
  }, {
    access_token: string;
    refresh_token: string;
  }>;
  /** Refunds some unopened packs of an order to its card; they go back on sale, except those of a drop, whose contents the public log shows. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  refundPacks: Call<{
    id: string;
    packs: {
      packTypeId: string;
      quantity: number;
      unopened: number;
    }[];
    reason: string;
  }, Refund>;
  /** Takes back singles of an order that have not left, at the price that was paid; the money goes back as it was paid. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  refundSingles: Call<{
    id: string;
    cardIds: string[];
    reason: string;
  }, {
    amount: Cents;
    to: 'card' | 'balance';
  }>;
  /** Refunds unopened packs to the card that paid for them, as long as their buyer can return them; for admins, also what is left of bought credits. For signed-in users. */
  refundTransaction: Call<{
    id: string;
    amount?: Cents | null | undefined;
    secrets?: string[] | undefined;
    reason: string;
  }, Refund>;
  /** Creates an account, mails a code to verify its address, and signs in. For everyone, signed in or not. Limited per network to 5 calls an hour. */
  register: Call<{
    email: string;
    password: string;
    consents?: Consent[] | undefined;
    region?: string | undefined;
  }, SignedIn>;
  /** Gives cards locked as expired thirty more days; each succeeds or fails on its own. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:write`. */
  releaseCards: Call<{
    cardIds: string[];
  }, {
    successCount: number;
    failureCount: number;
    results: ({
      cardId: string;
      cardName: string;
      success: boolean;
      error: string | null;
      code: 'CARD_NOT_FOUND' | 'CARD_NOT_AVAILABLE' | null;
      autoConvertAt: string | null;
    })[];
  }>;
  /** Releases a held parcel, so that it can be packed and sent. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:write`. */
  releaseParcel: Call<{
    id: string;
    reason: string;
  }, null>;
  /** Ends the caller's unpaid card payments for packs (`order`) or for a parcel (`shipment`), and frees what was reserved for them. For signed-in users. */
  releaseReserved: Call<{
    purpose: 'order' | 'shipment';
  }, {}>;
  /** Removes a note on a card. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  removeCardNote: Call<{
    id: string;
    noteId: string;
  }, {
    id: string;
  }>;
  /** Removes the photograph of the card at a place in a pack, without revealing whether there was one. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  removeCardPhotograph: Call<{
    id: string;
    position: number;
  }, {
    position: number;
  }>;
  /** Removes a view: one of the caller, or one for all staff. For staff with any right, who get what their rights cover. Not for API keys. */
  removeListView: Call<{
    id: string;
  }, {}>;
  /** Removes a logo or the icon, so that the drawn mark is shown again. For admins. Also for API keys with `owner:write`. */
  removeLogo: Call<{
    logo: 'light' | 'dark' | 'icon';
  }, SettingsVersion>;
  /** Removes a note on an order. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:write`. */
  removeOrderNote: Call<{
    id: string;
    noteId: string;
  }, {
    id: string;
  }>;
  /** Removes the custom picture, so that the generated drawing is shown again. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  removePackPicture: Call<{
    id: string;
  }, PackType>;
  /** Removes a note on a parcel. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  removeShipmentNote: Call<{
    id: string;
    noteId: string;
  }, {
    id: string;
  }>;
  /** Removes a role that nobody has and nobody is invited to. For admins. Not for API keys. */
  removeStaffRole: Call<{
    id: string;
  }, null>;
  /** Removes a note on a person. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  removeUserNote: Call<{
    id: string;
    noteId: string;
  }, {
    id: string;
  }>;
  /** Removes the second factor of a user who has lost it, and notifies them by mail. For admins. Not for API keys. */
  removeUserTwoFactor: Call<{
    id: string;
  }, UserDetail>;
  /** Removes an endpoint. What waits for it is not sent. For admins. Also for API keys with `owner:write`. */
  removeWebhook: Call<{
    id: string;
  }, null>;
  /** Pays a failed refund again, to the same card, in credits or in another way; or closes the part that the bank has paid. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  replaceRefund: Call<{
    id: string;
    method: 'card' | 'credits' | 'transfer' | 'bank';
    reason: string;
    reference?: string | null | undefined;
  }, Refund>;
  /** Asks an operator to take unopened packs back that can’t be returned otherwise any more. For signed-in users. */
  requestReturn: Call<{
    id: string;
    reason: string;
  }, PackReturn>;
  /** Requests a shipment of cards, paid with credits or with a card payment that has succeeded. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  requestShipment: Call<{
    cardGroups: CardGroup[];
    shippingAddress: ShippingAddress;
    quoteId?: string | null | undefined;
    paymentMethod: PaymentKind;
    paymentIntentId?: string | null | undefined;
  }, Shipment>;
  /** Mails a new code to an unverified address; the previous code stops working. For everyone, signed in or not. Limited per network to 5 calls in 10 minutes. */
  resendCode: Call<{
    email: string;
  }, null>;
  /** Retries a mail that the shop had given up on. For admins. Not for API keys. */
  resendMail: Call<{
    id: string;
  }, MailSummary>;
  /** Sets a new password with a mailed code, or the first one of an imported account with the mailed link, and ends every session. For everyone, signed in or not. Limited per network to 10 calls a minute and 60 calls an hour. */
  resetPassword: Call<{
    email: string;
    code: string;
    password: string;
    consents?: Consent[] | undefined;
  }, null>;
  /** Retries a failed job. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:write`. */
  retryJob: Call<{
    id: string;
  }, null>;
  /** Gives unspent bought credits back to the cards that paid for them; or asks an operator, where the caller can’t any more. For signed-in users. */
  returnCredits: Call<{
    amount?: Cents | null | undefined;
  }, CreditParts>;
  /** Returns a card that the caller bought as a single and that has not left; the money goes back as it was paid. For signed-in users. */
  returnSingle: Call<{
    id: string;
    amount?: Cents | null | undefined;
  }, {
    amount: Cents;
    to: 'card' | 'balance';
  }>;
  /** Revokes an API key for good. It ends at once. For admins. Not for API keys. */
  revokeApiKey: Call<{
    id: string;
  }, null>;
  /** Makes a new secret for an endpoint, and returns it, never to be shown again. The old one signs too for 24 hours. For admins. Also for API keys with `owner:write`. */
  rotateWebhookSecret: Call<{
    id: string;
  }, NewWebhookSecret>;
  /** Counts violations of each invariant about money and stock; all zeros when they hold. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  runAudit: Call<{}, {
    invariant: string;
    violations: number;
  }[]>;
  /** Requests a refresh of all price sources now, unless one is already waiting or running. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  runPrices: Call<{}, null>;
  /** Saves the caller's address and returns their profile. For signed-in users. */
  saveAddress: Call<{
    firstName?: string | undefined;
    lastName?: string | undefined;
    addressLine1: string;
    city: string;
    state: string;
    zipCode: string;
    country: string;
    phoneNumber?: string | null | undefined;
  }, User>;
  /** Saves a view of a list. It replaces a view of the same name. For staff with any right, who get what their rights cover. Not for API keys. */
  saveListView: Call<{
    list: ListName;
    name: string;
    isForAll: boolean;
    address: { [name: string]: string };
  }, ListView>;
  /** Saves a card already known to the card provider; the first one becomes the default. For signed-in users. */
  savePaymentMethod: Call<{
    paymentMethodId: string;
    nickname?: string | null | undefined;
    isDefault?: boolean | undefined;
  }, PaymentMethod>;
  /** Saves where the shop sells and ships, unless somebody has saved since `version`. A place is opened only if the shop has one of its languages. For admins. Also for API keys with `owner:write`. */
  savePlaceSettings: Call<{
    version: number;
    settings: SalesPlaces;
  }, PlaceSettingsVersion>;
  /** Saves the rules of prices, unless somebody has saved since `version`. A job prices all cards on shelves by them; a price by hand stays. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  savePriceRules: Call<{
    version: number;
    settings: SinglePriceRules;
  }, SinglePriceRulesVersion>;
  /** Saves the shop's settings, unless somebody has saved since `version`. For admins. Also for API keys with `owner:write`. */
  saveShopSettings: Call<{
    name: string;
    colour: string;
    contactEmail: string;
    social: SocialPages;
    mailFrom: MailSender;
    writesCurrency: boolean;
    firstYear: number;
    figureFloors: FigureFloors;
    seller?: {
      legalName: string | null;
      address: string | null;
      phone?: string | null | undefined;
      email?: string | null | undefined;
      registration?: string | null | undefined;
      privacyOfficer?: string | null | undefined;
      taxNumbers: {
        name: string;
        number: string;
      }[];
    } | undefined;
    ageCheck?: AgeCheck | undefined;
    version: number;
  }, SettingsVersion>;
  /** Saves shipping prices, from now or a later time, unless somebody has saved since `version`. Quotes already given stay valid. For admins. Also for API keys with `owner:write`. */
  saveTariff: Call<{
    zones: ParcelZone[];
    cardGrams: number;
    packagingGrams: number;
    customs: CustomsTerms;
    sender: ParcelSender | null;
    version: number;
    startsAt?: string | null | undefined;
  }, TariffVersion>;
  /** Saves which taxes the shop charges, unless somebody has saved since `version`. A tax provider is accepted only once it is ready. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  saveTaxSettings: Call<{
    version: number;
    settings: TaxSettings;
  }, TaxSettingsVersion>;
  /** Saves a text, unless somebody has saved since `version`. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:write`. */
  saveText: Call<{
    key: TextKey;
    body: string;
    version: number;
    shownFrom: string | null;
    shownUntil: string | null;
  }, AdminText>;
  /** The same, with a required search of two characters or more. For everyone, signed in or not. An access token is optional and identifies the caller. Limited per network to 60 calls a minute. */
  searchCards: ListCall<{
    page?: number | undefined;
    pageSize?: number | undefined;
    rarity?: RarityFilter[] | RarityFilter | undefined;
    finish?: Finish[] | Finish | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
    setName?: string | undefined;
    search: string;
    sortBy?: 'price' | 'name' | 'rarity' | undefined;
    sortOrder?: 'desc' | 'asc' | undefined;
    game?: string | undefined;
    setId?: string | undefined;
    inPacks?: 'true' | undefined;
    singles?: 'true' | undefined;
    mine?: 'true' | undefined;
    wished?: 'true' | undefined;
  }, CatalogueCardList, MarketCard>;
  /** Finds pack types and cards of the catalogue by their names. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  searchCatalogue: Call<{
    search: string;
  }, {
    found: Found[];
  }>;
  /** Finds people by the start of a name or an address. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  searchMoney: Call<{
    search: string;
  }, {
    found: Found[];
  }>;
  /** Finds parcels by the start of a tracking number, a name or an address, and packs, cards and singles by their numbers. Packs that somebody has sealed are left out. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  searchPacking: Call<{
    search: string;
  }, {
    found: Found[];
  }>;
  /** Finds orders and transactions by the start of an id or of the buyer's address, by a document's number, or by the card provider's number. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  searchSupport: Call<{
    search: string;
  }, {
    found: Found[];
  }>;
  /** Sells one card back for credits, at half its current market value. For signed-in users. */
  sellCard: Call<{
    cardId: string;
    packOpeningId: string;
    expectedSellPrice?: Cents | undefined;
  }, {
    cardId: string;
    cardName: string;
    marketValue: Cents;
    sellPrice: Cents;
    newAccountBalance: Cents;
  }>;
  /** Sells cards back, in the order sent; each succeeds or fails on its own. For signed-in users. */
  sellCardsInBulk: Call<{
    cards: SaleItem[];
  }, BulkSale>;
  /** Takes in a file of sales from another shop, all or none. Sales that were taken in before are skipped, so the same file twice changes nothing. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  sellElsewhere: Call<{
    shop: string;
    file: string;
  }, {
    sold: number;
    known: number;
    brought: Cents;
  }>;
  /** Buys the labels of packed parcels, marks them shipped and mails their owners; each succeeds or fails on its own. Parcels with a label keep it. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  sendParcels: Call<{
    ids: string[];
  }, {
    results: ({
      id: string;
      error: {
        code: RejectionCode;
        message: string;
      } | null;
    })[];
  }>;
  /** Sends a test event to an endpoint, like any other event. A paused endpoint gets none. For admins. Also for API keys with `owner:write`. */
  sendTestEvent: Call<{
    id: string;
  }, null>;
  /** Sends an event once more with the same webhook-id, or now if it waits for its next try. A paused endpoint gets none. For admins. Also for API keys with `owner:write`. */
  sendWebhookAgain: Call<{
    id: string;
  }, null>;
  /** Sets a card's market value by hand. It overrides the price sources for seven days. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  setCardPrice: Call<{
    id: string;
    amount: Cents;
    reason: string;
  }, CatalogueCard>;
  /** Sets the limits that are sent. A lower one holds at once and ends open payments above it; a higher one needs a second yes. For signed-in users. */
  setLimits: Call<{
    day?: Cents | null | undefined;
    week?: Cents | null | undefined;
    month?: Cents | null | undefined;
    packs?: number | null | undefined;
  }, OwnLimits>;
  /** Creates a secret for an authenticator app; it takes effect once a first code confirms it. For signed-in users. Requires a verified e-mail address. */
  setUpTwoFactor: Call<{
    password?: string | undefined;
    token?: string | undefined;
  }, {
    secret: string;
    otpauthUrl: string;
  }>;
  /** Makes a public page of a pull at a random address, or returns the existing one; the request says whether it names its owner. For signed-in users. Limited per network to 30 calls a minute and 200 calls an hour. */
  sharePull: Call<{
    cardId: string;
    withName?: boolean | undefined;
  }, SharedPull>;
  /** Moves cards that were in hand onto another shelf. All or none. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  shelveSingles: Call<{
    ids: string[];
    shelf: string;
  }, {
    singles: Single[];
  }>;
  /** Marks packed parcels shipped by a CSV file of tracking numbers, and mails their owners. If a line is wrong, nothing is done; the same file twice changes nothing. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  shipByFile: Call<{
    file: string;
    carrier: string;
    isTrial: boolean;
  }, {
    parcels: ({
      id: string;
      recipient: string | null;
      carrier: string;
      trackingNumber: string;
    })[];
    known: number;
    problems: {
      line: number;
      problem: string;
    }[];
  }>;
  /** The same call, under the path for cards. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  shipCards: Call<{
    cardGroups: CardGroup[];
    shippingAddress: ShippingAddress;
    quoteId?: string | null | undefined;
    paymentMethod: PaymentKind;
    paymentIntentId?: string | null | undefined;
  }, Shipment>;
  /** A drop with what the log says of it, and a draft as buyers will see it. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  showAdminDrop: Call<{
    id: string;
  }, {
    drop: AdminDrop;
    manifestIndex: number | null;
    witnesses: ({
      name: string;
      seenAt: string | null;
    })[];
    round: number | null;
    publicNumber: string | null;
    isPractice: boolean;
    carriesFrom: string;
    unsealed: number;
    beingPaid: number;
    succeeds: AdminDrop | null;
    asSold: PackType | null;
  }>;
  /** One pack type, with the expected value of a pack. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  showAdminPackType: Call<{
    id: string;
  }, AdminPackType>;
  /** A shipment with its cards and where each is stored. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  showAdminShipment: Call<{
    id: string;
  }, AdminShipmentDetail>;
  /** A text as it is written, and who saved it when. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showAdminText: Call<{
    key: TextKey;
  }, AdminText>;
  /** The alerts that the caller may see: those that hold, the last twenty that are mended, and which kinds they are told of. For staff with any right, who get what their rights cover. Also for API keys with any right. */
  showAlerts: Call<{}, {
    alerts: Alert[];
    kinds: AlertKind[];
  }>;
  /** A set by its numbers, nine to a page, with the caller's cards in their places. For signed-in users. */
  showBinder: ListCall<{
    setId: string;
    page?: number | undefined;
  }, {
    pockets: Pocket[];
    pagination: CardPagination;
    filledPages: number[];
    onSale?: {
      numbers: number;
      page: number | null;
    } | undefined;
  }, Pocket>;
  /** The version and commit of the process that answers. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showBuild: Call<{}, Build>;
  /** One of the caller's physical cards, or a card in the catalogue. For everyone, signed in or not. An access token is optional and identifies the caller. */
  showCard: Call<{
    id: string;
  }, CardItem | CatalogueCard>;
  /** What is public about a card in the catalogue: its finishes and their prices, the packs for sale that it can be in, and how many were opened here. For everyone, signed in or not. */
  showCardFacts: Call<{
    id: string;
  }, CardFacts>;
  /** A card's prices, and its history if it belongs to the caller. For everyone, signed in or not. An access token is optional and identifies the caller. */
  showCardHistory: Call<{
    id: string;
    days?: '30' | '90' | '365' | undefined;
  }, {
    prices: CardPrice[];
    events: ({
      type: CardEvent;
      at: string;
      marketValue: Cents | null;
      paid: Cents | null;
      daysAhead: number | null;
    })[];
    packId: string | null;
    inDrop: PlaceInDrop | null;
    shipmentId: string | null;
  }>;
  /** The start of the page of all cards: the sets, newest first, and the first cards. For everyone, signed in or not. */
  showCardShelf: Call<{}, {
    sets: ShelvedSet[];
    list: CatalogueCardList;
  }>;
  /** What happened to a card, by whom, with the operators' notes; newest first. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  showCardTimeline: Call<{
    id: string;
  }, {
    entries: TimelineEntry[];
  }>;
  /** The certification of a physical pack, without its contents; its numbers once it is opened or withdrawn. For everyone, signed in or not. */
  showCertification: Call<{
    packId: string;
  }, Certification>;
  /** A page of the cards the caller has, with a summary of all of them. For signed-in users. */
  showCollection: ListCall<{
    page?: number | undefined;
    pageSize?: number | undefined;
    rarity?: RarityFilter[] | RarityFilter | undefined;
    finish?: Finish[] | Finish | undefined;
    priceMin?: Cents | undefined;
    priceMax?: Cents | undefined;
    setName?: string | undefined;
    search?: string | undefined;
    sortBy?: 'opened_at' | 'left_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at' | undefined;
    sortOrder?: 'desc' | 'asc' | undefined;
    status?: CardStatus[] | CardStatus | undefined;
    packName?: string | undefined;
    setId?: string | undefined;
    days?: number | undefined;
    uncovered?: 'true' | undefined;
  }, {
    cards: CardItem[];
    pagination: CardPagination;
    filters: {
      sortBy: 'opened_at' | 'left_at' | 'name' | 'rarity' | 'price' | 'auto_convert_at';
      sortOrder: 'desc' | 'asc';
    };
    currency: string;
    exchangeRate: number;
    packNames: string[];
    totals: {
      marketValue: Cents;
      sellPrice: Cents;
    };
    summary: CollectionSummary;
  }, CardItem>;
  /** What the caller's collection was worth on each of the last days, what was paid for it and what came back. For signed-in users. */
  showCollectionWorth: Call<{
    days?: '30' | '90' | '365' | undefined;
  }, CollectionWorth>;
  /** The settings of this shop that the browser needs. For everyone, signed in or not. */
  showConfig: Call<{}, ShopConfig>;
  /** What the packs of a closed drop held: one JSON text per line, ordered by leaf, exactly the file that the log names. For everyone, signed in or not. */
  showContents: Call<{
    hash: string;
  }, string>;
  /** The bought and earned parts of the caller's balance, and how bought credits go back. For signed-in users. */
  showCreditParts: Call<{}, CreditParts>;
  /** A user's balance. For signed-in users. */
  showCredits: Call<{
    userId?: string | undefined;
  }, {
    account_balance: Cents;
    bought: Cents;
    earned: Cents;
    currency: string;
  }>;
  /** A dispute with the shop's evidence: order, openings, sign-ins, address, parcels. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showDispute: Call<{
    id: string;
  }, Dispute>;
  /** A drop: its manifest with its proof, the order that a public number gave it, and its state. For everyone, signed in or not. */
  showDrop: Call<{
    hash: string;
  }, {
    drop: Drop;
    manifest: string;
    manifestProof: string | null;
    order: string | null;
    round: number | null;
    numberAt: string | null;
    checkpoint: string | null;
    practiceChain: Chain | null;
    dropsWithoutSale: number;
    dropsYetToSell: number;
  }>;
  /** The log's entries about a drop, from an index on; at most a thousand. For everyone, signed in or not. */
  showDropHistory: Call<{
    hash: string;
    from?: number | undefined;
  }, {
    index: number;
    entry: string;
  }[]>;
  /** Who vouches for this shop's drops: the public log, its keys and witnesses, and the chains of public numbers. For everyone, signed in or not. */
  showFairness: Call<{}, {
    log: {
      origin: string;
      keys: string[];
      policy: string;
      checkpoint: string | null;
      verifier: string | null;
    } | null;
    chains: {
      hash: string;
      publicKey: string;
      scheme: string;
      genesis: number;
      period: number;
      delay: number;
      minOpen: number;
      isPractice: boolean;
      ordersDrops: boolean;
    }[];
  }>;
  /** What this shop has done so far, counted from its books, each up to 10,000; null below the number from which it is shown. For everyone, signed in or not. */
  showFigures: Call<{}, {
    packsOpened: number | null;
    cardsShipped: number | null;
    packsInStock: number | null;
  }>;
  /** One import: its progress, and its first changes, warnings and wrong lines. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  showImport: Call<{
    id: string;
  }, ImportDetail>;
  /** A CSV file with the columns of an import. For prices and the catalogue it has a line for each pack type. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  showImportTemplate: Call<{
    kind: ImportKind;
  }, string>;
  /** The open invitation of the caller's address to work in the shop, or null. For signed-in users. */
  showInvitation: Call<{}, OwnInvitation | null>;
  /** A version of a legal text as one file, to keep: the words that were accepted. For everyone, signed in or not. */
  showLegalFile: Call<{
    key: 'terms' | 'privacy' | 'refunds' | 'shipping';
    version: number;
    language: string;
  }, string>;
  /** Terms, privacy, refunds or shipping, as currently in force. For everyone, signed in or not. */
  showLegalText: Call<{
    key: 'terms' | 'privacy' | 'refunds' | 'shipping';
  }, LegalText>;
  /** An earlier version of the same, for those who accepted it. For everyone, signed in or not. */
  showLegalVersion: Call<{
    key: 'terms' | 'privacy' | 'refunds' | 'shipping';
    version: number;
  }, LegalText>;
  /** The caller's own limits, what counts towards them, and the break that they are on. For signed-in users. */
  showLimits: Call<{}, OwnLimits>;
  /** A mail with its text, which may contain a code until it is sent. For admins. Not for API keys. */
  showMail: Call<{
    id: string;
  }, Mail>;
  /** What the shop earned, by pack type, drop, month or game; the rows add up to the total. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showMargin: Call<{
    from?: string | undefined;
    to?: string | undefined;
    by?: 'type' | 'drop' | 'month' | 'game' | undefined;
  }, {
    from: string;
    to: string;
    countedUntil: string | null;
    rows: MarginRow[];
    total: MarginTotal;
  }>;
  /** What prevents the caller's account from being deleted, and what they would lose. For signed-in users. */
  showObligations: Call<{}, Obligations>;
  /** What the opened packs of a type held: the market value of each on the day it was opened, lowest first; their number is a multiple of ten. For everyone, signed in or not. */
  showOpenedPacks: Call<{
    id: string;
  }, {
    packTypeId: string;
    price: Cents;
    packs: number;
    abovePrice: number;
    values: Cents[];
  }>;
  /** One of the caller's openings with the cards it revealed, at their current values. For signed-in users. */
  showOpening: Call<{
    id: string;
  }, PackOpening>;
  /** An order with its lines, payment and refunds. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showOrder: Call<{
    id: string;
  }, Order>;
  /** What happened to an order, by whom, with the operators' notes; newest first. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showOrderTimeline: Call<{
    id: string;
  }, {
    entries: TimelineEntry[];
  }>;
  /** The state of the shop, with daily sales, openings, top-ups and cards sold back. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showOverview: Call<{
    days?: '7' | '30' | '90' | undefined;
  }, Overview>;
  /** The details of a pack, by the id of a pack type or of a physical pack for sale. For everyone, signed in or not. */
  showPack: Call<{
    id: string;
  }, Pack>;
  /** Odds, values and best cards of the sealed packs of a type, counted over at least 20 packs or marked as an estimate. For everyone, signed in or not. */
  showPackFacts: Call<{
    id: string;
  }, {
    packTypeId: string;
    basis: 'counted' | 'estimate' | 'unknown';
    left: number;
    price: Cents;
    odds: ({
      rarity: Rarity;
      chance: number;
      packs: number | null;
    })[];
    counted: CountedFacts | null;
    top: PotentialHit[];
    pricesAsOf: string | null;
  }>;
  /** One pack type. For everyone, signed in or not. */
  showPackType: Call<{
    id: string;
  }, PackType>;
  /** Where the shop sells and ships now, with its version. For admins. Also for API keys with `owner:read`. */
  showPlaceSettings: Call<{}, PlaceSettingsVersion>;
  /** Where the shop sells, on which terms, and where it ships. For everyone, signed in or not. */
  showPlaces: Call<{}, SalesPlaces>;
  /** How fresh the prices of the cards are. For everyone, signed in or not. */
  showPriceDay: Call<{}, {
    areDaily: boolean;
    asOf: string | null;
  }>;
  /** The rules by which single cards get their prices, with their version. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  showPriceRules: Call<{}, SinglePriceRulesVersion>;
  /** The price sources, their schedule and last runs, and how fresh the prices are. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:read`. */
  showPrices: Call<{}, Prices>;
  /** A user's profile, balance and collection summary. For signed-in users. */
  showProfile: Call<{
    userId?: string | undefined;
  }, User>;
  /** The packs bought with one of the caller's card payments; none until it is paid. For signed-in users. */
  showPurchasedPacks: Call<{
    paymentIntentId: string;
  }, {
    packIds: string[];
    status: 'pending' | 'succeeded' | 'refunded' | 'canceled';
    packs: ({
      packId: string;
      packTypeId: string;
      name: string;
      opened: boolean;
      packOpeningId: string | null;
    })[];
    singles?: BoughtSingle[] | undefined;
    tickets: BoughtTicket[];
  }>;
  /** The receipt for a transaction, as data or as a printable page. For signed-in users. */
  showReceipt: Call<{
    id: string;
    format?: 'json' | 'html' | undefined;
  }, Receipt>;
  /** The same as a PDF: an invoice, a credit note or a receipt. For signed-in users. */
  showReceiptPdf: Call<{
    id: string;
  }, Uint8Array>;
  /** One of the caller's refunds; moderators can see anyone's. For signed-in users. */
  showRefund: Call<{
    id: string;
  }, Refund>;
  /** The card of an ordinary pack: the median of the best cards of the type's sealed packs, and how many packs hold a better one. For everyone, signed in or not. */
  showSampleCard: Call<{
    id: string;
  }, {
    packTypeId: string;
    sample: {
      card: {
        id: string;
        name: string;
        rarity: Rarity;
        finish: Finish;
        image: string;
        value: Cents;
        sellPrice: Cents;
      };
      packs: number;
      better: number;
    } | null;
  }>;
  /** The security settings of the caller's account. For signed-in users. */
  showSecurity: Call<{}, {
    passwordChangedAt: string | null;
    twoFactorEnabled: boolean;
    twoFactorRequired: boolean;
    recoveryCodesLeft: number;
    pendingEmail: string | null;
  }>;
  /** A user's preferences and settings. For signed-in users. */
  showSettings: Call<{
    userId?: string | undefined;
  }, {
    preferences: Preferences;
    settings: Settings;
  }>;
  /** One of the caller's shipments. For signed-in users. */
  showShipment: Call<{
    id: string;
  }, {
    id: string;
    status: ShipmentStatus;
    cards: ShippedCard[];
    cardGroups: {
      packOpeningId: string;
      cardIds: string[];
    }[];
    shippingAddress: ParcelAddress | null;
    fee: ParcelFee;
    paymentMethod: PaymentKind;
    service: string | null;
    estimatedDelivery: string;
    insuredValue: Cents;
    goesWithId: string | null;
    carrier: string | null;
    trackingNumber: string | null;
    checkedUntil: string | null;
    events: {
      status: ShipmentStatus;
      at: string;
    }[];
    createdAt: string;
    updatedAt: string;
    additions: ShipmentAddition[];
  }>;
  /** What happened to a parcel, by whom, with the operators' notes; newest first. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  showShipmentTimeline: Call<{
    id: string;
  }, {
    entries: TimelineEntry[];
  }>;
  /** What parcels cost now: zones, services and prices. For everyone, signed in or not. */
  showShippingRates: Call<{}, {
    zones: ParcelZone[];
    cardGrams: number;
    packagingGrams: number;
    currency: string;
  }>;
  /** Whether the shop may charge cards, and each line that it needs for that. For admins. Also for API keys with `owner:read`. */
  showShopOpening: Call<{}, ShopOpening>;
  /** The shop's current settings. For admins. Also for API keys with `owner:read`. */
  showShopSettings: Call<{}, SettingsVersion>;
  /** A card of the house, with its history. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  showSingle: Call<{
    id: string;
  }, SingleDetail>;
  /** One copy that is on sale, or that somebody is paying for. For everyone, signed in or not. */
  showSingleOnSale: Call<{
    id: string;
  }, {
    id: string;
    catalogueCardId: string;
    name: string;
    game: string;
    set_id: string;
    set_name: string;
    number: string;
    rarity: Rarity;
    nativeRarity: string;
    finish: Finish;
    foil: boolean;
    condition: string;
    label: string | null;
    price: Cents;
    marketValue: Cents;
    image: string;
    isPhotograph: boolean;
    isOnSale: boolean;
    cardNumber: string;
    packId: string;
  }>;
  /** How the caller can return a card that they bought as a single, and what they would get. For signed-in users. */
  showSingleReturn: Call<{
    id: string;
  }, SingleReturn>;
  /** What a user spent and earned in a period, with daily totals for the last seven days. For signed-in users. */
  showSpending: Call<{
    userId?: string | undefined;
    period?: 'week' | 'month' | 'year' | undefined;
    timeZone?: string | undefined;
  }, {
    totalSpent: Cents;
    totalEarned: Cents;
    netAmount: Cents;
    transactionCount: number;
    averageTransaction: Cents;
    spendingByCategory: {
      category: TransactionType;
      amount: Cents;
    }[];
    spendingTrend: {
      date: string;
      amount: Cents;
    }[];
  }>;
  /** Everybody with a role and what they may do, the roles made in this shop, and open invitations; 500 of each at most. For admins. Also for API keys with `owner:read`. */
  showStaff: Call<{}, {
    people: StaffPerson[];
    roles: StaffRole[];
    invitations: StaffInvitation[];
  }>;
  /** A physical card from an opened pack, and its history. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  showStockedCard: Call<{
    id: string;
  }, StockedCard>;
  /** A physical pack and its history. The contents of a sealed pack are not included. If somebody has it sealed, showing its serial is recorded in the audit log. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  showStockedPack: Call<{
    id: string;
  }, StockedPackDetail>;
  /** The shipping prices as last saved, and whether they apply yet. For admins. Also for API keys with `owner:read`. */
  showTariff: Call<{}, {
    version: number;
    tariff: ParcelTariff;
    startsAt: string | null;
    madeAt: string | null;
    holds: number;
  }>;
  /** The provider that can calculate the taxes in place of the shop's own table, what it was sent, and what went wrong. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showTaxProvider: Call<{}, TaxProviderState>;
  /** Which taxes the shop charges now. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showTaxSettings: Call<{}, TaxSettingsVersion>;
  /** A text of the shop as pages show it. For everyone, signed in or not. */
  showText: Call<{
    key: 'about-mission' | 'about-sources' | 'questions' | 'why-choose-us' | 'notice';
  }, ShownText>;
  /** A text as it was in one of its versions; 0 is the default text. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showTextVersion: Call<{
    key: TextKey;
    version: number;
  }, {
    body: string;
  }>;
  /** A ticket, by the hash of its secret: its signature and the seal that covers it, never its owner. For everyone, signed in or not. */
  showTicket: Call<{
    ref: string;
  }, {
    ticket: string;
    signature: string | null;
    seal: string | null;
    sealProof: string | null;
  }>;
  /** One of the caller's transactions; moderators can see anyone's. For signed-in users. */
  showTransaction: Call<{
    id: string;
  }, TransactionDetail>;
  /** One user: profile, belongings and active sessions. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showUser: Call<{
    id: string;
  }, UserDetail>;
  /** Every entry in a user's ledger account with the balance after it, newest first. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:read`. */
  showUserLedger: ListCall<{
    id: string;
    page?: number | undefined;
    limit?: number | undefined;
  }, {
    user: Person;
    balance: Cents;
    entries: LedgerEntry[];
    pagination: Pagination;
  }, LedgerEntry>;
  /** What happened to a person, by whom, with the operators' notes; newest first. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showUserTimeline: Call<{
    id: string;
  }, {
    entries: TimelineEntry[];
  }>;
  /** What waits for the caller, and the pack types that the caller has bought. For signed-in users. */
  showWaiting: Call<{}, {
    boughtPackTypeIds: string[];
    parcels: {
      count: number;
      newestId: string;
      status: ShipmentStatus;
    } | null;
    sealedPacks: number;
    coveredPacks: number;
    endingCards: {
      count: number;
      firstAt: string;
    } | null;
    wishesThere: number;
  }>;
  /** A delivery, with its body and the last answer. For admins. Also for API keys with `owner:read`. */
  showWebhookDelivery: Call<{
    id: string;
  }, WebhookDeliveryDetail>;
  /** What the shop still owes, its stock at cost and at market, what each drop was designed to return and returned, and prices below cost or return. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:read`. */
  showWorth: Call<{}, {
    owed: Owed | null;
    stock: StockValue[];
    drops: DropReturn[];
    warnings: PriceWarning[];
  }>;
  /** Signs a line for twelve months. `sources` is signed with the SHA-256 of the statement that the operator saw. For admins. Not for API keys. */
  signOpeningLine: Call<{
    line: 'opinion' | 'approval' | 'sources';
    document: string;
    sha256: string;
    places: string[];
  }, ShopOpening>;
  /** Takes a CSV file, UTF-8 or Windows-1252, separated by commas, semicolons or tabs, whose first line names its columns, in the shop’s words or in those of Shopify’s exports of customers and products. A job checks its lines; nothing changes before it is applied. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  startImport: Call<{
    kind: ImportKind;
    fileName: string;
    file: string;
    chosen?: ChosenColumn[] | undefined;
    forAll?: ValueForAll[] | undefined;
  }, ImportDetail>;
  /** Stops an import that is being applied, at the end of a batch. What was applied stays, and it can go on later. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  stopImport: Call<{
    id: string;
  }, ImportDetail>;
  /** How many cards of the house are in each state, what they cost, and what they're worth. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:read`. */
  sumSingles: Call<{}, {
    states: ({
      cards: number;
      paid: Cents | null;
      market: Cents | null;
      state: HouseCardState;
    })[];
    countedAt: string | null;
  }>;
  /** Switches the bell and the mails of one kind of alert on or off for the caller. For staff with any right, who get what their rights cover. Not for API keys. */
  switchAlert: Call<{
    condition: string;
    isOn: boolean;
  }, AlertKind>;
  /** Reclaims cards whose payment was refunded outside the shop; each succeeds or fails on its own. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  takeBackCards: Call<{
    cardIds: string[];
  }, {
    successCount: number;
    failureCount: number;
    results: ({
      cardId: string;
      cardName: string;
      success: boolean;
      error: string | null;
      code: 'CARD_NOT_FOUND' | 'CARD_NOT_AVAILABLE' | null;
    })[];
  }>;
  /** Puts copies that another shop lists on sale here again: those with these numbers, or all. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  takeBackFromElsewhere: Call<{
    shop: string;
    numbers?: string[] | undefined;
  }, {
    back: number;
  }>;
  /** Begins a break from buying, which nobody can end early. Open payments for packs and credits end. For signed-in users. */
  takeBreak: Call<{
    kind: 'day' | 'week' | 'month' | 'half_year' | 'year' | 'five_years' | 'forever';
  }, OwnLimits>;
  /** Records that somebody had up to 100 cards of the house in hand, in which condition they are, and on which shelf they lie now. All or none; VALIDATION_ERROR names each line that is wrong. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  takeInHand: Call<{
    shelf: string;
    cards: {
      number: string;
      condition: Condition;
    }[];
  }, {
    taken: number;
    onSale: number;
  }>;
  /** Takes in sealed packs, all or none, and puts them on sale; while a drop of their type is, they wait until it is over, and packs with `awaitsDrop` until a drop takes them. Packs already known are skipped. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  takeInPacks: Call<{
    packs: IntakePack[];
  }, {
    newPacks: number;
    knownPacks: number;
    waitingPacks: number;
  }>;
  /** What the caller spent and what came back in thirty days, for one line at the checkout. Null if they read it in the last thirty days, or spent nothing. For signed-in users. */
  tellSpending: Call<{}, {
    line: {
      spent: Cents;
      cameBack: Cents;
    } | null;
  }>;
  /** Makes the card provider send events to the webhook, by a payment that is cancelled at once. For admins. Not for API keys. */
  testWebhook: Call<{}, null>;
  /** Turns the second factor off. For signed-in users. */
  turnOffTwoFactor: Call<{
    password: string;
    code: string;
  }, null>;
  /** Says that the caller looks at covered packs now. The mail about them is sent. Ids of other openings change nothing. For signed-in users. */
  uncoverPacks: Call<{
    openingIds: string[];
  }, {
    uncovered: number;
  }>;
  /** Undoes a change of several pack types, as a whole, within 24 hours. Refused once something was ordered by it, or if one of its types has changed since. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  undoPackTypeChange: Call<{
    id: string;
    confirmBelowExpectedValue?: boolean | undefined;
  }, {
    changed: number;
  }>;
  /** Lets a user whose account is locked sign in again. For admins. Not for API keys. */
  unlockUser: Call<{
    id: string;
    reason: string;
  }, UserDetail>;
  /** Lists everything that prevents a user from buying packs of one type with credits now. For signed-in users. Requires a verified e-mail address if the shop demands one. */
  validatePurchase: Call<{
    packId: string;
    quantity: number;
    region?: string | null | undefined;
    userId?: string | undefined;
  }, {
    valid: boolean;
    errors: string[];
    totalCost: Cents;
    account_balance: Cents;
  }>;
  /** Quotes the price of an amount of credits by card, and lists reasons it can't be bought. For signed-in users. */
  validateTopUp: Call<{
    amount: Cents;
    currency?: string | undefined;
  }, {
    valid: boolean;
    errors: string[];
    amount: Cents;
    fee: Cents;
    total: Cents;
  }>;
  /** Verifies an e-mail address with the code that was mailed to it. For everyone, signed in or not. Limited per network to 10 calls a minute and 60 calls an hour. */
  verifyEmail: Call<{
    email: string;
    code: string;
  }, {
    verified: true;
    user: SignedInUser;
  }>;
  /** Adds a card to the caller's wishes, or renews the wish after a notice. For signed-in users. */
  wishForCard: Call<{
    cardId: string;
  }, {
    cardId: string;
  }>;
  /** Asks to be notified when a pack type is back in stock, or again after such a notice. For signed-in users. */
  wishForPack: Call<{
    packTypeId: string;
  }, {
    packTypeId: string;
  }>;
  /** Withdraws an invitation that nobody has accepted. For admins. Not for API keys. */
  withdrawInvitation: Call<{
    id: string;
  }, null>;
  /** Withdraws an unsold pack from sale. If the pack is in a drop, the public log shows its contents and the reason permanently. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  withdrawPack: Call<{
    id: string;
    reason: string;
  }, StockedPack>;
  /** Takes singles off sale, or holds them back from it. All or none. For staff with the right `catalogue`: admins and some roles made by the shop. Also for API keys with `catalogue:write`. */
  withdrawSingles: Call<{
    ids: string[];
    reason: string;
  }, {
    singles: Single[];
  }>;
  /** Writes a note on a card. It is in the data export of the person whose it is, and is deleted with their account. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  writeCardNote: Call<{
    id: string;
    text: string;
  }, {
    id: string;
  }>;
  /** Writes off what the account of a lost dispute owes. For staff with the right `money`: admins and some roles made by the shop. Not for API keys. */
  writeOffDebt: Call<{
    id: string;
    reason: string;
  }, Dispute>;
  /** Writes a note on an order. It is in the data export of the person whose it is, and is deleted with their account. For staff with the right `support`: moderators, admins and some roles made by the shop. Also for API keys with `support:write`. */
  writeOrderNote: Call<{
    id: string;
    text: string;
  }, {
    id: string;
  }>;
  /** Writes a note on a parcel. It is in the data export of the person whose it is, and is deleted with their account. For staff with the right `packing`: moderators, admins and some roles made by the shop. Also for API keys with `packing:write`. */
  writeShipmentNote: Call<{
    id: string;
    text: string;
  }, {
    id: string;
  }>;
  /** Writes a note on a person. It is in the data export of the person whose it is, and is deleted with their account. For staff with the right `money`: admins and some roles made by the shop. Also for API keys with `money:write`. */
  writeUserNote: Call<{
    id: string;
    text: string;
  }, {
    id: string;
  }>;
};

export const CALLS: Record<keyof Calls, CallForm> = {
  acceptInvitation: {"method":"POST","path":"/users/invitation","takesToken":true,"isKeyed":true},
  addWebhook: {"method":"POST","path":"/admin/webhooks","hasBody":true,"takesToken":true},
  answerPlaceQuestion: {"method":"POST","path":"/admin/place-questions/{id}/answer","hasBody":true,"takesToken":true,"isKeyed":true},
  applyImport: {"method":"POST","path":"/admin/imports/{id}/apply","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"credits":{"bought":true,"earned":true}}},
  askCarrier: {"method":"POST","path":"/admin/shipments/{id}/rates","takesToken":true},
  askForRelease: {"method":"POST","path":"/cards/release-request","takesToken":true},
  bookCardLoss: {"method":"POST","path":"/admin/cards/{id}/loss","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"cards":{"askedValue":true,"foundValue":true,"amount":true},"fee":true,"total":true,"replacements":{"paid":true}}},
  bookParcelLoss: {"method":"POST","path":"/admin/shipments/{id}/loss","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"cards":{"askedValue":true,"foundValue":true,"amount":true},"fee":true,"total":true,"replacements":{"paid":true}}},
  buyCredits: {"method":"POST","path":"/transactions/credits","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"transaction":{"amount":true},"amount":true,"fee":true,"total":true}},
  buyLabel: {"method":"POST","path":"/admin/shipments/{id}/label","hasBody":true,"takesToken":true},
  calculateShippingFee: {"method":"GET","path":"/shipping/calculate-fee","query":["cardCount","country","state"],"takesToken":true,"received":{"baseFee":true,"weightFee":true,"tax":true,"taxes":{"amount":true},"totalFee":true}},
  calculateTotal: {"method":"POST","path":"/payments/calculate-total","hasBody":true,"takesToken":true,"received":{"subtotal":true,"discount":true,"tax":true,"taxes":{"amount":true},"processingFee":true,"total":true}},
  cancelShipment: {"method":"POST","path":"/shipping/requests/{id}/cancel","takesToken":true,"received":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true}},
  changeDiscountCode: {"method":"PATCH","path":"/admin/discount-codes/{code}","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"amountOff":true,"leastOrder":true}},
  changeEmail: {"method":"POST","path":"/users/email","hasBody":true,"takesToken":true},
  changeGame: {"method":"PUT","path":"/admin/games/{id}","hasBody":true,"takesToken":true,"isKeyed":true},
  changePack: {"method":"PATCH","path":"/packs/{id}","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  changePackType: {"method":"PATCH","path":"/admin/pack-types/{id}","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"price":true,"originalPrice":true},"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  changePackTypes: {"method":"PATCH","path":"/admin/pack-types","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"types":{"price":true}}},
  changePassword: {"method":"PUT","path":"/users/password","hasBody":true,"takesToken":true},
  changePaymentMethod: {"method":"PATCH","path":"/transactions/payments/{id}","hasBody":true,"takesToken":true},
  changePreferences: {"method":"PUT","path":"/users/settings/preferences","hasBody":true,"takesToken":true},
  changeSettings: {"method":"PUT","path":"/users/settings/general","hasBody":true,"takesToken":true,"sent":{"autoShipThreshold":true},"received":{"autoShipThreshold":true}},
  changeStaffRole: {"method":"PUT","path":"/admin/staff/roles/{id}","hasBody":true,"takesToken":true,"isKeyed":true},
  changeTransaction: {"method":"PATCH","path":"/transactions/{id}","hasBody":true,"takesToken":true,"received":{"amount":true}},
  changeUserRole: {"method":"PATCH","path":"/admin/users/{id}","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"balance":true,"boughtCredits":true}},
  changeWebhook: {"method":"PUT","path":"/admin/webhooks/{id}","hasBody":true,"takesToken":true},
  checkEligibility: {"method":"POST","path":"/payments/purchase-eligibility","hasBody":true,"takesToken":true,"received":{"totalCost":true,"lines":{"price":true},"singles":{"price":true}}},
  checkEmail: {"method":"POST","path":"/auth/check-email","hasBody":true},
  checkShippingEligibility: {"method":"POST","path":"/shipping/eligibility","hasBody":true,"takesToken":true,"received":{"userBalance":true}},
  closeDrop: {"method":"POST","path":"/admin/drops/{id}/close","hasBody":true,"takesToken":true,"isKeyed":true},
  closeMoneyQuestion: {"method":"POST","path":"/admin/money-questions/{id}/close","hasBody":true,"takesToken":true,"isKeyed":true},
  compareWeeks: {"method":"GET","path":"/admin/margin/weeks","takesToken":true,"received":{"last":{"sales":true,"returns":true,"left":true,"leftBeforeUnknown":true},"before":{"sales":true,"returns":true,"left":true,"leftBeforeUnknown":true}}},
  confirmEmail: {"method":"POST","path":"/users/email/confirm","hasBody":true,"takesToken":true},
  confirmOpeningCode: {"method":"POST","path":"/admin/opening/mail/confirm","hasBody":true,"takesToken":true},
  confirmTwoFactor: {"method":"POST","path":"/users/two-factor/confirm","hasBody":true,"takesToken":true},
  convertCards: {"method":"POST","path":"/cards/convert","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"totalSellPrice":true,"newAccountBalance":true,"results":{"sellPrice":true}}},
  convertExpiredByHand: {"method":"POST","path":"/admin/cards/convert","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"totalSellPrice":true,"results":{"sellPrice":true}}},
  createDiscountCode: {"method":"POST","path":"/admin/discount-codes","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amountOff":true,"leastOrder":true},"received":{"amountOff":true,"leastOrder":true}},
  createGame: {"method":"POST","path":"/admin/games","hasBody":true,"takesToken":true,"isKeyed":true},
  createPackType: {"method":"POST","path":"/pack-types","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"price":true,"originalPrice":true},"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  createPaymentIntent: {"method":"POST","path":"/payments/create-payment-intent","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"amount":true}},
  createShippingPaymentIntent: {"method":"POST","path":"/shipping/create-payment-intent","hasBody":true,"takesToken":true,"received":{"amount":true}},
  decideCreditRequest: {"method":"POST","path":"/admin/credit-requests/{id}","hasBody":true,"takesToken":true},
  decideHeldPrice: {"method":"POST","path":"/admin/prices/held/decide","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"price":true,"value":true,"marketValue":true}},
  decideReturn: {"method":"POST","path":"/admin/orders/{id}/return-request","hasBody":true,"takesToken":true},
  deleteAccount: {"method":"DELETE","path":"/users/profile","hasBody":true,"takesToken":true},
  deleteGame: {"method":"DELETE","path":"/admin/games/{id}","takesToken":true,"isKeyed":true},
  discardDrop: {"method":"DELETE","path":"/admin/drops/{id}","takesToken":true,"isKeyed":true},
  discardImport: {"method":"POST","path":"/admin/imports/{id}/discard","takesToken":true,"isKeyed":true,"received":{"credits":{"bought":true,"earned":true}}},
  draftDrop: {"method":"POST","path":"/admin/drops","hasBody":true,"takesToken":true,"isKeyed":true},
  drawLine: {"method":"PUT","path":"/wishes/cards/{cardId}/line","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"line":{"amount":true}}},
  drawPull: {"method":"GET","path":"/pulls/picture","query":["cardId","form","withName"],"takesToken":true,"file":"bytes"},
  endPullOfUser: {"method":"POST","path":"/admin/pulls/{address}/end","hasBody":true,"takesToken":true,"isKeyed":true},
  endSession: {"method":"DELETE","path":"/users/sessions/{id}","takesToken":true},
  endSessions: {"method":"DELETE","path":"/users/sessions","takesToken":true},
  endSharedPull: {"method":"DELETE","path":"/pulls/{address}","takesToken":true},
  endUserSessions: {"method":"DELETE","path":"/admin/users/{id}/sessions","takesToken":true,"isKeyed":true},
  exportData: {"method":"GET","path":"/users/export","takesToken":true,"received":{"profile":{"account_balance":true,"debt":true,"collection":{"totalValue":true,"totalSellPrice":true}},"settings":{"autoShipThreshold":true},"ownLimits":{"amount":true},"creditReturns":{"transferred":true},"importedCredits":{"amount":true},"orders":{"entries":{"lines":{"unitPrice":true},"singles":{"unitPrice":true,"discount":true,"refunded":true},"subtotal":true,"discount":true,"tax":true,"processingFee":true,"total":true}},"cardPayments":{"entries":{"amount":true,"refunds":{"amount":true}}},"transactions":{"entries":{"amount":true}},"cards":{"entries":{"marketValue":true,"boughtFor":true,"paid":true}},"shipments":{"entries":{"fee":true}},"cardWishes":{"line":true},"notices":{"entries":{"line":true,"marketValue":true,"amount":true}}}},
  exportDisputeEvidence: {"method":"GET","path":"/admin/disputes/{id}/evidence.html","takesToken":true,"file":"text"},
  exportElsewhere: {"method":"GET","path":"/admin/singles/elsewhere.csv","query":["shop","form"],"takesToken":true,"file":"text"},
  exportMargin: {"method":"GET","path":"/admin/margin.csv","query":["from","to","by"],"takesToken":true,"file":"text"},
  exportMyCards: {"method":"GET","path":"/cards/my.csv","query":["rarity","finish","priceMin","priceMax","setName","search","sortBy","sortOrder","status","packName","setId","days","uncovered"],"takesToken":true,"file":"text","sent":{"priceMin":true,"priceMax":true}},
  exportOrders: {"method":"GET","path":"/admin/orders.csv","query":["from","to","search","method","state","flag","sort","columns"],"takesToken":true,"file":"text"},
  exportPackTypes: {"method":"GET","path":"/admin/pack-types.csv","query":["game","search","stock","sort","columns"],"takesToken":true,"file":"text"},
  exportPackedParcels: {"method":"GET","path":"/admin/shipments/packed.csv","takesToken":true,"file":"text"},
  exportShipments: {"method":"GET","path":"/admin/shipments.csv","query":["status","search","sort","columns"],"takesToken":true,"file":"text"},
  exportSingles: {"method":"GET","path":"/admin/singles.csv","query":["state","game","setId","rarity","condition"],"takesToken":true,"file":"text"},
  exportStock: {"method":"GET","path":"/admin/stock/packs.csv","query":["packTypeId","state","search","sort","columns"],"takesToken":true,"file":"text"},
  exportTaxes: {"method":"GET","path":"/admin/taxes.csv","query":["from","to"],"takesToken":true,"file":"text"},
  exportTransactions: {"method":"GET","path":"/admin/transactions.csv","query":["from","to"],"takesToken":true,"file":"text"},
  exportUsers: {"method":"GET","path":"/admin/users.csv","query":["search","role","state","sort","columns"],"takesToken":true,"file":"text"},
  exportWrongLines: {"method":"GET","path":"/admin/imports/{id}/wrong-lines.csv","takesToken":true,"file":"text"},
  findIntakeCards: {"method":"GET","path":"/admin/stock/cards","query":["packTypeId","set","number"],"takesToken":true},
  findPackBySerial: {"method":"POST","path":"/admin/search/serial","hasBody":true,"takesToken":true},
  findSingle: {"method":"GET","path":"/admin/singles/by-number","query":["number"],"takesToken":true,"received":{"single":{"paid":true,"marketValue":true,"price":true}}},
  forgetCardWish: {"method":"DELETE","path":"/wishes/cards/{cardId}","takesToken":true},
  forgetPackWish: {"method":"DELETE","path":"/wishes/packs/{packTypeId}","takesToken":true},
  forgetPaymentMethod: {"method":"DELETE","path":"/transactions/payments/{id}","takesToken":true},
  forgotPassword: {"method":"POST","path":"/auth/forgot-password","hasBody":true},
  giveCredits: {"method":"POST","path":"/users/credits","query":["userId"],"hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"account_balance":true,"transaction":{"amount":true}}},
  giveTwoFactorToken: {"method":"POST","path":"/admin/users/{id}/two-factor-token","takesToken":true},
  inviteStaff: {"method":"POST","path":"/admin/staff/invitations","hasBody":true,"takesToken":true,"isKeyed":true},
  keepAccount: {"method":"POST","path":"/users/profile/restore","hasBody":true,"takesToken":true,"received":{"account_balance":true,"debt":true,"collection":{"totalValue":true,"totalSellPrice":true}}},
  keepPaymentCard: {"method":"PUT","path":"/payments/{paymentIntentId}/keep-card","hasBody":true,"takesToken":true},
  letUserThrough: {"method":"POST","path":"/admin/users/{id}/let-through","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"balance":true,"boughtCredits":true}},
  liftDisputePause: {"method":"POST","path":"/admin/disputes/{id}/lift-pause","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"amount":true,"fee":true,"feeReturned":true,"debt":true,"accountDebt":true,"evidence":{"payment":{"amount":true},"packs":{"cards":{"marketValue":true}}}}},
  listAdminDrops: {"method":"GET","path":"/admin/drops","query":["page","limit","packTypeId","state"],"takesToken":true,"list":"drops","size":"limit"},
  listAdminPackTypes: {"method":"GET","path":"/admin/pack-types","query":["page","limit","game","search","stock","sort"],"takesToken":true,"list":"packTypes","size":"limit","received":{"packTypes":{"price":true,"originalPrice":true,"nextPrice":true,"cost":true,"expectedValue":{"amount":true},"openedPacks":{"mean":true}}}},
  listAdminShipments: {"method":"GET","path":"/admin/shipments","query":["page","limit","status","search","sort"],"takesToken":true,"list":"shipments","size":"limit","received":{"shipments":{"totalFee":true}}},
  listAllTransactions: {"method":"GET","path":"/admin/transactions","query":["page","limit","from","to","userId","type"],"takesToken":true,"list":"transactions","size":"limit","received":{"transactions":{"amount":true}}},
  listApiKeys: {"method":"GET","path":"/admin/keys","query":["page","limit"],"takesToken":true,"list":"keys","size":"limit"},
  listAuditEntries: {"method":"GET","path":"/admin/audit-log","query":["page","limit","actor","action","subject","from","to"],"takesToken":true,"list":"entries","size":"limit"},
  listAvailablePacks: {"method":"GET","path":"/pack-types/{id}/available-packs","query":["page","limit","count"],"list":"packs","size":"limit"},
  listCommitments: {"method":"GET","path":"/drops/{hash}/commitments"},
  listCopiesOnSale: {"method":"GET","path":"/cards/{id}/copies","query":["page","limit","sortBy"],"list":"singles","size":"limit","received":{"singles":{"price":true,"marketValue":true}}},
  listCoveredPacks: {"method":"GET","path":"/packs/covered","takesToken":true},
  listCreditRequests: {"method":"GET","path":"/admin/credit-requests","takesToken":true,"received":{"toCards":true,"cardless":true}},
  listDiscountCodes: {"method":"GET","path":"/admin/discount-codes","query":["page","limit","search"],"takesToken":true,"list":"codes","size":"limit","received":{"codes":{"amountOff":true,"leastOrder":true}}},
  listDisputes: {"method":"GET","path":"/admin/disputes","query":["page","limit","state"],"takesToken":true,"list":"disputes","size":"limit","received":{"disputes":{"amount":true}}},
  listDrops: {"method":"GET","path":"/drops","query":["packTypeId"]},
  listElsewhere: {"method":"GET","path":"/admin/singles/elsewhere","query":["game","priceMin","priceMax"],"takesToken":true,"sent":{"priceMin":true,"priceMax":true},"received":{"shops":{"asked":true,"brought":true},"found":{"asked":true}}},
  listExpiringCards: {"method":"GET","path":"/cards/expiring","query":["page","pageSize","rarity","finish","priceMin","priceMax","setName","search","packName","days"],"takesToken":true,"list":"cards","size":"pageSize","sent":{"priceMin":true,"priceMax":true},"received":{"cards":{"packCost":true,"boughtFor":true,"marketValue":true,"sellPrice":true},"totalSellPrice":true}},
  listGames: {"method":"GET","path":"/admin/games","takesToken":true},
  listHeldParcels: {"method":"GET","path":"/admin/held-parcels","takesToken":true},
  listHeldPrices: {"method":"GET","path":"/admin/prices/held","query":["page","limit"],"takesToken":true,"list":"held","size":"limit","received":{"held":{"amount":true,"before":true}}},
  listImports: {"method":"GET","path":"/admin/imports","query":["page","limit"],"takesToken":true,"list":"imports","size":"limit"},
  listIntakeCosts: {"method":"GET","path":"/admin/stock/costs","query":["packTypeId"],"takesToken":true,"received":{"intakes":{"cost":true,"tax":true},"inStock":{"cost":true,"returned":true}}},
  listJobs: {"method":"GET","path":"/admin/jobs","takesToken":true},
  listLockedCards: {"method":"GET","path":"/admin/cards/locked","query":["page","limit","reason"],"takesToken":true,"list":"cards","size":"limit","received":{"cards":{"marketValue":true,"sellPrice":true}}},
  listLoosePacks: {"method":"GET","path":"/admin/loose-packs","query":["packTypeId"],"takesToken":true,"received":{"price":true}},
  listLosses: {"method":"GET","path":"/admin/losses","query":["page","limit"],"takesToken":true,"list":"losses","size":"limit","received":{"losses":{"amount":true}}},
  listMails: {"method":"GET","path":"/admin/mails","query":["page","limit","state","search"],"takesToken":true,"list":"mails","size":"limit"},
  listMarketCards: {"method":"GET","path":"/cards/market","query":["page","pageSize","rarity","finish","priceMin","priceMax","setName","search","sortBy","sortOrder","game","setId","inPacks","singles","mine","wished"],"takesToken":true,"list":"cards","size":"pageSize","sent":{"priceMin":true,"priceMax":true},"received":{"cards":{"price":true,"value":true,"marketValue":true,"singleFrom":true}}},
  listMoneyQuestions: {"method":"GET","path":"/admin/money-questions","takesToken":true,"received":{"failedRefunds":{"amount":true,"paidByBank":true},"questions":{"amount":true,"booked":true}}},
  listMyCards: {"method":"GET","path":"/cards/my","query":["page","pageSize","rarity","finish","priceMin","priceMax","setName","search","sortBy","sortOrder","status","packName","setId","days","uncovered"],"takesToken":true,"list":"cards","size":"pageSize","sent":{"priceMin":true,"priceMax":true},"received":{"cards":{"packCost":true,"boughtFor":true,"marketValue":true,"sellPrice":true},"totals":{"marketValue":true,"sellPrice":true}}},
  listMySets: {"method":"GET","path":"/cards/my/sets","takesToken":true},
  listNotices: {"method":"GET","path":"/notices","query":["page","limit"],"takesToken":true,"list":"notices","size":"limit","received":{"notices":{"line":true,"marketValue":true,"amount":true}}},
  listOrders: {"method":"GET","path":"/admin/orders","query":["page","limit","from","to","search","method","state","flag","sort"],"takesToken":true,"list":"orders","size":"limit","received":{"orders":{"total":true}}},
  listOwnCopies: {"method":"GET","path":"/cards/copies","query":["cardId","page","limit"],"takesToken":true,"list":"copies","size":"limit","received":{"copies":{"exitPrice":true,"boughtFor":true}}},
  listPackHistory: {"method":"GET","path":"/packs/history","query":["page","limit","userId","status","packTypeId"],"takesToken":true,"list":"packs","size":"limit","received":{"packs":{"pricePaid":true}}},
  listPackTypeChanges: {"method":"GET","path":"/admin/pack-type-changes","takesToken":true},
  listPackTypes: {"method":"GET","path":"/pack-types","query":["game"],"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  listPaymentMethods: {"method":"GET","path":"/transactions/payments","takesToken":true},
  listPaymentTransactions: {"method":"GET","path":"/payments/transaction-history","query":["page","limit","userId","type","status","from","to"],"takesToken":true,"list":"transactions","size":"limit","received":{"transactions":{"amount":true}}},
  listPullsOfUser: {"method":"GET","path":"/admin/users/{id}/pulls","takesToken":true},
  listReachedLimits: {"method":"GET","path":"/packs/reached-limits","takesToken":true},
  listSealedPacks: {"method":"GET","path":"/packs/sealed","takesToken":true},
  listSessions: {"method":"GET","path":"/users/sessions","takesToken":true},
  listSets: {"method":"GET","path":"/admin/sets","query":["page","limit","game","search"],"takesToken":true,"list":"sets","size":"limit"},
  listSharedPulls: {"method":"GET","path":"/pulls","takesToken":true},
  listShipments: {"method":"GET","path":"/shipping/requests","query":["page","limit"],"takesToken":true,"list":"shipments","size":"limit","received":{"shipments":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true}}},
  listSingles: {"method":"GET","path":"/admin/singles","query":["page","limit","state","game","setId","rarity","condition","search"],"takesToken":true,"list":"singles","size":"limit","received":{"singles":{"paid":true,"marketValue":true,"price":true},"found":{"paid":true,"market":true}}},
  listSinglesElsewhere: {"method":"POST","path":"/admin/singles/elsewhere","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"priceMin":true,"priceMax":true}},
  listStock: {"method":"GET","path":"/admin/stock/packs","query":["page","limit","packTypeId","state","search","sort"],"takesToken":true,"list":"packs","size":"limit"},
  listTransactions: {"method":"GET","path":"/transactions","query":["page","limit","userId","type","status","from","to"],"takesToken":true,"list":"transactions","size":"limit","received":{"transactions":{"amount":true}}},
  listTrendingPacks: {"method":"GET","path":"/packs/trending","query":["timeframe"],"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  listTypesOfStock: {"method":"GET","path":"/admin/stock/pack-types","takesToken":true},
  listUserTransactions: {"method":"GET","path":"/users/transactions","query":["page","limit","userId","type","status","from","to"],"takesToken":true,"list":"transactions","size":"limit","received":{"transactions":{"amount":true}}},
  listUsers: {"method":"GET","path":"/admin/users","query":["page","limit","search","role","state","sort"],"takesToken":true,"list":"users","size":"limit"},
  listViews: {"method":"GET","path":"/list-views","query":["list"],"takesToken":true},
  listWaiting: {"method":"GET","path":"/admin/waiting","takesToken":true,"received":{"waiting":{"amount":true}}},
  listWebhookDeliveries: {"method":"GET","path":"/admin/webhooks/deliveries","query":["page","limit","endpointId","state"],"takesToken":true,"list":"deliveries","size":"limit"},
  listWebhooks: {"method":"GET","path":"/admin/webhooks","takesToken":true},
  listWishMarks: {"method":"GET","path":"/wishes/marks","takesToken":true},
  listWishes: {"method":"GET","path":"/wishes","takesToken":true,"received":{"cards":{"marketValue":true,"line":{"amount":true},"singleFrom":true},"packs":{"price":true}}},
  lockUser: {"method":"POST","path":"/admin/users/{id}/lock","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"balance":true,"boughtCredits":true}},
  login: {"method":"POST","path":"/auth/login","hasBody":true},
  logout: {"method":"POST","path":"/auth/logout","hasBody":true,"takesToken":true},
  lookIntoPack: {"method":"POST","path":"/admin/stock/packs/{id}/look","hasBody":true,"takesToken":true,"received":{"cards":{"marketValue":true}}},
  loseSingles: {"method":"POST","path":"/admin/singles/lose","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"singles":{"paid":true,"marketValue":true,"price":true}}},
  mailOpeningCode: {"method":"POST","path":"/admin/opening/mail","hasBody":true,"takesToken":true},
  makeApiKey: {"method":"POST","path":"/admin/keys","hasBody":true,"takesToken":true},
  makeStaffRole: {"method":"POST","path":"/admin/staff/roles","hasBody":true,"takesToken":true,"isKeyed":true},
  moveShipment: {"method":"PATCH","path":"/admin/shipments/{id}","hasBody":true,"takesToken":true,"received":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true}},
  moveShipments: {"method":"POST","path":"/admin/shipments/move","hasBody":true,"takesToken":true},
  nextParcel: {"method":"GET","path":"/admin/picks/next","query":["after"],"takesToken":true,"received":{"parcel":{"shipment":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true},"additions":{"totalFee":true},"customs":{"value":true}}}},
  openDrop: {"method":"POST","path":"/admin/drops/{id}/open","takesToken":true,"isKeyed":true},
  openPack: {"method":"POST","path":"/packs/{packId}/open","takesToken":true,"isKeyed":true,"received":{"cards":{"value":true,"sellPrice":true},"totalValue":true,"paid":true}},
  openPackByBody: {"method":"POST","path":"/packs/open","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"cards":{"value":true,"sellPrice":true},"totalValue":true,"paid":true}},
  pauseDrop: {"method":"POST","path":"/admin/drops/{id}/pause","takesToken":true,"isKeyed":true},
  pauseWebhook: {"method":"PUT","path":"/admin/webhooks/{id}/paused","hasBody":true,"takesToken":true,"isKeyed":true},
  pickCard: {"method":"POST","path":"/admin/picks","hasBody":true,"takesToken":true,"received":{"parcel":{"shipment":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true},"additions":{"totalFee":true},"customs":{"value":true}}}},
  postTransaction: {"method":"POST","path":"/transactions","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"amount":true}},
  previewIntake: {"method":"POST","path":"/admin/stock/preview","hasBody":true,"takesToken":true},
  previewPriceRules: {"method":"POST","path":"/admin/singles/price-rules/preview","hasBody":true,"takesToken":true,"sent":{"rules":{"valueFrom":true,"valueBelow":true,"floor":true}},"received":{"before":{"sum":true},"after":{"sum":true},"change":true,"examples":{"single":{"paid":true,"marketValue":true,"price":true},"before":true,"after":true}}},
  previewSalesElsewhere: {"method":"POST","path":"/admin/singles/elsewhere/preview","hasBody":true,"takesToken":true,"received":{"sales":{"asked":true,"brought":true},"brought":true}},
  previewText: {"method":"POST","path":"/admin/texts/{key}/preview","hasBody":true,"takesToken":true},
  priceSingles: {"method":"POST","path":"/admin/singles/price","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"price":true},"received":{"singles":{"paid":true,"marketValue":true,"price":true}}},
  printLabels: {"method":"POST","path":"/admin/shipments/labels","hasBody":true,"takesToken":true},
  printShipments: {"method":"GET","path":"/admin/shipments/sheets","query":["ids"],"takesToken":true,"received":{"shipments":{"shipment":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true},"additions":{"totalFee":true},"customs":{"value":true}}}},
  provePlace: {"method":"GET","path":"/places/{id}/proof","takesToken":true,"file":"text"},
  publishDrop: {"method":"POST","path":"/admin/drops/{id}/publish","hasBody":true,"takesToken":true,"isKeyed":true},
  purchasePack: {"method":"POST","path":"/packs/purchase","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"updatedBalance":true,"packOpenings":{"cards":{"value":true,"sellPrice":true},"totalValue":true,"paid":true},"singles":{"paid":true},"totalValue":true}},
  purchaseWithBalance: {"method":"POST","path":"/payments/purchase-with-balance","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"updatedBalance":true,"packOpenings":{"cards":{"value":true,"sellPrice":true},"totalValue":true,"paid":true},"singles":{"paid":true},"totalValue":true}},
  putCardPhotograph: {"method":"PUT","path":"/admin/stock/packs/{id}/photograph","hasBody":true,"takesToken":true},
  putLogo: {"method":"PUT","path":"/admin/settings/logos/{logo}","hasBody":true,"takesToken":true},
  putPackBack: {"method":"POST","path":"/admin/stock/packs/{id}/put-back","hasBody":true,"takesToken":true,"isKeyed":true},
  putPackPicture: {"method":"PUT","path":"/admin/pack-types/{id}/picture","hasBody":true,"takesToken":true,"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  putSinglesBack: {"method":"POST","path":"/admin/singles/put-back","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"singles":{"paid":true,"marketValue":true,"price":true}}},
  quoteCardLoss: {"method":"GET","path":"/admin/cards/{id}/loss","query":["foundOn"],"takesToken":true,"received":{"cards":{"askedValue":true,"foundValue":true,"amount":true},"fee":true,"total":true,"replacements":{"paid":true}}},
  quoteParcelLoss: {"method":"GET","path":"/admin/shipments/{id}/loss","query":["foundOn"],"takesToken":true,"received":{"cards":{"askedValue":true,"foundValue":true,"amount":true},"fee":true,"total":true,"replacements":{"paid":true}}},
  quoteShipment: {"method":"POST","path":"/shipping/quotes","hasBody":true,"takesToken":true,"received":{"marketValue":true,"quotes":{"insuredValue":true,"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"freeFrom":true},"beside":{"quote":{"insuredValue":true,"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"freeFrom":true}}}},
  raiseLimit: {"method":"POST","path":"/users/limits/raise","hasBody":true,"takesToken":true,"received":{"day":{"limit":true,"used":true,"raise":{"to":true}},"week":{"limit":true,"used":true,"raise":{"to":true}},"month":{"limit":true,"used":true,"raise":{"to":true}}}},
  readImportHeads: {"method":"POST","path":"/admin/imports/heads","hasBody":true,"takesToken":true},
  readNotices: {"method":"POST","path":"/notices/read","hasBody":true,"takesToken":true},
  recommendPacks: {"method":"GET","path":"/packs/recommendations","query":["userId"],"takesToken":true,"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  recordCosts: {"method":"POST","path":"/admin/stock/costs","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true,"tax":true},"received":{"cost":true,"tax":true}},
  refresh: {"method":"POST","path":"/auth/refresh","hasBody":true},
  refundPacks: {"method":"POST","path":"/admin/orders/{id}/refund","hasBody":true,"takesToken":true,"received":{"amount":true}},
  refundSingles: {"method":"POST","path":"/admin/orders/{id}/refund-singles","hasBody":true,"takesToken":true,"received":{"amount":true}},
  refundTransaction: {"method":"POST","path":"/transactions/{id}/refund","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"amount":true}},
  register: {"method":"POST","path":"/auth/register","hasBody":true},
  releaseCards: {"method":"POST","path":"/admin/cards/release","hasBody":true,"takesToken":true,"isKeyed":true},
  releaseParcel: {"method":"POST","path":"/admin/shipments/{id}/release","hasBody":true,"takesToken":true,"isKeyed":true},
  releaseReserved: {"method":"POST","path":"/payments/release","hasBody":true,"takesToken":true},
  removeCardNote: {"method":"DELETE","path":"/admin/stock/cards/{id}/notes/{noteId}","takesToken":true,"isKeyed":true},
  removeCardPhotograph: {"method":"POST","path":"/admin/stock/packs/{id}/remove-photograph","hasBody":true,"takesToken":true},
  removeListView: {"method":"DELETE","path":"/list-views/{id}","takesToken":true,"isKeyed":true},
  removeLogo: {"method":"DELETE","path":"/admin/settings/logos/{logo}","takesToken":true},
  removeOrderNote: {"method":"DELETE","path":"/admin/orders/{id}/notes/{noteId}","takesToken":true,"isKeyed":true},
  removePackPicture: {"method":"DELETE","path":"/admin/pack-types/{id}/picture","takesToken":true,"received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  removeShipmentNote: {"method":"DELETE","path":"/admin/shipments/{id}/notes/{noteId}","takesToken":true,"isKeyed":true},
  removeStaffRole: {"method":"DELETE","path":"/admin/staff/roles/{id}","takesToken":true,"isKeyed":true},
  removeUserNote: {"method":"DELETE","path":"/admin/users/{id}/notes/{noteId}","takesToken":true,"isKeyed":true},
  removeUserTwoFactor: {"method":"DELETE","path":"/admin/users/{id}/two-factor","takesToken":true,"isKeyed":true,"received":{"balance":true,"boughtCredits":true}},
  removeWebhook: {"method":"DELETE","path":"/admin/webhooks/{id}","takesToken":true,"isKeyed":true},
  replaceRefund: {"method":"POST","path":"/admin/refunds/{id}/replace","hasBody":true,"takesToken":true,"received":{"amount":true}},
  requestReturn: {"method":"POST","path":"/transactions/{id}/return-request","hasBody":true,"takesToken":true},
  requestShipment: {"method":"POST","path":"/shipping/requests","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true}},
  resendCode: {"method":"POST","path":"/auth/resend-code","hasBody":true},
  resendMail: {"method":"POST","path":"/admin/mails/{id}/resend","takesToken":true,"isKeyed":true},
  resetPassword: {"method":"POST","path":"/auth/reset-password","hasBody":true},
  retryJob: {"method":"POST","path":"/admin/jobs/{id}/retry","takesToken":true},
  returnCredits: {"method":"POST","path":"/users/credits/return","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"bought":true,"earned":true,"toCards":{"credits":true,"fees":true,"gifts":true,"total":true},"cardless":true}},
  returnSingle: {"method":"POST","path":"/cards/{id}/return","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"amount":true}},
  revokeApiKey: {"method":"DELETE","path":"/admin/keys/{id}","takesToken":true,"isKeyed":true},
  rotateWebhookSecret: {"method":"POST","path":"/admin/webhooks/{id}/secret","takesToken":true},
  runAudit: {"method":"GET","path":"/admin/audit","takesToken":true},
  runPrices: {"method":"POST","path":"/admin/prices/run","takesToken":true,"isKeyed":true},
  saveAddress: {"method":"PUT","path":"/users/shipping","hasBody":true,"takesToken":true,"received":{"account_balance":true,"debt":true,"collection":{"totalValue":true,"totalSellPrice":true}}},
  saveListView: {"method":"POST","path":"/list-views","hasBody":true,"takesToken":true,"isKeyed":true},
  savePaymentMethod: {"method":"POST","path":"/transactions/payments","hasBody":true,"takesToken":true},
  savePlaceSettings: {"method":"PUT","path":"/admin/places","hasBody":true,"takesToken":true,"isKeyed":true},
  savePriceRules: {"method":"PUT","path":"/admin/singles/price-rules","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"settings":{"rules":{"valueFrom":true,"valueBelow":true,"floor":true}}},"received":{"settings":{"rules":{"valueFrom":true,"valueBelow":true,"floor":true}}}},
  saveShopSettings: {"method":"PUT","path":"/admin/settings","hasBody":true,"takesToken":true,"isKeyed":true},
  saveTariff: {"method":"PUT","path":"/admin/shipping/tariff","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"zones":{"services":{"baseFee":true,"furtherCardFee":true,"freeFrom":true,"coverIncluded":true,"coverMost":true,"coverFee":true}}},"received":{"tariff":{"zones":{"services":{"baseFee":true,"furtherCardFee":true,"freeFrom":true,"coverIncluded":true,"coverMost":true,"coverFee":true}}}}},
  saveTaxSettings: {"method":"PUT","path":"/admin/taxes","hasBody":true,"takesToken":true,"isKeyed":true},
  saveText: {"method":"PUT","path":"/admin/texts/{key}","hasBody":true,"takesToken":true,"isKeyed":true},
  searchCards: {"method":"GET","path":"/cards/search","query":["page","pageSize","rarity","finish","priceMin","priceMax","setName","search","sortBy","sortOrder","game","setId","inPacks","singles","mine","wished"],"takesToken":true,"list":"cards","size":"pageSize","sent":{"priceMin":true,"priceMax":true},"received":{"cards":{"price":true,"value":true,"marketValue":true,"singleFrom":true}}},
  searchCatalogue: {"method":"GET","path":"/admin/search/catalogue","query":["search"],"takesToken":true},
  searchMoney: {"method":"GET","path":"/admin/search/money","query":["search"],"takesToken":true},
  searchPacking: {"method":"GET","path":"/admin/search/packing","query":["search"],"takesToken":true},
  searchSupport: {"method":"GET","path":"/admin/search/support","query":["search"],"takesToken":true},
  sellCard: {"method":"POST","path":"/cards/sell","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"expectedSellPrice":true},"received":{"marketValue":true,"sellPrice":true,"newAccountBalance":true}},
  sellCardsInBulk: {"method":"POST","path":"/cards/sell/bulk","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"cards":{"expectedSellPrice":true}},"received":{"totalSellPrice":true,"newAccountBalance":true,"results":{"sellPrice":true}}},
  sellElsewhere: {"method":"POST","path":"/admin/singles/elsewhere/sales","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"brought":true}},
  sendParcels: {"method":"POST","path":"/admin/shipments/send","hasBody":true,"takesToken":true},
  sendTestEvent: {"method":"POST","path":"/admin/webhooks/{id}/test","takesToken":true,"isKeyed":true},
  sendWebhookAgain: {"method":"POST","path":"/admin/webhooks/deliveries/{id}/send-again","takesToken":true,"isKeyed":true},
  setCardPrice: {"method":"PUT","path":"/admin/cards/{id}/price","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"amount":true},"received":{"price":true,"value":true,"marketValue":true}},
  setLimits: {"method":"PUT","path":"/users/limits","hasBody":true,"takesToken":true,"sent":{"day":true,"week":true,"month":true},"received":{"day":{"limit":true,"used":true,"raise":{"to":true}},"week":{"limit":true,"used":true,"raise":{"to":true}},"month":{"limit":true,"used":true,"raise":{"to":true}}}},
  setUpTwoFactor: {"method":"POST","path":"/users/two-factor","hasBody":true,"takesToken":true},
  sharePull: {"method":"POST","path":"/pulls","hasBody":true,"takesToken":true},
  shelveSingles: {"method":"POST","path":"/admin/singles/shelve","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"singles":{"paid":true,"marketValue":true,"price":true}}},
  shipByFile: {"method":"POST","path":"/admin/shipments/tracking","hasBody":true,"takesToken":true},
  shipCards: {"method":"POST","path":"/cards/ship","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true}},
  showAdminDrop: {"method":"GET","path":"/admin/drops/{id}","takesToken":true,"received":{"asSold":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}}},
  showAdminPackType: {"method":"GET","path":"/admin/pack-types/{id}","takesToken":true,"received":{"price":true,"originalPrice":true,"nextPrice":true,"cost":true,"expectedValue":{"amount":true},"openedPacks":{"mean":true}}},
  showAdminShipment: {"method":"GET","path":"/admin/shipments/{id}","takesToken":true,"received":{"shipment":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true},"additions":{"totalFee":true},"customs":{"value":true}}},
  showAdminText: {"method":"GET","path":"/admin/texts/{key}","takesToken":true},
  showAlerts: {"method":"GET","path":"/admin/alerts","takesToken":true},
  showBinder: {"method":"GET","path":"/cards/my/binder","query":["setId","page"],"takesToken":true,"list":"pockets","received":{"pockets":{"item":{"packCost":true,"boughtFor":true,"marketValue":true,"sellPrice":true},"single":{"price":true}}}},
  showBuild: {"method":"GET","path":"/admin/build","takesToken":true},
  showCard: {"method":"GET","path":"/cards/{id}","takesToken":true,"received":{"packCost":true,"boughtFor":true,"marketValue":true,"sellPrice":true,"price":true,"value":true}},
  showCardFacts: {"method":"GET","path":"/cards/{id}/facts","received":{"card":{"price":true,"value":true,"marketValue":true},"instantCredit":true,"printings":{"price":true,"value":true,"marketValue":true},"prices":{"amount":true,"marketValue":true},"packs":{"price":true}}},
  showCardHistory: {"method":"GET","path":"/cards/{id}/history","query":["days"],"takesToken":true,"received":{"prices":{"amount":true,"marketValue":true},"events":{"marketValue":true,"paid":true}}},
  showCardShelf: {"method":"GET","path":"/cards/shelf","received":{"list":{"cards":{"price":true,"value":true,"marketValue":true,"singleFrom":true}}}},
  showCardTimeline: {"method":"GET","path":"/admin/stock/cards/{id}/timeline","takesToken":true,"received":{"entries":{"amount":true}}},
  showCertification: {"method":"GET","path":"/packs/{packId}/certification"},
  showCollection: {"method":"GET","path":"/cards/collection","query":["page","pageSize","rarity","finish","priceMin","priceMax","setName","search","sortBy","sortOrder","status","packName","setId","days","uncovered"],"takesToken":true,"list":"cards","size":"pageSize","sent":{"priceMin":true,"priceMax":true},"received":{"cards":{"packCost":true,"boughtFor":true,"marketValue":true,"sellPrice":true},"totals":{"marketValue":true,"sellPrice":true},"summary":{"totalValue":true,"totalSellPrice":true}}},
  showCollectionWorth: {"method":"GET","path":"/users/collection-worth","query":["days"],"takesToken":true,"received":{"days":{"paid":true,"back":true,"here":true,"home":true,"sealed":true},"packTypes":{"paid":true,"sealed":true,"soldBack":true,"here":true,"home":true},"money":{"packs":true,"shipping":true,"soldBack":true,"refunds":true,"bonus":true}}},
  showConfig: {"method":"GET","path":"/config","received":{"highValue":true,"charges":{"cardFee":true},"shippingFrom":true,"topUpFee":{"fixed":true}}},
  showContents: {"method":"GET","path":"/drops/{hash}/contents","file":"text"},
  showCreditParts: {"method":"GET","path":"/users/credits/parts","takesToken":true,"received":{"bought":true,"earned":true,"toCards":{"credits":true,"fees":true,"gifts":true,"total":true},"cardless":true}},
  showCredits: {"method":"GET","path":"/users/credits","query":["userId"],"takesToken":true,"received":{"account_balance":true,"bought":true,"earned":true}},
  showDispute: {"method":"GET","path":"/admin/disputes/{id}","takesToken":true,"received":{"amount":true,"fee":true,"feeReturned":true,"debt":true,"accountDebt":true,"evidence":{"payment":{"amount":true},"packs":{"cards":{"marketValue":true}}}}},
  showDrop: {"method":"GET","path":"/drops/{hash}"},
  showDropHistory: {"method":"GET","path":"/drops/{hash}/history","query":["from"]},
  showFairness: {"method":"GET","path":"/fairness"},
  showFigures: {"method":"GET","path":"/figures"},
  showImport: {"method":"GET","path":"/admin/imports/{id}","takesToken":true,"received":{"credits":{"bought":true,"earned":true}}},
  showImportTemplate: {"method":"GET","path":"/admin/import-templates/{kind}","takesToken":true,"file":"text"},
  showInvitation: {"method":"GET","path":"/users/invitation","takesToken":true},
  showLegalFile: {"method":"GET","path":"/legal/{key}/versions/{version}/files/{language}","file":"text"},
  showLegalText: {"method":"GET","path":"/legal/{key}"},
  showLegalVersion: {"method":"GET","path":"/legal/{key}/versions/{version}"},
  showLimits: {"method":"GET","path":"/users/limits","takesToken":true,"received":{"day":{"limit":true,"used":true,"raise":{"to":true}},"week":{"limit":true,"used":true,"raise":{"to":true}},"month":{"limit":true,"used":true,"raise":{"to":true}}}},
  showMail: {"method":"GET","path":"/admin/mails/{id}","takesToken":true},
  showMargin: {"method":"GET","path":"/admin/margin","query":["from","to","by"],"takesToken":true,"received":{"rows":{"sold":true,"discounts":true,"refunds":true,"soldElsewhere":true,"boughtBack":true,"converted":true,"shipping":true,"labels":true,"fees":true,"providerFees":true,"packCost":true,"singleCost":true,"recovered":true,"gifts":true,"losses":true,"left":true,"leftBeforeUnknown":true},"total":{"sold":true,"discounts":true,"refunds":true,"soldElsewhere":true,"boughtBack":true,"converted":true,"shipping":true,"labels":true,"fees":true,"providerFees":true,"packCost":true,"singleCost":true,"recovered":true,"gifts":true,"losses":true,"left":true,"leftBeforeUnknown":true}}},
  showObligations: {"method":"GET","path":"/users/profile/obligations","takesToken":true,"received":{"obligations":{"amount":true},"givenUp":{"credits":true,"availableCards":{"marketValue":true},"lockedCards":{"marketValue":true}}}},
  showOpenedPacks: {"method":"GET","path":"/pack-types/{id}/opened","received":{"price":true,"values":true}},
  showOpening: {"method":"GET","path":"/packs/openings/{id}","takesToken":true,"received":{"cards":{"value":true,"sellPrice":true},"totalValue":true,"paid":true}},
  showOrder: {"method":"GET","path":"/admin/orders/{id}","takesToken":true,"received":{"total":true,"subtotal":true,"discount":true,"tax":true,"taxes":{"amount":true},"processingFee":true,"lines":{"unitPrice":true},"singles":{"unitPrice":true,"discount":true,"refunded":true},"payment":{"amount":true},"refunds":{"amount":true},"providerFee":true,"openedSince":{"bestOfBuyer":true,"bestOfAll":true}}},
  showOrderTimeline: {"method":"GET","path":"/admin/orders/{id}/timeline","takesToken":true,"received":{"entries":{"amount":true}}},
  showOverview: {"method":"GET","path":"/admin/overview","query":["days"],"takesToken":true,"received":{"sales":true,"refunded":true,"topUps":true,"soldBack":true,"creditsHeld":true,"series":{"sales":true,"topUps":true,"soldBack":true}}},
  showPack: {"method":"GET","path":"/packs/{id}","received":{"price":true,"potentialHitsCards":{"instantCredit":true}}},
  showPackFacts: {"method":"GET","path":"/pack-types/{id}/facts","received":{"price":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"top":{"instantCredit":true}}},
  showPackType: {"method":"GET","path":"/pack-types/{id}","received":{"price":true,"originalPrice":true,"counted":{"price":true,"market":{"mean":true,"median":true,"best":true},"soldBack":{"mean":true,"median":true,"best":true}},"potentialHitsCards":{"instantCredit":true}}},
  showPlaceSettings: {"method":"GET","path":"/admin/places","takesToken":true},
  showPlaces: {"method":"GET","path":"/places"},
  showPriceDay: {"method":"GET","path":"/prices"},
  showPriceRules: {"method":"GET","path":"/admin/singles/price-rules","takesToken":true,"received":{"settings":{"rules":{"valueFrom":true,"valueBelow":true,"floor":true}}}},
  showPrices: {"method":"GET","path":"/admin/prices","takesToken":true},
  showProfile: {"method":"GET","path":"/users/profile","query":["userId"],"takesToken":true,"received":{"account_balance":true,"debt":true,"collection":{"totalValue":true,"totalSellPrice":true}}},
  showPurchasedPacks: {"method":"GET","path":"/payments/purchased-packs/{paymentIntentId}","takesToken":true,"received":{"singles":{"paid":true}}},
  showReceipt: {"method":"GET","path":"/transactions/{id}/receipt","query":["format"],"takesToken":true,"received":{"lines":{"amount":true},"subtotal":true,"discount":true,"tax":true,"taxes":{"amount":true},"processingFee":true,"total":true}},
  showReceiptPdf: {"method":"GET","path":"/transactions/{id}/receipt.pdf","takesToken":true,"file":"bytes"},
  showRefund: {"method":"GET","path":"/transactions/refunds/{id}","takesToken":true,"received":{"amount":true}},
  showSampleCard: {"method":"GET","path":"/pack-types/{id}/sample","received":{"sample":{"card":{"value":true,"sellPrice":true}}}},
  showSecurity: {"method":"GET","path":"/users/security","takesToken":true},
  showSettings: {"method":"GET","path":"/users/settings","query":["userId"],"takesToken":true,"received":{"settings":{"autoShipThreshold":true}}},
  showShipment: {"method":"GET","path":"/shipping/requests/{id}","takesToken":true,"received":{"fee":{"baseFee":true,"weightFee":true,"insuranceFee":true,"reduction":true,"tax":true,"taxes":{"amount":true},"totalFee":true},"insuredValue":true,"additions":{"totalFee":true}}},
  showShipmentTimeline: {"method":"GET","path":"/admin/shipments/{id}/timeline","takesToken":true,"received":{"entries":{"amount":true}}},
  showShippingRates: {"method":"GET","path":"/shipping/rates","received":{"zones":{"services":{"baseFee":true,"furtherCardFee":true,"freeFrom":true,"coverIncluded":true,"coverMost":true,"coverFee":true}}}},
  showShopOpening: {"method":"GET","path":"/admin/opening","takesToken":true},
  showShopSettings: {"method":"GET","path":"/admin/settings","takesToken":true},
  showSingle: {"method":"GET","path":"/admin/singles/{id}","takesToken":true,"received":{"paid":true,"marketValue":true,"price":true,"moves":{"amount":true}}},
  showSingleOnSale: {"method":"GET","path":"/singles/{id}","received":{"price":true,"marketValue":true}},
  showSingleReturn: {"method":"GET","path":"/cards/{id}/return","takesToken":true,"received":{"amount":true}},
  showSpending: {"method":"GET","path":"/transactions/analytics/spending","query":["userId","period","timeZone"],"takesToken":true,"received":{"totalSpent":true,"totalEarned":true,"netAmount":true,"averageTransaction":true,"spendingByCategory":{"amount":true},"spendingTrend":{"amount":true}}},
  showStaff: {"method":"GET","path":"/admin/staff","takesToken":true},
  showStockedCard: {"method":"GET","path":"/admin/stock/cards/{id}","takesToken":true,"received":{"moves":{"amount":true}}},
  showStockedPack: {"method":"GET","path":"/admin/stock/packs/{id}","takesToken":true},
  showTariff: {"method":"GET","path":"/admin/shipping/tariff","takesToken":true,"received":{"tariff":{"zones":{"services":{"baseFee":true,"furtherCardFee":true,"freeFrom":true,"coverIncluded":true,"coverMost":true,"coverFee":true}}}}},
  showTaxProvider: {"method":"GET","path":"/admin/taxes/provider","takesToken":true},
  showTaxSettings: {"method":"GET","path":"/admin/taxes","takesToken":true},
  showText: {"method":"GET","path":"/texts/{key}"},
  showTextVersion: {"method":"GET","path":"/admin/texts/{key}/versions/{version}","takesToken":true},
  showTicket: {"method":"GET","path":"/tickets/{ref}"},
  showTransaction: {"method":"GET","path":"/transactions/{id}","takesToken":true,"received":{"amount":true,"refunds":{"amount":true}}},
  showUser: {"method":"GET","path":"/admin/users/{id}","takesToken":true,"received":{"balance":true,"boughtCredits":true}},
  showUserLedger: {"method":"GET","path":"/admin/users/{id}/ledger","query":["page","limit"],"takesToken":true,"list":"entries","size":"limit","received":{"balance":true,"entries":{"amount":true,"balance":true}}},
  showUserTimeline: {"method":"GET","path":"/admin/users/{id}/timeline","takesToken":true,"received":{"entries":{"amount":true}}},
  showWaiting: {"method":"GET","path":"/users/waiting","takesToken":true},
  showWebhookDelivery: {"method":"GET","path":"/admin/webhooks/deliveries/{id}","takesToken":true},
  showWorth: {"method":"GET","path":"/admin/margin/worth","takesToken":true,"received":{"owed":{"creditsBought":true,"creditsEarned":true,"debts":true,"sellableValue":true,"sellableMarket":true,"parcelMarket":true,"lostSinglesCost":true},"stock":{"cost":true,"market":true},"drops":{"price":true,"designed":true,"actual":true,"chance":{"low":true,"high":true},"paidBack":true},"warnings":{"price":true,"cost":true,"returned":true}}},
  signOpeningLine: {"method":"POST","path":"/admin/opening/signatures","hasBody":true,"takesToken":true,"isKeyed":true},
  startImport: {"method":"POST","path":"/admin/imports","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"credits":{"bought":true,"earned":true}}},
  stopImport: {"method":"POST","path":"/admin/imports/{id}/stop","takesToken":true,"isKeyed":true,"received":{"credits":{"bought":true,"earned":true}}},
  sumSingles: {"method":"GET","path":"/admin/singles/sums","takesToken":true,"received":{"states":{"paid":true,"market":true}}},
  switchAlert: {"method":"PUT","path":"/admin/alerts/{condition}","hasBody":true,"takesToken":true},
  takeBackCards: {"method":"POST","path":"/admin/cards/take-back","hasBody":true,"takesToken":true,"isKeyed":true},
  takeBackFromElsewhere: {"method":"POST","path":"/admin/singles/elsewhere/take-back","hasBody":true,"takesToken":true,"isKeyed":true},
  takeBreak: {"method":"POST","path":"/users/breaks","hasBody":true,"takesToken":true,"received":{"day":{"limit":true,"used":true,"raise":{"to":true}},"week":{"limit":true,"used":true,"raise":{"to":true}},"month":{"limit":true,"used":true,"raise":{"to":true}}}},
  takeInHand: {"method":"POST","path":"/admin/singles/take-in-hand","hasBody":true,"takesToken":true,"isKeyed":true},
  takeInPacks: {"method":"POST","path":"/admin/stock/intake","hasBody":true,"takesToken":true,"isKeyed":true,"sent":{"packs":{"cost":{"amount":true,"tax":true}}}},
  tellSpending: {"method":"POST","path":"/users/spending-line","hasBody":true,"takesToken":true,"received":{"line":{"spent":true,"cameBack":true}}},
  testWebhook: {"method":"POST","path":"/admin/opening/webhook","hasBody":true,"takesToken":true},
  turnOffTwoFactor: {"method":"DELETE","path":"/users/two-factor","hasBody":true,"takesToken":true},
  uncoverPacks: {"method":"POST","path":"/packs/uncover","hasBody":true,"takesToken":true},
  undoPackTypeChange: {"method":"POST","path":"/admin/pack-type-changes/{id}/undo","hasBody":true,"takesToken":true,"isKeyed":true},
  unlockUser: {"method":"POST","path":"/admin/users/{id}/unlock","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"balance":true,"boughtCredits":true}},
  validatePurchase: {"method":"POST","path":"/packs/validate-purchase","hasBody":true,"takesToken":true,"received":{"totalCost":true,"account_balance":true}},
  validateTopUp: {"method":"POST","path":"/transactions/credits/validate","hasBody":true,"takesToken":true,"sent":{"amount":true},"received":{"amount":true,"fee":true,"total":true}},
  verifyEmail: {"method":"POST","path":"/auth/verify","hasBody":true},
  wishForCard: {"method":"PUT","path":"/wishes/cards/{cardId}","takesToken":true},
  wishForPack: {"method":"PUT","path":"/wishes/packs/{packTypeId}","takesToken":true},
  withdrawInvitation: {"method":"DELETE","path":"/admin/staff/invitations/{id}","takesToken":true,"isKeyed":true},
  withdrawPack: {"method":"POST","path":"/admin/stock/packs/{id}/withdraw","hasBody":true,"takesToken":true,"isKeyed":true},
  withdrawSingles: {"method":"POST","path":"/admin/singles/withdraw","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"singles":{"paid":true,"marketValue":true,"price":true}}},
  writeCardNote: {"method":"POST","path":"/admin/stock/cards/{id}/notes","hasBody":true,"takesToken":true,"isKeyed":true},
  writeOffDebt: {"method":"POST","path":"/admin/disputes/{id}/write-off","hasBody":true,"takesToken":true,"isKeyed":true,"received":{"amount":true,"fee":true,"feeReturned":true,"debt":true,"accountDebt":true,"evidence":{"payment":{"amount":true},"packs":{"cards":{"marketValue":true}}}}},
  writeOrderNote: {"method":"POST","path":"/admin/orders/{id}/notes","hasBody":true,"takesToken":true,"isKeyed":true},
  writeShipmentNote: {"method":"POST","path":"/admin/shipments/{id}/notes","hasBody":true,"takesToken":true,"isKeyed":true},
  writeUserNote: {"method":"POST","path":"/admin/users/{id}/notes","hasBody":true,"takesToken":true,"isKeyed":true},
};
