// The tree of a drop's commitments, whose root is in the drop's manifest. The tree is cached,
// because it never changes after the publication, and each proof would otherwise hash all leaves.
import { bytesOfHex } from '#domain/packproof/bytes.ts';
import { leafHash, treeLevels } from '#domain/packproof/tree.ts';
import type { Database } from '#engine/database.ts';
import { cacheLatest, SerializedReply } from '../http/serialized-reply.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { listCommitmentsOf } from './drop-leaves-queries.ts';

type DropTree = {
  /** The commitments in hex, in the order of the leaves. */
  commitments: SerializedReply<string[]>;
  levels: Uint8Array[][];
};

/** Maximum number of cached trees. The largest tree takes about three megabytes. */
const TREES_MOST = 10;

const trees = cacheLatest<DropTree>(TREES_MOST);

/**
 * Returns the tree of a published drop. `hash` is the hash of the drop's manifest, which is unique
 * to the drop.
 */
export function treeOf(db: Database, { id, hash }: { id: string; hash: string }) {
  return trees(hash, async () => {
    const commitments = await listCommitmentsOf(db, id);
    const leaves = commitments.map((one) => leafHash(proofPrimitives, bytesOfHex(one)));
    return {
      commitments: new SerializedReply(commitments),
      levels: treeLevels(proofPrimitives, leaves),
    };
  });
}
