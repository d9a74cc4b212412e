// Drops, for everybody. The calls of this file and the public log contain all data that is needed to check a drop
// (docs/product.md §19).
import * as z from 'zod/mini';
import { DROP_STATES } from '#domain/drop.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

const HASH_FORM = /^[0-9a-f]{64}$/;
export const hash = z.string().check(z.regex(HASH_FORM, 'This is no hash of 64 digits in hex'));
const dropHash = z.object({ hash });

const drop = z.object({
  hash: z.string(),
  packTypeId: z.string(),
  packTypeName: z.string(),
  number: z.int(),
  state: z.enum(DROP_STATES),
  packs: z.int(),
  /** Packs that are neither sold nor withdrawn. */
  left: z.int(),
  sold: z.int(),
  opened: z.int(),
  withdrawn: z.int(),
  opensAt: instant,
  closesBy: instant,
});

/** A drop that will be published by itself at a set time. The contents of the drop are not fixed before that time. */
const announcedDrop = z.object({
  packs: z.int(),
  publishesAt: instant,
  /**
   * When the drop's public random number is due, if the drop is published in time. Null if this shop does not know
   * the random chain.
   */
  numberAt: z.nullable(instant),
  opensAt: instant,
  /** Whether the shop signs the random chain itself, so that the number proves nothing. */
  isPractice: z.boolean(),
});

export const listDrops = endpoint({
  method: 'GET',
  path: '/drops',
  summary: 'The published drops of a pack type, newest first, and the one that is announced.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue'],
  query: z.object({
    packTypeId: z.string().check(z.minLength(1), z.maxLength(PACK_TYPE_ID_LENGTH_MAX)),
  }),
  reply: z.object({
    drops: z.array(drop),
    /** The announced drop. Null if no drop is announced. A process of the previous version omits this field. */
    announced: z._default(z.nullable(announcedDrop), null),
  }),
  rejections: [],
});

const chain = z.object({
  hash: z.string(),
  publicKey: z.string(),
  scheme: z.string(),
  genesis: z.int(),
  period: z.int(),
  delay: z.int(),
  minOpen: z.int(),
});

export const showDrop = endpoint({
  method: 'GET',
  path: '/drops/{hash}',
  summary:
    'A drop: its manifest with its proof, the order that a public number gave it, and its state.',
  audience: 'anyone',
  repeat: 'none',
  cached: true,
  reads: ['catalogue'],
  params: dropHash,
  reply: z.object({
    drop,
    manifest: z.string(),
    /** The proof that the log contains the manifest. Null until a checkpoint covers the manifest. */
    manifestProof: z.nullable(z.string()),
    /** The object that gives the order of the drop's packs. Null until the drop's public random number is known. */
    order: z.nullable(z.string()),
    /** The round of the random chain that gives the drop's order, and when its number will be known. */
    round: z.nullable(z.int()),
    numberAt: z.nullable(instant),
    checkpoint: z.nullable(z.string()),
    /**
     * The public key and further values of a chain that the shop signs itself. Null for a public chain, because
     * verifiers contain its values.
     */
    practiceChain: z.nullable(chain),
    /**
     * The number of other published drops of this type that sold nothing. `dropsYetToSell` is the number of these
     * drops that are not over.
     */
    dropsWithoutSale: z.int(),
    dropsYetToSell: z.int(),
  }),
  rejections: ['NOT_FOUND'],
});

export const listCommitments = endpoint({
  method: 'GET',
  path: '/drops/{hash}/commitments',
  summary: 'The commitments of all packs of a drop, by their leaves.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['catalogue'],
  isSerialized: true,
  params: dropHash,
  reply: z.array(z.string()),
  rejections: ['NOT_FOUND'],
});

export const ENTRIES_AT_ONCE = 1000;

export const showDropHistory = endpoint({
  method: 'GET',
  path: '/drops/{hash}/history',
  summary: "The log's entries about a drop, from an index on; at most a thousand.",
  audience: 'anyone',
  repeat: 'none',
  reads: ['catalogue'],
  params: dropHash,
  query: z.object({
    from: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1e12)), 0),
  }),
  reply: z.array(z.object({ index: z.int(), entry: z.string() })),
  rejections: ['NOT_FOUND'],
});

export const showContents = endpoint({
  method: 'GET',
  path: '/drops/{hash}/contents',
  summary:
    'What the packs of a closed drop held: one JSON text per line, ordered by leaf, exactly the file that the log names.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['catalogue'],
  isSerialized: true,
  params: dropHash,
  reply: z.string(),
  file: 'application/jsonl',
  rejections: ['NOT_FOUND'],
});

/** The place of a bought pack in its drop. */
export const placeInDrop = z.object({
  /** The id with which the proof is requested. */
  placeId: z.uuid(),
  drop: z.string(),
  number: z.int(),
  place: z.int(),
});

/** A ticket as its buyer gets it. The buyer stores the ticket together with the secret of the ticket. */
export const boughtTicket = z.object({
  placeId: z.uuid(),
  ticket: z.string(),
  /** The signature of the ticket. Null if the shop has lost the drop's key. */
  signature: z.nullable(z.string()),
});

export const showTicket = endpoint({
  method: 'GET',
  path: '/tickets/{ref}',
  summary:
    'A ticket, by the hash of its secret: its signature and the seal that covers it, never its owner.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['catalogue'],
  params: z.object({ ref: hash }),
  reply: z.object({
    ticket: z.string(),
    signature: z.nullable(z.string()),
    /** The log entry of the sale. Null for some seconds after the sale. */
    seal: z.nullable(z.string()),
    sealProof: z.nullable(z.string()),
  }),
  rejections: ['NOT_FOUND'],
});

export const provePlace = endpoint({
  method: 'GET',
  path: '/places/{id}/proof',
  summary:
    'The packproof.json of a sold place of a drop, for its buyer; for anybody once its contents are published.',
  audience: 'anyone',
  knowsCaller: true,
  repeat: 'none',
  reads: ['packs', 'catalogue'],
  params: z.object({ id: z.uuid('id must be the id of a pack') }),
  reply: z.string(),
  file: 'application/json',
  rejections: ['NOT_FOUND'],
});

export const showFairness = endpoint({
  method: 'GET',
  path: '/fairness',
  summary:
    "Who vouches for this shop's drops: the public log, its keys and witnesses, and the chains of public numbers.",
  audience: 'anyone',
  repeat: 'none',
  reads: ['catalogue'],
  reply: z.object({
    /** The public log. Null before the first drop. */
    log: z.nullable(
      z.object({
        /** The log's name, which is also its address after `https://`. */
        origin: z.string(),
        /** All keys that the log ever had. The last one is in force. */
        keys: z.array(z.string()),
        /**
         * The policy with the witnesses that the shop chose. Checks with this policy prove nothing,
         * so a reader needs a policy of their own.
         */
        policy: z.string(),
        checkpoint: z.nullable(z.string()),
        /**
         * SHA-256 of the offline verifier's file, from the file's newest entry in the log. Null if the log has no
         * such entry.
         */
        verifier: z.nullable(z.string()),
      }),
    ),
    chains: z.array(
      z.extend(chain, {
        /** Whether the shop signs this chain itself, so that its numbers prove nothing. */
        isPractice: z.boolean(),
        /** Whether new drops get their order from this chain. */
        ordersDrops: z.boolean(),
      }),
    ),
  }),
  rejections: [],
});

nameShapes({
  AnnouncedDrop: announcedDrop,
  Drop: drop,
  Chain: chain,
  BoughtTicket: boughtTicket,
  PlaceInDrop: placeInDrop,
});
