// Texts in the bodies of calls and in the lines of files.
import * as z from 'zod/mini';

/** A trimmed text that is not blank. `name` is the field's name, for the message. */
export const text = (name: string, lengthMax = 200) =>
  z
    .string(`${name} must be a text`)
    .check(
      z.trim(),
      z.minLength(1, `${name} must not be empty`),
      z.maxLength(lengthMax, `${name} is too long`),
    );
