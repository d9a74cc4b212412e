// Pictures in the bodies of calls.
import * as z from 'zod/mini';
import { PICTURE_BYTES_MAX } from '#domain/uploaded-picture.ts';

// Base64 has four letters for three bytes; the rest is the object around it.
export const PICTURE_BODY_BYTES_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4 + 1024;

/** The bytes in base64. The format is detected from them. */
export const pictureField = z
  .string('picture must be base64')
  .check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'picture must be base64'));
