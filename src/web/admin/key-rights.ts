// The rights of an API key in words, and as the fields of a form.
import { areasOfKey, RIGHTS, type KeyRight, type Right } from '#domain/access.ts';
import { rightsText } from './role-choice.ts';

export const ACCESS_OPTIONS = [
  { value: 'none', label: 'Nothing' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
];

/** What is chosen for each area: a value of ACCESS_OPTIONS. */
export type Access = Record<Right, string>;

export const NO_ACCESS = Object.fromEntries(RIGHTS.map((right) => [right, 'none'])) as Access;

export function rightsOfAccess(access: Access): KeyRight[] {
  return RIGHTS.flatMap((right) => {
    const chosen = access[right];
    return chosen === 'read' || chosen === 'write' ? [`${right}:${chosen}` as const] : [];
  });
}

/** "Read Packing; read and write Catalogue". */
export function accessWords(rights: readonly KeyRight[]): string {
  const writes = areasOfKey(rights, 'write');
  const reads = areasOfKey(rights, 'read').filter((right) => !writes.includes(right));
  return [
    ...(reads.length === 0 ? [] : [`Read ${rightsText(reads)}`]),
    ...(writes.length === 0 ? [] : [`Read and write ${rightsText(writes)}`]),
  ].join('; ');
}
