// Checks for texts that other users see on pages, in lists and in mails.
import * as z from 'zod/mini';

const ONE_LINE_FORM = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;
const LINES_FORM = /^(?:[\t\n\r]|[^\p{Cc}\p{Bidi_Control}])*$/u;

/** One line without control characters, and without characters that reverse the direction of text. */
export const oneLine = (name: string) =>
  z.regex(ONE_LINE_FORM, `${name} must have no line breaks and no invisible control characters`);

/** Several lines without control characters, and without characters that reverse the direction of text. */
export const plainLines = (name: string) =>
  z.regex(LINES_FORM, `${name} must have no invisible control characters`);
