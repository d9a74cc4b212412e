import { PASSWORD_LENGTH_MIN } from '#contract/accounts.ts';
import { useConfig } from './config.ts';

/** Returns the shop's minimum length of a new password, in words. */
export function usePasswordHint(): string {
  return `At least ${useConfig()?.passwordLengthMin ?? PASSWORD_LENGTH_MIN} characters`;
}
