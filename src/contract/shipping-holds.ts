// Parcels and accounts that an operator has to check (docs/product.md §15, §20 and §21).
import * as z from 'zod/mini';
import { PLACE_QUESTION_KINDS } from '#domain/place-question.ts';
import { RISKS } from '#domain/risk.ts';
import { person } from './accounts.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { shipmentId } from './shipping.ts';
import { shortText } from './wallet.ts';

const heldParcel = z.object({
  shipmentId: z.uuid(),
  user: person,
  reasons: z.array(z.enum(RISKS)),
  heldAt: instant,
  /** The shop told the owner that it checks the parcel by this time. */
  checkBy: instant,
});

export type HeldParcel = z.output<typeof heldParcel>;

const placeQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(PLACE_QUESTION_KINDS),
  /** The region in which the card was issued, or to which the parcel goes. */
  region: z.string(),
  user: person,
  foundAt: instant,
});

export type PlaceQuestion = z.output<typeof placeQuestion>;

/** An account whose last name and address are those of an excluded person. `letUserThrough` answers the question. */
const homeQuestion = z.object({ user: person, since: instant });

export type HomeQuestion = z.output<typeof homeQuestion>;

export const listHeldParcels = endpoint({
  method: 'GET',
  path: '/admin/held-parcels',
  summary:
    'Parcels that wait for a look at their payments, and questions about where buyers live and who they live with; 100 of each at most.',
  audience: 'support',
  repeat: 'none',
  reads: ['shipments', 'account'],
  reply: z.object({
    parcels: z.array(heldParcel),
    places: z.array(placeQuestion),
    homes: z.array(homeQuestion),
  }),
  rejections: [],
});

export const releaseParcel = endpoint({
  method: 'POST',
  path: '/admin/shipments/{id}/release',
  summary: 'Releases a held parcel, so that it can be packed and sent.',
  audience: 'support',
  repeat: 'keyed',
  changes: ['shipments', 'audit-log'],
  params: shipmentId,
  body: z.object({ reason: shortText('Reason', 200) }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

export const answerPlaceQuestion = endpoint({
  method: 'POST',
  path: '/admin/place-questions/{id}/answer',
  summary: 'Answers a question about where a buyer lives, so that sales to the account go on.',
  audience: 'money',
  personsOnly: true,
  repeat: 'keyed',
  changes: ['account', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a question') }),
  body: z.object({ note: shortText('Note', 200) }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({ HeldParcel: heldParcel, PlaceQuestion: placeQuestion, HomeQuestion: homeQuestion });
