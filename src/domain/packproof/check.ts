// The result of a check. Green means shown, amber means that there is only the shop's word, red means wrong, and
// waiting means not known yet.

export type CheckName = 'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7' | 'V8' | 'V9';

export type Finding = {
  state: 'green' | 'amber' | 'red' | 'waiting';
  /** The finding, in one or more whole sentences. */
  says: string[];
};

export type Check = Finding & { name: CheckName };

export const green = (...says: string[]): Finding => ({ state: 'green', says });
export const amber = (...says: string[]): Finding => ({ state: 'amber', says });
export const red = (...says: string[]): Finding => ({ state: 'red', says });
export const waiting = (...says: string[]): Finding => ({ state: 'waiting', says });

/** Runs a check. An error in the check becomes a red finding with the error's message. */
export function redWhereItBreaks(check: () => Finding): Finding {
  try {
    return check();
  } catch (error) {
    return red(`${(error as Error).message}.`);
  }
}
