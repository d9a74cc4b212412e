import { readPolicy } from '#domain/packproof/policy.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';

/** Summarises a policy in one line. If the text is not a policy, throws an error with a sentence for the visitor. */
export function aboutPolicy(text: string): string {
  const { logs, witnesses, quorum } = readPolicy(noblePrimitives, text);
  const names = [...witnesses.keys()].join(', ') || 'none';
  return `Logs: ${logs.map(({ name }) => name).join(', ') || 'none'}. Witnesses: ${names}. ${
    quorum === undefined ? 'None of them is required' : `Required: ${quorum}`
  }.`;
}
