// How a replica stands, from which operators read what may be of a moment ago (docs/product.md §13).

export const REPLICA_STATES = ['follows', 'behind', 'away', 'promoted'] as const;

export type ReplicaState = (typeof REPLICA_STATES)[number];
