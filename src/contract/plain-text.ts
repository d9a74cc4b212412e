// Texts that read as they are written: others see them, on pages, in lists and in mails.
import * as z from 'zod/mini';

const ONE_LINE_FORM = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u;
const LINES_FORM = /^(?:[\t\n\r]|[^\p{Cc}\p{Bidi_Control}])*$/u;

/** One line without control signs, and without signs that turn the text around them to read backwards. */
export const oneLine = (name: string) =>
  z.regex(ONE_LINE_FORM, `${name} must have no line breaks and no invisible control characters`);

/** The same of several lines. */
export const plainLines = (name: string) =>
  z.regex(LINES_FORM, `${name} must have no invisible control characters`);
