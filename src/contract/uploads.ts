// Pictures in the bodies of calls.
import * as z from 'zod/mini';
import { PICTURE_BYTES_MAX } from '#domain/uploaded-picture.ts';

// Base64 needs four characters for three bytes. The other 1,024 bytes are for the JSON around the picture.
export const PICTURE_BODY_BYTES_MAX = Math.ceil(PICTURE_BYTES_MAX / 3) * 4 + 1024;

/** The bytes of a picture in base64. The server detects the format. */
export const pictureField = z
  .string('picture must be base64')
  .check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'picture must be base64'));
