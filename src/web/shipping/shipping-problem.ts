// The shipping page's own messages for errors on the way to a shipment (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { ADDRESS_FIELDS, type AddressField } from './address-draft.ts';

/** The steps of a shipment; each can be retried separately. */
export type ShippingStep = 'eligibility' | 'fee' | 'intent' | 'request';

export type ShippingProblem = {
  /** The step to retry; null if only a correction of the form helps. */
  step: ShippingStep | null;
  title: string;
  message: string;
  /** The notice's text under the title, if it differs from the message. */
  notice?: string;
  /** The cause, if more is known. */
  detail: string | null;
  /** The shop requires a verified address first: a retry does not help. */
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

/** The form is incomplete. */
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

/** The problem of a failed step. `isRetry`: the step had been retried. */
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

/** The card that a link names, or the user's profile, could not be loaded. */
export function initializationProblem(thrown: unknown, isRetry: boolean): ShippingProblem {
  return {
    step: 'eligibility',
    title: isRetry ? 'Retry Failed' : 'Initialization Error',
    message: 'Failed to initialize shipping',
    detail: messageOf(thrown),
  };
}

/** The shop has no price for this address, or for this many cards. */
export function noPrice(message: string): ShippingProblem {
  return { step: null, title: 'No Shipping Price', message, detail: null };
}

const WORDS = { CARD_NOT_AVAILABLE: 'This card is not available for shipping' };

/** The reason for a refused request, and what to check, as far as its message says. */
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

/** The server's messages about single fields of the address. */
export function addressProblems(thrown: unknown): { field: AddressField; message: string }[] {
  return asApiError(thrown).fields.flatMap(({ path, message }) => {
    const field = ADDRESS_FIELDS.find((name) => path === `shippingAddress.${name}`);
    return field === undefined ? [] : [{ field, message }];
  });
}

export type SubmitState = {
  isBusy: boolean;
  /** The payment is by card and not done yet. */
  isUnpaid: boolean;
  hasFailed: boolean;
};

/** The label of the final button. */
export function submitLabel({ isBusy, isUnpaid, hasFailed }: SubmitState): string {
  if (isBusy) return 'Processing...';
  if (isUnpaid) return 'Complete Payment Above';
  return hasFailed ? 'Retry Shipping Request' : 'Submit Shipping Request';
}
