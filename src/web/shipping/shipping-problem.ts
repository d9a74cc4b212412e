// The shipping page's own messages for errors that occur before a shipment is requested (docs/product.md §14).
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { ADDRESS_FIELDS, type AddressField } from './address-draft.ts';

/** The steps of a shipment. Each step can be retried. */
export type ShippingStep = 'eligibility' | 'fee' | 'intent' | 'request';

export type ShippingProblem = {
  /** The step that a retry repeats. Null if a retry would not help. */
  step: ShippingStep | null;
  title: string;
  message: string;
  /** The text of the toast. Omitted if it is the same as the message. */
  notice?: string;
  /** The cause in words. Null if the cause is unknown. */
  detail: string | null;
  /** True if the user must first verify their e-mail address. */
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

/** The problem to show if the form is incomplete. */
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

/** Returns the problem to show after a step failed. `isRetry`: whether the failed request was a retry. */
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
  const hasNoResponse = error.status === 0;
  return {
    step,
    title: isRetry ? 'Retry Failed' : title,
    message:
      step === 'eligibility' && hasNoResponse ? 'Unable to check shipping eligibility' : message,
    detail: step === 'request' ? adviceOn(thrown) : messageOf(thrown, WORDS),
  };
}

/** Returns the problem to show if the card or the profile could not be loaded. */
export function initializationProblem(thrown: unknown, isRetry: boolean): ShippingProblem {
  return {
    step: 'eligibility',
    title: isRetry ? 'Retry Failed' : 'Initialization Error',
    message: 'Failed to initialize shipping',
    detail: messageOf(thrown),
  };
}

/**
 * Returns the problem to show if the shop has no price for this address or for this number of cards. `message`: the
 * shop's own sentence.
 */
export function noPrice(message: string): ShippingProblem {
  return { step: null, title: 'No Shipping Price', message, detail: null };
}

const WORDS = { CARD_NOT_AVAILABLE: 'This card is not available for shipping' };

/** Returns the server's reason for refusing the request, with advice that fits the reason. */
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

/** Returns the server's messages about fields of the address. */
export function addressProblems(thrown: unknown): { field: AddressField; message: string }[] {
  return asApiError(thrown).fields.flatMap(({ path, message }) => {
    const field = ADDRESS_FIELDS.find((name) => path === `shippingAddress.${name}`);
    return field === undefined ? [] : [{ field, message }];
  });
}

export type SubmitState = {
  isBusy: boolean;
  /** Whether the user pays by card and has not paid yet. */
  isUnpaid: boolean;
  hasFailed: boolean;
};

/** Returns the label of the form's submit button. */
export function submitLabel({ isBusy, isUnpaid, hasFailed }: SubmitState): string {
  if (isBusy) return 'Processing...';
  if (isUnpaid) return 'Complete Payment Above';
  return hasFailed ? 'Retry Shipping Request' : 'Submit Shipping Request';
}
