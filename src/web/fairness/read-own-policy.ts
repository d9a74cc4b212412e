import { readPolicy } from '#domain/packproof/policy.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';

/** What a policy says, in a line. Throws a sentence where a text is none. */
export function aboutPolicy(text: string): string {
  const { logs, witnesses, quorum } = readPolicy(noblePrimitives, text);
  const names = [...witnesses.keys()].join(', ') || 'none';
  return `Logs: ${logs.map(({ name }) => name).join(', ') || 'none'}. Witnesses: ${names}. ${
    quorum === undefined ? 'None of them is required' : `Required: ${quorum}`
  }.`;
}
