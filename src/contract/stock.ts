// The physical packs on sale, and their certifications (docs/product.md §4).
import * as z from 'zod/mini';
import { CERTIFIED_STATES } from '#domain/stock.ts';
import { amount, instant } from './amounts.ts';
import { packTypeId, potentialHit, sealKind } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { optionalWholeNumber, pagination, paging } from './paging.ts';

export const listAvailablePacks = endpoint({
  method: 'GET',
  path: '/pack-types/{id}/available-packs',
  summary:
    'The physical packs of a type that are for sale, sorted by id; never in the order they will be sold.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['stock'],
  params: packTypeId,
  query: z.object({ ...paging, count: optionalWholeNumber('count', 1, 100) }),
  reply: z.object({
    packs: z.array(
      z.object({
        id: z.uuid(),
        physicalPackId: z.uuid(),
        packTypeId: z.string(),
        name: z.string(),
        /** Always null, because the number is secret until the pack is opened or withdrawn. */
        certificationNumber: z.null(),
      }),
    ),
    pagination,
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const showPack = endpoint({
  method: 'GET',
  path: '/packs/{id}',
  summary: 'The details of a pack, by the id of a pack type or of a physical pack for sale.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['stock', 'packs'],
  params: packTypeId,
  reply: z.object({
    id: z.string(),
    physicalPackId: z.nullable(z.uuid()),
    name: z.string(),
    description: z.string(),
    price: amount,
    image: z.string(),
    cardCount: z.int(),
    isAvailable: z.boolean(),
    guaranteed: z.boolean(),
    setName: z.string(),
    packType: z.string(),
    potentialHitsCards: z.array(potentialHit),
  }),
  rejections: ['PACK_NOT_FOUND'],
});

export const showCertification = endpoint({
  method: 'GET',
  path: '/packs/{packId}/certification',
  summary:
    'The certification of a physical pack, without its contents; its numbers once it is opened or withdrawn.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['stock', 'packs'],
  params: z.object({ packId: z.uuid('packId must be the id of a physical pack') }),
  reply: z.object({
    id: z.uuid(),
    /** `serial` and `certificationNumber` are null until the pack is opened or withdrawn. */
    serial: z.nullable(z.string()),
    certificationNumber: z.nullable(z.string()),
    packTypeId: z.string(),
    /** The kind of the pack. A process of the previous version omits it. */
    sealKind: z._default(sealKind, 'resealed'),
    /** When the pack arrived. Until the pack is opened or withdrawn, this is only the start of that day in UTC. */
    receivedAt: instant,
    status: z.enum(CERTIFIED_STATES),
  }),
  rejections: ['NOT_FOUND'],
});

nameShapes({ Pack: showPack.reply, Certification: showCertification.reply });
