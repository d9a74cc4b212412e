// The text of the payment error screen, by the type of the error (docs/product.md §7).
import { asApiError } from '../api/api-error.ts';

export type ScreenProblem = {
  message: string;
  isRetryable: boolean;
  /** Whether another payment method may help. */
  isAboutMethod: boolean;
};

const ABOUT_PAYING = /payment|card|balance|purchase|transaction|intent|checkout/i;
const ABOUT_METHOD = /card|payment|balance/i;

/** Returns the text for an error. Returns null if the error is not about the payment. */
export function screenProblem(thrown: unknown): ScreenProblem | null {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (!ABOUT_PAYING.test(text)) return null;
  const { type, status, code, sentence } = asApiError(thrown);
  const isAboutMethod = ABOUT_METHOD.test(text);
  const say = (message: string, isRetryable: boolean) => ({ message, isRetryable, isAboutMethod });
  if (type === 'network_error') {
    return say(
      'Connection issue detected. Please check your internet connection and try again.',
      true,
    );
  }
  if (type === 'timeout_error') {
    return say('The request took too long to complete. Please try again.', true);
  }
  if (code === 'INSUFFICIENT_BALANCE') {
    return say(
      'Insufficient account balance. Please use card payment or add funds to your account.',
      false,
    );
  }
  if (code === 'PACK_UNAVAILABLE') {
    return say('One or more packs are no longer available. Please update your cart.', false);
  }
  if (status === 409) {
    return say('Your pack reservation has expired. Please restart the checkout process.', true);
  }
  if (status === 400) {
    return say(
      sentence ?? 'Invalid payment information. Please check your details and try again.',
      false,
    );
  }
  if (status >= 500) {
    return say(
      'Server error occurred. Our team has been notified. Please try again in a moment.',
      true,
    );
  }
  if (/stripe|payment/i.test(text)) return say(text, false);
  return say(
    'An unexpected error occurred. Please try again or contact support if the issue persists.',
    true,
  );
}
