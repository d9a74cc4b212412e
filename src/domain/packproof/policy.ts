// A reader's policy (C2SP tlog-policy) has the trusted logs with their keys, the trusted witnesses, and how many
// witnesses must sign.
import { isSame } from './bytes.ts';
import { readDecimal } from './checkpoint.ts';
import { readVerifierKey, type KeyType, type NoteKey } from './note.ts';
import type { VerifierPrimitives } from './primitives.ts';

type Group = { threshold: number; members: string[] };

export type Policy = {
  logs: NoteKey[];
  witnesses: Map<string, NoteKey>;
  /** The addresses of the witnesses, by name. The policy may omit an address. */
  addresses: Map<string, string>;
  groups: Map<string, Group>;
  /**
   * The name of the witness or group that must have signed. Undefined for `quorum none`, with which no checkpoint is
   * dated.
   */
  quorum?: string;
};

/** Parses a policy. If a line is wrong, throws an error with the number of the line. */
export function readPolicy(primitives: VerifierPrimitives, text: string): Policy {
  const policy: Policy = {
    logs: [],
    witnesses: new Map(),
    addresses: new Map(),
    groups: new Map(),
  };
  const used = new Set<string>();
  let hasQuorum = false;
  for (const [index, line] of text.split('\n').entries()) {
    try {
      readLine(line);
    } catch (error) {
      throw new Error(`Line ${index + 1} of the policy: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  if (!hasQuorum) throw new Error('A policy has no quorum');
  return policy;

  function readLine(line: string): void {
    // oxlint-disable-next-line no-control-regex -- Tab and newline are the only control characters that a policy may have.
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line))
      throw new Error('It has a control character');
    const [word, ...rest] = line.split(/[ \t]+/).filter((part) => part !== '');
    if (word === undefined || word.startsWith('#')) return;
    const [first, second, ...others] = rest;
    if (first === undefined) throw new Error('It is too short');
    if (word === 'log' && others.length === 0) policy.logs.push(newKey(first, 'log'));
    else if (word === 'witness' && second !== undefined && others.length < 2) {
      const key = newKey(second, 'witness');
      policy.witnesses.set(newName(first), key);
      if (others[0] !== undefined) policy.addresses.set(first, others[0]);
    } else if (word === 'group' && second !== undefined) {
      const group = readGroup(second, others);
      policy.groups.set(newName(first), group);
    } else if (word === 'quorum' && second === undefined && !hasQuorum) {
      hasQuorum = true;
      if (first !== 'none') policy.quorum = knownName(first);
    } else throw new Error('It is not a line of a policy');
  }

  function readGroup(threshold: string, members: string[]): Group {
    for (const member of members) {
      if (used.has(knownName(member))) throw new Error(`"${member}" is in two groups`);
      used.add(member);
    }
    const words: Record<string, number> = { any: 1, all: members.length };
    const count = words[threshold] ?? readDecimal(threshold);
    if (count < 1 || count > members.length)
      throw new Error('A group requires more than its members');
    return { threshold: count, members };
  }

  function newKey(vkey: string, type: KeyType): NoteKey {
    const key = readVerifierKey(primitives, vkey, type);
    const others = type === 'log' ? policy.logs : [...policy.witnesses.values()];
    if (others.some((other) => isSame(other.key, key.key))) throw new Error('A key is named twice');
    return key;
  }

  function newName(name: string): string {
    if (name === 'none' || policy.witnesses.has(name) || policy.groups.has(name)) {
      throw new Error(`"${name}" is taken`);
    }
    return name;
  }

  function knownName(name: string): string {
    if (!policy.witnesses.has(name) && !policy.groups.has(name)) {
      throw new Error(`"${name}" is named nowhere above`);
    }
    return name;
  }
}

/**
 * When enough witnesses had signed for the policy's quorum. `times` says when each witness signed. Undefined if too
 * few witnesses signed, or if the policy has no quorum.
 */
export function quorumTime(policy: Policy, times: ReadonlyMap<string, number>): number | undefined {
  return policy.quorum === undefined ? undefined : timeOf(policy.quorum);

  function timeOf(name: string): number | undefined {
    const group = policy.groups.get(name);
    if (!group) return times.get(name);
    return group.members
      .map(timeOf)
      .filter((at) => at !== undefined)
      .toSorted((one, other) => one - other)[group.threshold - 1];
  }
}
