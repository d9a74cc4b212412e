// Buying packs (docs/product.md §6 and §7).
import * as z from 'zod/mini';
import { amount } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { packOpening } from './opening.ts';

const PACK_ID_FORM = /^[A-Za-z0-9_-]{1,80}$/;
const CART_LINES_MAX = 100;
/** Packs of one line (docs/product.md §7). */
export const QUANTITY_MAX = 100;

const cartLine = z.object({ packId: z.string(), quantity: z.number() });

/**
 * A cart. `packId` is a pack type's id or the id of a physical pack, which stands for one more pack
 * of its type. The messages name the place in the list, so the rule sits on the list.
 */
const packs = z
  .array(cartLine, 'Packs array cannot be empty')
  .check(
    z.minLength(1, 'Packs array cannot be empty'),
    z.maxLength(CART_LINES_MAX, `A cart holds at most ${CART_LINES_MAX} lines`),
  )
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

const discountCode = z.optional(
  z.nullable(z.string().check(z.maxLength(64, 'Please enter a discount code'))),
);

export const paymentMethods = ['balance', 'stripe'] as const;

export const checkEligibility = endpoint({
  method: 'POST',
  path: '/payments/purchase-eligibility',
  summary: 'Tells whether this cart can be bought now, and how it can be paid.',
  audience: 'user',
  repeat: 'none',
  body: z.object({ packs }),
  reply: z.object({
    eligible: z.boolean(),
    ineligibilityReason: z.nullable(z.string()),
    availablePaymentMethods: z.array(z.enum(paymentMethods)),
    hasInsufficientBalance: z.boolean(),
    totalCost: amount,
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const calculateTotal = endpoint({
  method: 'POST',
  path: '/payments/calculate-total',
  summary: 'Prices a cart: subtotal, discount, tax, fee and total.',
  audience: 'user',
  repeat: 'none',
  body: z.object({
    packs,
    discountCode,
    paymentMethod: z.optional(z.enum(paymentMethods, 'Please select a payment method')),
  }),
  reply: z.object({
    subtotal: amount,
    discount: amount,
    tax: amount,
    processingFee: amount,
    total: amount,
    currency: z.string(),
  }),
  rejections: ['PACK_NOT_FOUND', 'DISCOUNT_CODE_INVALID'],
});

export const purchaseWithBalance = endpoint({
  method: 'POST',
  path: '/payments/purchase-with-balance',
  summary: 'Buys packs with credits and opens them, all in one transaction.',
  audience: 'user',
  repeat: 'keyed',
  body: z.object({
    packs,
    paymentMethod: z.literal('balance', 'Please select a payment method'),
    discountCode,
  }),
  reply: z.object({
    updatedBalance: amount,
    packOpenings: z.array(packOpening),
    totalCards: z.int(),
    totalValue: amount,
  }),
  rejections: [
    'PACK_NOT_FOUND',
    'PURCHASE_LIMIT_REACHED',
    'INSUFFICIENT_BALANCE',
    'PACK_UNAVAILABLE',
    'DISCOUNT_CODE_INVALID',
  ],
});
