// Buying packs (docs/product.md §6 and §7).
import * as z from 'zod/mini';
import { QUANTITY_MAX, SINGLES_MAX } from '#domain/purchase.ts';
import { consents, givenByBuyer, ofUser } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { boughtTicket, hash, placeInDrop } from './drops.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { packOpening } from './opening.ts';
import { pagination, paging } from './paging.ts';
import { region } from './region.ts';
import { taxLine } from './taxes.ts';

const NOTHING_IN_CART = 'Packs array cannot be empty';

const PACK_ID_FORM = /^[A-Za-z0-9_-]{1,80}$/;
const CART_LINES_MAX = 100;

const cartLine = z.object({ packId: z.string(), quantity: z.number() });

/**
 * The packs of a cart. A `packId` is the id of a pack type, or of a physical pack, which adds one pack of its type. The
 * check is on the whole list, because its messages name a line's position.
 */
const packs = z
  .array(cartLine, NOTHING_IN_CART)
  .check(z.maxLength(CART_LINES_MAX, `A cart holds at most ${CART_LINES_MAX} lines`))
  .check((list) => {
    for (const [index, line] of list.value.entries()) {
      if (!PACK_ID_FORM.test(line.packId)) {
        list.issues.push({
          code: 'custom',
          input: line.packId,
          path: [index, 'packId'],
          message: `Invalid pack ID at index ${index}: ${line.packId}`,
        });
      }
      if (!Number.isInteger(line.quantity) || line.quantity < 1 || line.quantity > QUANTITY_MAX) {
        list.issues.push({
          code: 'custom',
          input: line.quantity,
          path: [index, 'quantity'],
          message: `Invalid quantity at index ${index}: ${line.quantity}. Must be a positive integer between 1 and ${QUANTITY_MAX}.`,
        });
      }
    }
  });

/** The singles of a cart, by the ids of `GET /singles`. Each is one copy. */
const singles = z.optional(
  z.array(z.uuid('singles must be ids')).check(
    z.maxLength(SINGLES_MAX, `A cart holds at most ${SINGLES_MAX} singles`),
    z.refine((list) => new Set(list).size === list.length, { error: 'Each single is there once' }),
  ),
);

/** A cart of packs, singles, or both. */
const cart = { packs, singles };

type CartBody = { packs: unknown[]; singles?: unknown[] | undefined };

function checkNotEmpty({
  value,
  issues,
}: {
  value: CartBody;
  issues: z.core.$ZodRawIssue[];
}): void {
  if (value.packs.length > 0 || (value.singles ?? []).length > 0) return;
  issues.push({ code: 'custom', input: value.packs, path: ['packs'], message: NOTHING_IN_CART });
}

/** A discount code. Empty text means no code. */
const discountCode = z.optional(
  z.nullable(
    z.codec(
      z.string().check(z.maxLength(64, 'Please enter a discount code')),
      z.nullable(z.string()),
      { decode: (text) => text.trim() || null, encode: (code) => code ?? '' },
    ),
  ),
);

export const paymentMethods = ['balance', 'stripe'] as const;

const eligibleLine = z.object({
  packTypeId: z.string(),
  name: z.string(),
  price: amount,
  quantity: z.int(),
  /** The maximum that the caller can buy of this type now. 0 if the caller can buy none. */
  quantityMax: z.int(),
  /** The reason why this line can't be bought. Null if the line can be bought. */
  ineligibilityReason: z.nullable(z.string()),
});

const eligibleSingle = z.object({
  singleId: z.uuid(),
  /** The single's name. Null if the shop never had this single. */
  name: z.nullable(z.string()),
  price: z.nullable(amount),
  /** The reason why this single can't be bought. Null if it can be bought. */
  ineligibilityReason: z.nullable(z.string()),
});

export const checkEligibility = endpoint({
  method: 'POST',
  path: '/payments/purchase-eligibility',
  summary: 'Checks whether this cart can be bought now, and how it can be paid.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'none',
  reads: ['balance', 'packs', 'stock', 'singles'],
  body: z.object({ ...cart, region }).check(checkNotEmpty),
  reply: z.object({
    eligible: z.boolean(),
    ineligibilityReason: z.nullable(z.string()),
    /** False if the buyer lives in a place where the shop does not sell. */
    isSoldHere: z.boolean(),
    availablePaymentMethods: z.array(z.enum(paymentMethods)),
    hasInsufficientBalance: z.boolean(),
    totalCost: amount,
    /** The cart, one line for each pack type. Ids of physical packs are already converted to their types. */
    lines: z.array(eligibleLine),
    /** The singles of the cart, in its order. */
    singles: z._default(z.array(eligibleSingle), []),
    /**
     * What the purchase must include: the versions of texts that the buyer accepts, and the age that the buyer
     * confirms. The age is null if the shop asks for none.
     */
    asks: z.object({ texts: consents, age: z.nullable(z.int()) }),
  }),
  rejections: ['EMAIL_NOT_VERIFIED', 'PACK_NOT_FOUND'],
});

export const calculateTotal = endpoint({
  method: 'POST',
  path: '/payments/calculate-total',
  summary: 'Prices a cart: subtotal, discount, tax, fee and total.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'none',
  body: z
    .object({
      ...cart,
      discountCode,
      paymentMethod: z.optional(z.enum(paymentMethods, 'Please select a payment method')),
      region,
    })
    .check(checkNotEmpty),
  reply: z.object({
    subtotal: amount,
    discount: amount,
    /** The sum of `taxes`. */
    tax: amount,
    taxes: z.array(taxLine),
    /** The region of the taxes. Null if one rate applies to all buyers, or if the region is unknown. */
    region: z.nullable(z.string()),
    /** Whether the buyer must state their region before paying. Until then, the total includes no tax. */
    needsRegion: z.boolean(),
    processingFee: amount,
    total: amount,
    currency: z.string(),
  }),
  rejections: [
    'EMAIL_NOT_VERIFIED',
    'PACK_NOT_FOUND',
    'SINGLE_UNAVAILABLE',
    'DISCOUNT_CODE_INVALID',
  ],
});

/**
 * The total that the buyer saw. If the total differs, the purchase is rejected. If omitted, the buyer accepts any
 * total.
 */
const seenTotal = z.optional(z.nullable(amount));

/**
 * For each pack, the hash of a secret. The buyer makes the secrets and uses each only once. If omitted, the shop
 * makes and stores the secrets.
 */
const refs = z.optional(
  z.array(hash).check(
    z.minLength(1),
    z.maxLength(QUANTITY_MAX),
    z.refine((list) => new Set(list).size === list.length, { error: 'Each ref is used once' }),
  ),
);

/**
 * Whether the buyer chooses later how to see the cards. Until then, mails and the bell name none of the cards. If
 * omitted, the packs count as looked at.
 */
const covered = z.optional(z.boolean());

/** A single that the caller has bought. `cardId` is its id in the caller's cards. */
const boughtSingle = z.object({
  cardId: z.uuid(),
  singleId: z.uuid(),
  catalogueCardId: z.uuid(),
  name: z.string(),
  /** The price of the single after discounts, before tax. */
  paid: amount,
});

const bought = z.object({
  updatedBalance: amount,
  packOpenings: z.array(packOpening),
  /** The singles of the purchase. A process of the previous version omits this field. */
  singles: z._default(z.array(boughtSingle), []),
  totalCards: z.int(),
  totalValue: amount,
  /** The tickets of bought packs that belong to a drop. */
  tickets: z.array(boughtTicket),
});

export const purchaseWithBalance = endpoint({
  method: 'POST',
  path: '/payments/purchase-with-balance',
  summary: 'Buys packs and singles with credits and opens the packs, all in one transaction.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'keyed',
  // A purchase with a discount code locks the code. In a batch, the next user of the code would wait until all
  // purchases of the batch are done.
  batches: { without: 'discountCode' },
  vital: 'buy',
  changes: ['balance', 'transactions', 'packs', 'stock', 'cards', 'singles', 'discount-codes'],
  body: z
    .object({
      ...cart,
      paymentMethod: z.literal('balance', 'Please select a payment method'),
      amount: seenTotal,
      discountCode,
      ...givenByBuyer,
      region,
      refs,
      covered,
    })
    .check(checkNotEmpty),
  reply: bought,
  rejections: [
    'EMAIL_NOT_VERIFIED',
    'ACCOUNT_PAUSED',
    'PACK_NOT_FOUND',
    'PURCHASE_LIMIT_REACHED',
    'REGION_REQUIRED',
    'NOT_SOLD_HERE',
    'OWN_LIMIT_REACHED',
    'ON_A_BREAK',
    'NOT_SOLD_TO_ACCOUNT',
    'AMOUNT_MISMATCH',
    'INSUFFICIENT_BALANCE',
    'PACK_UNAVAILABLE',
    'SINGLE_UNAVAILABLE',
    'CONSENT_REQUIRED',
    'AGE_CONFIRMATION_REQUIRED',
    'STAFF_CANNOT_BUY',
    'DISCOUNT_CODE_INVALID',
  ],
});

export const paymentIntentId = z
  .string('Invalid payment intent ID')
  .check(z.regex(/^pi_\w{1,250}$/, 'Invalid payment intent ID'));

/** A started card payment, with the data that the browser needs to confirm it at the card provider. */
export const intent = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  /** The goods are reserved for the caller until this time. */
  expiresAt: instant,
  amount,
  currency: z.literal('cad'),
});

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/payments/create-payment-intent',
  summary:
    'Reserves packs and singles for a limited time (`expiresAt`) and starts a card payment; the same cart gets the same payment.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'natural',
  vital: 'pay',
  changes: ['transactions', 'stock', 'singles', 'discount-codes'],
  body: z
    .object({
      ...cart,
      amount: z.optional(
        z.nullable(
          amount.check(
            z.refine((cents) => cents > 0, { error: 'Payment intent amount must be positive' }),
          ),
        ),
      ),
      discountCode,
      region,
      currency: z.optional(z.literal('cad', 'Payments are in CAD')),
      ...givenByBuyer,
      refs,
    })
    .check(checkNotEmpty),
  reply: intent,
  rejections: [
    'EMAIL_NOT_VERIFIED',
    'ACCOUNT_PAUSED',
    'PACK_NOT_FOUND',
    'PURCHASE_LIMIT_REACHED',
    'REGION_REQUIRED',
    'NOT_SOLD_HERE',
    'OWN_LIMIT_REACHED',
    'ON_A_BREAK',
    'NOT_SOLD_TO_ACCOUNT',
    'CARDS_NOT_OPEN',
    'DISCOUNT_CODE_INVALID',
    'AMOUNT_MISMATCH',
    'PACK_UNAVAILABLE',
    'SINGLE_UNAVAILABLE',
    'RESERVATION_EXPIRED',
    'UNPAID_CARTS',
    'CONSENT_REQUIRED',
    'AGE_CONFIRMATION_REQUIRED',
    'STAFF_CANNOT_BUY',
  ],
});

/**
 * Cancels the caller's reservations, if there are any. The goods stay reserved if a bank has not decided about their
 * payment yet.
 */
export const releaseReserved = endpoint({
  method: 'POST',
  path: '/payments/release',
  summary:
    "Ends the caller's unpaid card payments for packs (`order`) or for a parcel (`shipment`), and frees what was reserved for them.",
  audience: 'user',
  repeat: 'natural',
  changes: ['transactions', 'stock', 'singles', 'discount-codes', 'cards'],
  body: z.object({ purpose: z.enum(['order', 'shipment']) }),
  reply: z.object({}),
  rejections: [],
});

/** The state of a card payment for the shopper: awaiting money, paid, refunded, or failed. */
const PAYMENT_OUTCOMES = ['pending', 'succeeded', 'refunded', 'canceled'] as const;

export const showPurchasedPacks = endpoint({
  method: 'GET',
  path: '/payments/purchased-packs/{paymentIntentId}',
  summary: "The packs bought with one of the caller's card payments; none until it is paid.",
  audience: 'user',
  repeat: 'natural',
  reads: ['packs'],
  changes: ['payment-methods', 'transactions', 'packs', 'stock', 'cards', 'singles'],
  params: z.object({ paymentIntentId }),
  reply: z.object({
    packIds: z.array(z.uuid()),
    status: z.enum(PAYMENT_OUTCOMES),
    packs: z.array(
      z.object({
        packId: z.uuid(),
        packTypeId: z.string(),
        name: z.string(),
        opened: z.boolean(),
        packOpeningId: z.nullable(z.uuid()),
      }),
    ),
    /** The singles of the purchase. A process of the previous version omits this field. */
    singles: z._default(z.array(boughtSingle), []),
    /** The tickets of bought packs that belong to a drop. */
    tickets: z.array(boughtTicket),
  }),
  rejections: ['NOT_FOUND'],
});

const packId = z
  .string('Pack ID is required')
  .check(z.minLength(1, 'Pack ID is required'), z.regex(PACK_ID_FORM, 'Pack not found'));
const quantity = z
  .int(`Quantity must be a whole number between 1 and ${QUANTITY_MAX}`)
  .check(
    z.minimum(1, `Quantity must be a whole number between 1 and ${QUANTITY_MAX}`),
    z.maximum(QUANTITY_MAX, `Quantity must be a whole number between 1 and ${QUANTITY_MAX}`),
  );

export const purchasePack = endpoint({
  method: 'POST',
  path: '/packs/purchase',
  summary: 'Buys packs of one type with credits and opens them: a cart of one line.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'keyed',
  batches: true,
  vital: 'buy',
  changes: ['balance', 'transactions', 'packs', 'stock', 'cards'],
  body: z.object({
    packId,
    quantity: z._default(quantity, 1),
    amount: seenTotal,
    region,
    ...givenByBuyer,
    refs,
  }),
  reply: bought,
  rejections: [
    'EMAIL_NOT_VERIFIED',
    'ACCOUNT_PAUSED',
    'PACK_NOT_FOUND',
    'PURCHASE_LIMIT_REACHED',
    'REGION_REQUIRED',
    'NOT_SOLD_HERE',
    'OWN_LIMIT_REACHED',
    'ON_A_BREAK',
    'NOT_SOLD_TO_ACCOUNT',
    'AMOUNT_MISMATCH',
    'INSUFFICIENT_BALANCE',
    'PACK_UNAVAILABLE',
    'CONSENT_REQUIRED',
    'AGE_CONFIRMATION_REQUIRED',
    'STAFF_CANNOT_BUY',
  ],
});

export const validatePurchase = endpoint({
  method: 'POST',
  path: '/packs/validate-purchase',
  summary: 'Lists everything that prevents a user from buying packs of one type with credits now.',
  audience: 'user',
  verified: 'if demanded',
  repeat: 'none',
  body: z.object({ packId, quantity, region, ...ofUser.def.shape }),
  reply: z.object({
    valid: z.boolean(),
    errors: z.array(z.string()),
    totalCost: amount,
    account_balance: amount,
  }),
  rejections: ['EMAIL_NOT_VERIFIED', 'PACK_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** Whether a bought pack is sealed or opened. */
export const PACK_HISTORY_STATUSES = ['purchased', 'opened'] as const;

export const listPackHistory = endpoint({
  method: 'GET',
  path: '/packs/history',
  summary: 'The packs a user has bought, newest first.',
  audience: 'user',
  repeat: 'none',
  reads: ['packs'],
  query: z.object({
    ...paging,
    ...ofUser.def.shape,
    status: z.optional(z.enum(PACK_HISTORY_STATUSES, 'status must be purchased or opened')),
    packTypeId: z.optional(packId),
  }),
  reply: z.object({
    packs: z.array(
      z.object({
        packId: z.uuid(),
        packTypeId: z.string(),
        packName: z.string(),
        image: z.string(),
        pricePaid: amount,
        status: z.enum(PACK_HISTORY_STATUSES),
        /** Whether the pack must stay sealed until the bank has decided about the payment. */
        isDisputed: z.boolean(),
        purchasedAt: instant,
        openedAt: z.nullable(instant),
        packOpeningId: z.nullable(z.uuid()),
        paymentIntentId: z.nullable(z.string()),
        /** The pack's place in its drop. Null if the pack belongs to no drop. */
        inDrop: z.nullable(placeInDrop),
        /** The pack's ticket, which only the buyer gets. Null if the pack belongs to no drop. */
        ticket: z.nullable(boughtTicket),
      }),
    ),
    pagination,
  }),
  rejections: [],
});

/** The caller's unopened packs of one type. */
const sealedType = z.object({
  packTypeId: z.string(),
  packName: z.string(),
  image: z.string(),
  count: z.int(),
  /** How many of the packs must stay sealed until a bank has decided about their payment. */
  disputed: z.int(),
  /** The oldest pack that can be opened. Null if no pack can be opened. */
  next: z.nullable(z.object({ packId: z.uuid(), paymentIntentId: z.nullable(z.string()) })),
});

export type SealedType = z.output<typeof sealedType>;

export const listSealedPacks = endpoint({
  method: 'GET',
  path: '/packs/sealed',
  summary:
    "The caller's packs that wait to be opened, counted by type, most recently bought first.",
  audience: 'user',
  repeat: 'none',
  reads: ['packs'],
  reply: z.object({ total: z.int(), types: z.array(sealedType) }),
  rejections: [],
});

nameShapes({
  SealedType: sealedType,
  CartLine: cartLine,
  EligibleLine: eligibleLine,
  EligibleSingle: eligibleSingle,
  BoughtSingle: boughtSingle,
  Purchase: bought,
  PaymentIntent: intent,
  CartTotal: calculateTotal.reply,
});
