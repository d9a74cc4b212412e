// The nine checks in words. For each check, the words are its claim, the meaning of a failure, and what to do after a
// failure.
import type { Check, CheckName, Finding } from './check.ts';

type Words = { claim: string; ifRed: string; todo: string };

const SAVE_ADVICE = 'Save the proof and this result, and show both to somebody you trust.';
/** The advice for most checks, because one damaged letter in the file turns most of them red. */
const LOAD_ANEW = `Load the file anew from the shop: it may only be damaged. If the result is the same, ${lower(SAVE_ADVICE)}`;

export const CHECK_WORDS: Record<CheckName, Words> = {
  V1: {
    claim: 'It is the drop that you saw before paying',
    ifRed: 'The shop showed you one drop and sold you a pack of another.',
    todo: LOAD_ANEW,
  },
  V2: {
    claim: 'The ticket is signed, and made for you',
    ifRed: 'The ticket is not from the shop, or was not made for you alone.',
    todo: LOAD_ANEW,
  },
  V3: {
    claim: 'Drop and ticket are in one signed log',
    ifRed: 'What you were shown is not what the shop tells everybody.',
    todo: LOAD_ANEW,
  },
  V4: {
    claim: 'The drop was locked before its number existed',
    ifRed: 'A witness’s signature on the log is not valid: somebody changed it.',
    todo: `Check that your policy names the right witness. If it does, ${lower(SAVE_ADVICE)}`,
  },
  V5: {
    claim: 'The public number set the order',
    ifRed: 'The order of the packs may have been chosen.',
    todo: LOAD_ANEW,
  },
  V6: {
    claim: 'The order gives your place this pack',
    ifRed:
      'You were given a different pack from the one at your place, or your sale was not logged.',
    todo: LOAD_ANEW,
  },
  V7: {
    claim: 'What you got is what was locked before the first sale',
    ifRed: 'The contents were changed after they were locked, or belong to another pack.',
    todo: LOAD_ANEW,
  },
  V8: {
    claim: 'The whole drop holds together',
    ifRed: 'The log breaks a rule, so that other buyers or the odds may have been cheated.',
    todo: `Try again with a fresh copy of the log. If the result is the same, ${lower(SAVE_ADVICE)}`,
  },
  V9: {
    claim: 'The log never went back',
    ifRed: 'The shop showed different people different logs, or took back what it had said.',
    todo: LOAD_ANEW,
  },
};

export const STATE_WORDS: Record<Finding['state'], string> = {
  green: 'shown',
  amber: 'the shop’s word',
  waiting: 'waiting',
  red: 'wrong',
};

/** One line with the number of checks in each state. */
export function countedChecks(checks: Check[]): string {
  const count = (state: Finding['state']) => checks.filter((one) => one.state === state).length;
  const also = [
    count('amber') > 0 && `${count('amber')} by the shop’s word`,
    count('waiting') > 0 && `${count('waiting')} waiting`,
    count('red') > 0 && `${count('red')} wrong`,
  ].filter((words) => words !== false);
  return [`${count('green')} of ${checks.length} shown`, ...also].join(', ');
}

/** The whole result as plain text, to print or to save. */
export function checksReport(about: string, checks: Check[]): string {
  const lines = checks.flatMap(({ name, state, says }) => {
    const { claim, ifRed, todo } = CHECK_WORDS[name];
    const indented = [...says, ...(state === 'red' ? [ifRed, todo] : [])].map(
      (one) => `    ${one}`,
    );
    return [`${name}  ${STATE_WORDS[state].toUpperCase()}: ${claim}`, ...indented];
  });
  return [about, ...lines, `${countedChecks(checks)}.`, ''].join('\n');
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
