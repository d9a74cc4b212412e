// All data that the shop stores about a user, in one response (docs/product.md §8).
import * as z from 'zod/mini';
import { CARD_STATUSES, FINISHES, LOCK_REASONS, RARITIES } from '#domain/card.ts';
import { CONSENT_OCCASIONS, LEGAL_KEYS } from '#domain/consent.ts';
import { CODE_PURPOSES } from '#domain/one-time-code.ts';
import { PLACE_QUESTION_KINDS } from '#domain/place-question.ts';
import { REFUND_STATES } from '#domain/refund.ts';
import { LIMIT_KINDS } from '#domain/own-limits.ts';
import { PAYMENT_PURPOSES, PAYMENT_STATES } from '#domain/payment.ts';
import { SHIPMENT_STATES } from '#domain/shipping.ts';
import { TIMELINE_KINDS } from '#domain/timeline.ts';
import { NOTICE_KINDS } from '#domain/notice.ts';
import { parcelAddress } from './address.ts';
import { amount, instant } from './amounts.ts';
import { paymentMethods } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { ownBreak } from './own-break.ts';
import { settings, user } from './profile.ts';
import { paymentMethod, transaction } from './wallet.ts';

/**
 * The maximum number of entries of each list in the export, which has the newest ones. The lists of the API have all
 * entries (choice 76).
 */
export const EXPORTED_MAX = 10_000;

/** The newest entries of a list, and the number of older entries that are left out. */
function newest<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.object({ entries: z.array(entry), olderLeftOut: z.int() });
}

const givenConsent = z.object({
  text: z.enum(LEGAL_KEYS),
  version: z.int(),
  occasion: z.enum(CONSENT_OCCASIONS),
  givenAt: instant,
});

/** Bought credits that the user gave back, or asked an operator to pay back. */
const creditReturn = z.object({
  state: z.enum(['asked', 'paid', 'refused']),
  isByButton: z.boolean(),
  askedAt: instant,
  decidedAt: z.nullable(instant),
  /** The amount that an operator paid in another way than to a card. */
  transferred: amount,
  reference: z.nullable(z.string()),
});

/** Credits that the user had in another shop, and that an operator imported. */
const importedCredit = z.object({
  amount,
  isBought: z.boolean(),
  reference: z.nullable(z.string()),
  importedAt: instant,
});

/** A sign that the user lives where the shop does not sell. */
const placeQuestion = z.object({
  kind: z.enum(PLACE_QUESTION_KINDS),
  region: z.string(),
  foundAt: instant,
  closedAt: z.nullable(instant),
});

/** A note of an operator on the user or their orders, parcels or cards. */
const operatorNote = z.object({
  id: z.uuid(),
  on: z.enum(TIMELINE_KINDS),
  subjectId: z.uuid(),
  text: z.string(),
  writtenAt: instant,
});

/** A confirmation of age. `region` is the user's region at that time, as the user stated it. */
const ageConfirmation = z.object({
  age: z.int(),
  region: z.nullable(z.string()),
  givenAt: instant,
});

const session = z.object({
  id: z.uuid(),
  startedAt: instant,
  lastUsedAt: instant,
  endedAt: z.nullable(instant),
  userAgent: z.string(),
  ip: z.string(),
});

const order = z.object({
  id: z.uuid(),
  placedAt: instant,
  paidAt: z.nullable(instant),
  paymentMethod: z.enum(paymentMethods),
  lines: z.array(
    z.object({
      packTypeId: z.string(),
      packName: z.string(),
      quantity: z.int(),
      refunded: z.int(),
      unitPrice: amount,
    }),
  ),
  /** The order's singles, with their parts of the discount. `refunded` is before tax, and null if it was not returned. */
  singles: z.array(
    z.object({
      cardId: z.uuid(),
      name: z.string(),
      number: z.string(),
      finish: z.enum(FINISHES),
      condition: z.string(),
      unitPrice: amount,
      discount: amount,
      refunded: z.nullable(amount),
    }),
  ),
  discountCode: z.nullable(z.string()),
  subtotal: amount,
  discount: amount,
  tax: amount,
  processingFee: amount,
  total: amount,
  /** When and why the buyer asked an operator to take packs back. Null if they did not ask. */
  returnAskedAt: z.nullable(instant),
  returnReason: z.nullable(z.string()),
});

const cardPayment = z.object({
  id: z.uuid(),
  purpose: z.enum(PAYMENT_PURPOSES),
  description: z.string(),
  amount,
  state: z.enum(PAYMENT_STATES),
  /** The payment's id at the card provider. */
  intentId: z.nullable(z.string()),
  /** The card provider's fingerprint of the card. Payments with the same card have the same fingerprint. */
  cardFingerprint: z.nullable(z.string()),
  /** The country in which the card was issued, and the provider's estimate of the payment's risk. */
  cardCountry: z.nullable(z.string()),
  riskLevel: z.nullable(z.string()),
  riskScore: z.nullable(z.int()),
  createdAt: instant,
  refunds: z.array(
    z.object({
      amount,
      state: z.enum(REFUND_STATES),
      reason: z.string(),
      createdAt: instant,
      paidAt: z.nullable(instant),
    }),
  ),
});

const pack = z.object({
  id: z.uuid(),
  packTypeId: z.string(),
  packName: z.string(),
  /** Null while the pack is sealed. */
  certificationNumber: z.nullable(z.string()),
  boughtAt: instant,
  openingId: z.nullable(z.uuid()),
  openedAt: z.nullable(instant),
  /** Whether the pack was opened when it was paid, and its buyer has not looked at the cards yet. */
  isCovered: z.boolean(),
});

/** The ticket of a pack from a drop. It is the data about the pack in the public log, which contains no names. */
const ticket = z.object({
  /** The id of the pack. */
  id: z.uuid(),
  /** The hash of the manifest of the drop. */
  drop: z.string(),
  place: z.int(),
  ref: z.string(),
  issuedAt: instant,
  /** The index of the log entry about the ticket. Null if the entry is not written yet. */
  sealedIn: z.nullable(z.int()),
});

const card = z.object({
  id: z.uuid(),
  name: z.string(),
  setName: z.string(),
  rarity: z.enum(RARITIES),
  finish: z.enum(FINISHES),
  condition: z.string(),
  packName: z.string(),
  openingId: z.uuid(),
  openedAt: instant,
  status: z.enum(CARD_STATUSES),
  lockReason: z.nullable(z.enum(LOCK_REASONS)),
  autoConvertAt: z.nullable(instant),
  marketValue: amount,
  /** What was paid for the card as a single. Null if it came out of a pack. */
  boughtFor: z.nullable(amount),
  /** The amount that the shop paid for the card. Null if the card was not sold back. */
  paid: z.nullable(amount),
  exitedAt: z.nullable(instant),
});

const shipment = z.object({
  id: z.uuid(),
  state: z.enum(SHIPMENT_STATES),
  cardIds: z.array(z.uuid()),
  address: z.nullable(parcelAddress),
  paymentMethod: z.enum(paymentMethods),
  fee: amount,
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  createdAt: instant,
  requestedAt: z.nullable(instant),
  packedAt: z.nullable(instant),
  shippedAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  cancelledAt: z.nullable(instant),
});

/** A mail. Subject and text are omitted if the mail contains a code, so that the file can't be used to sign in. */
const mail = z.object({
  id: z.uuid(),
  kind: z.string(),
  to: z.string(),
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
});

/** A wish for a card. `line` is the market value at which the user wants a notice. */
const cardWish = z.object({
  cardId: z.uuid(),
  name: z.string(),
  setName: z.string(),
  wishedAt: instant,
  toldAt: z.nullable(instant),
  line: z.nullable(amount),
  lineToldAt: z.nullable(instant),
});

const packWish = z.object({
  packTypeId: z.string(),
  packName: z.string(),
  wishedAt: instant,
  toldAt: z.nullable(instant),
});

const notice = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  packTypeIds: z.array(z.string()),
  cardIds: z.array(z.uuid()),
  line: z.nullable(amount),
  marketValue: z.nullable(amount),
  amount: z.nullable(amount),
  subjectId: z.nullable(z.uuid()),
  madeAt: instant,
  readAt: z.nullable(instant),
});

/** A page of a pull that is public now. */
const exportedPull = z.object({
  address: z.string(),
  cardId: z.uuid(),
  shownName: z.nullable(z.string()),
  sharedAt: instant,
});

export const exportData = endpoint({
  method: 'GET',
  path: '/users/export',
  summary: 'Everything the shop stores about the caller.',
  audience: 'user',
  throttle: 'export',
  repeat: 'none',
  reads: [
    'account',
    'balance',
    'transactions',
    'packs',
    'cards',
    'shipments',
    'wishes',
    'notices',
    'pulls',
    'notes',
  ],
  savedAs: 'my-data.json',
  reply: z.object({
    exportedAt: instant,
    /** Includes preferences, balance and collection totals. */
    profile: user,
    settings,
    /** Since when the second factor is on. Null if it is off. */
    twoFactorSince: z.nullable(instant),
    passwordChangedAt: z.nullable(instant),
    /** The versions of legal texts that the user accepted. */
    consents: z.array(givenConsent),
    ageConfirmations: z.array(ageConfirmation),
    /** The limits that the user set, in cents or in packs. */
    ownLimits: z.array(
      z.object({
        kind: z.enum(LIMIT_KINDS),
        /** The limit on money. Null if there is no limit, or if the limit is a number of packs. */
        amount: z.nullable(amount),
        packs: z.nullable(z.int()),
        changedAt: instant,
      }),
    ),
    breaks: z.array(ownBreak),
    creditReturns: z.array(creditReturn),
    importedCredits: z.array(importedCredit),
    placeQuestions: z.array(placeQuestion),
    sessions: newest(session),
    /** Unused codes from mails, without the codes themselves. */
    pendingCodes: z.array(
      z.object({ purpose: z.enum(CODE_PURPOSES), email: z.string(), expiresAt: instant }),
    ),
    orders: newest(order),
    cardPayments: newest(cardPayment),
    savedCards: z.array(paymentMethod),
    transactions: newest(transaction),
    packs: newest(pack),
    tickets: newest(ticket),
    cards: newest(card),
    shipments: newest(shipment),
    mails: newest(mail),
    cardWishes: z.array(cardWish),
    packWishes: z.array(packWish),
    notices: newest(notice),
    operatorNotes: newest(operatorNote),
    sharedPulls: z.array(exportedPull),
  }),
  rejections: [],
});
export type PersonalData = z.output<typeof exportData.reply>;

nameShapes({
  ExportedSession: session,
  ExportedOrder: order,
  ExportedPayment: cardPayment,
  ExportedPack: pack,
  ExportedTicket: ticket,
  ExportedCard: card,
  ExportedShipment: shipment,
  ExportedMail: mail,
  ExportedCardWish: cardWish,
  ExportedPackWish: packWish,
  ExportedNotice: notice,
  ExportedNote: operatorNote,
  ExportedSharedPull: exportedPull,
  PersonalData: exportData.reply,
});
