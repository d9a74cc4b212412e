import { PASSWORD_LENGTH_MIN } from '#contract/accounts.ts';
import { useConfig } from './config.ts';

/** How long a new password has to be in this shop, in words. */
export function usePasswordHint(): string {
  return `At least ${useConfig()?.passwordLengthMin ?? PASSWORD_LENGTH_MIN} characters`;
}
