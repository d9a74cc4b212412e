// What can go wrong on the way to a shipment, in its own words (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { ADDRESS_FIELDS, type AddressField } from './address-draft.ts';

/** The steps of a shipment; each can be tried again by itself. */
export type ShippingStep = 'eligibility' | 'fee' | 'intent' | 'request';

export type ShippingProblem = {
  /** Which step to try again; null where only the form can be mended. */
  step: ShippingStep | null;
  title: string;
  message: string;
  /** What the notice says under the title, if not the message. */
  notice?: string;
  /** What is behind it, where more is known. */
  detail: string | null;
  /** The shop wants a verified address first: no other try helps. */
  isUnverified?: true;
};

const STEPS: Record<ShippingStep, { title: string; message: string }> = {
  eligibility: {
    title: 'Initialization Error',
    message: 'Failed to check shipping eligibility',
  },
  fee: { title: 'Calculation Failed', message: 'Failed to calculate shipping fee' },
  intent: { title: 'Payment Intent Failed', message: 'Failed to create payment intent' },
  request: { title: 'Shipping Request Failed', message: 'Failed to create shipping request' },
};

/** The form is not complete. */
export const INCOMPLETE: ShippingProblem = {
  step: null,
  title: 'Validation Error',
  message: 'Please fill in all required fields',
  notice: 'Please fill in all required fields correctly',
  detail: null,
};

export const SHORT_OF_BALANCE: ShippingProblem = {
  step: null,
  title: 'Insufficient Balance',
  message: "You don't have enough balance to pay for shipping. Please use Stripe payment.",
  detail: null,
};

/** What a step that failed says. `isRetry`: it had been tried before. */
export function shippingProblem(
  step: ShippingStep,
  thrown: unknown,
  isRetry: boolean,
): ShippingProblem {
  const error = asApiError(thrown);
  if (error.code === 'INSUFFICIENT_BALANCE') return { ...SHORT_OF_BALANCE, step };
  if (error.code === 'EMAIL_NOT_VERIFIED') {
    return {
      step: null,
      title: 'Email Not Verified',
      message: messageOf(thrown),
      detail: null,
      isUnverified: true,
    };
  }
  const { title, message } = STEPS[step];
  const hasNoAnswer = error.status === 0;
  return {
    step,
    title: isRetry ? 'Retry Failed' : title,
    message:
      step === 'eligibility' && hasNoAnswer ? 'Unable to check shipping eligibility' : message,
    detail: step === 'request' ? adviceOn(thrown) : messageOf(thrown, WORDS),
  };
}

/** The card that a link names could not be loaded, or the person's own profile. */
export function initializationProblem(thrown: unknown, isRetry: boolean): ShippingProblem {
  return {
    step: 'eligibility',
    title: isRetry ? 'Retry Failed' : 'Initialization Error',
    message: 'Failed to initialize shipping',
    detail: messageOf(thrown),
  };
}

/** The shop tells no price for this place, or for so many cards. */
export function noPrice(message: string): ShippingProblem {
  return { step: null, title: 'No Shipping Price', message, detail: null };
}

const WORDS = { CARD_NOT_AVAILABLE: 'This card is not available for shipping' };

/** The refusal of a request, and where to look, as far as its words say. */
function adviceOn(thrown: unknown): string {
  const sentence = sentenceOf(messageOf(thrown, WORDS));
  if (/address/i.test(sentence) || addressProblems(thrown).length > 0) {
    return `${sentence} Please check your shipping address and try again.`;
  }
  if (/payment/i.test(sentence)) return `${sentence} Please check your payment and try again.`;
  return `${sentence} What you filled in is kept.`;
}

function sentenceOf(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What the server says of single fields of the address. */
export function addressProblems(thrown: unknown): { field: AddressField; message: string }[] {
  return asApiError(thrown).fields.flatMap(({ path, message }) => {
    const field = ADDRESS_FIELDS.find((name) => path === `shippingAddress.${name}`);
    return field === undefined ? [] : [{ field, message }];
  });
}

export type SubmitState = {
  isBusy: boolean;
  /** By card, and the money is not there yet. */
  isUnpaid: boolean;
  hasFailed: boolean;
};

/** What the last button says. */
export function submitLabel({ isBusy, isUnpaid, hasFailed }: SubmitState): string {
  if (isBusy) return 'Processing...';
  if (isUnpaid) return 'Complete Payment Above';
  return hasFailed ? 'Retry Shipping Request' : 'Submit Shipping Request';
}
