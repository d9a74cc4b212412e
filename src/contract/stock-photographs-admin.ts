// Photographs of single cards, by the card's place in its pack (docs/product.md §13). The place is sent in the body,
// because servers and proxies write URLs into their logs (choice 292).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pictureField, PICTURE_BODY_BYTES_MAX } from './uploads.ts';

const PLACE = 'position must be a whole number from 1';

const pack = z.object({ id: z.uuid('id must be the id of a physical pack') });

/** The card's position in the pack, from 1. */
const position = z.number(PLACE).check(z.int(PLACE), z.minimum(1, PLACE), z.maximum(100, PLACE));

export const putCardPhotograph = endpoint({
  method: 'PUT',
  path: '/admin/stock/packs/{id}/photograph',
  summary:
    'Stores a photograph of the card at a place in a pack. Nobody sees it before the pack is opened, or withdrawn and looked into.',
  audience: 'catalogue',
  repeat: 'natural',
  changes: ['stock', 'cards', 'audit-log'],
  params: pack,
  body: z.object({ position, picture: pictureField }),
  bodyBytesMax: PICTURE_BODY_BYTES_MAX,
  reply: z.object({ position: z.int() }),
  rejections: ['NOT_FOUND'],
});

export const removeCardPhotograph = endpoint({
  method: 'POST',
  path: '/admin/stock/packs/{id}/remove-photograph',
  summary:
    'Removes the photograph of the card at a place in a pack, without revealing whether there was one.',
  audience: 'catalogue',
  repeat: 'natural',
  changes: ['stock', 'cards', 'audit-log'],
  params: pack,
  body: z.object({ position }),
  reply: z.object({ position: z.int() }),
  rejections: ['NOT_FOUND'],
});
