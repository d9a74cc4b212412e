// Photographs of single cards, by their places in packs (docs/product.md §13).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pictureField, PICTURE_BODY_BYTES_MAX } from './uploads.ts';

const PLACE = 'position must be a whole number from 1';

const place = z.object({
  id: z.uuid('id must be the id of a physical pack'),
  /** From 1, in the order of the pack. */
  position: z.coerce.number(PLACE).check(z.int(PLACE), z.minimum(1, PLACE), z.maximum(100, PLACE)),
});

export const putCardPhotograph = endpoint({
  method: 'PUT',
  path: '/admin/stock/packs/{id}/photographs/{position}',
  summary:
    'Keeps a photograph of the card at a place of a pack. Nobody sees it before the pack is opened, or withdrawn and looked into.',
  audience: 'admin',
  repeat: 'natural',
  changes: ['stock', 'cards', 'audit-log'],
  params: place,
  body: z.object({ picture: pictureField }),
  bodyBytesMax: PICTURE_BODY_BYTES_MAX,
  reply: z.object({ position: z.int() }),
  rejections: ['NOT_FOUND'],
});

export const removeCardPhotograph = endpoint({
  method: 'DELETE',
  path: '/admin/stock/packs/{id}/photographs/{position}',
  summary:
    'Takes the photograph of the card at a place of a pack away. Whether there was one is not told.',
  audience: 'admin',
  repeat: 'natural',
  changes: ['stock', 'cards', 'audit-log'],
  params: place,
  reply: z.object({ position: z.int() }),
  rejections: ['NOT_FOUND'],
});
