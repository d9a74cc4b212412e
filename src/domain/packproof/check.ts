// What a check found, in one of four states: shown, the shop's word alone, wrong, or not to be told yet.

export type CheckName = 'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7' | 'V8' | 'V9';

export type Finding = {
  state: 'green' | 'amber' | 'red' | 'waiting';
  /** Whole sentences, one or more. */
  says: string[];
};

export type Check = Finding & { name: CheckName };

export const green = (...says: string[]): Finding => ({ state: 'green', says });
export const amber = (...says: string[]): Finding => ({ state: 'amber', says });
export const red = (...says: string[]): Finding => ({ state: 'red', says });
export const waiting = (...says: string[]): Finding => ({ state: 'waiting', says });

/** What a check finds where it can't even be made: what broke it is wrong. */
export function redWhereItBreaks(check: () => Finding): Finding {
  try {
    return check();
  } catch (error) {
    return red(`${(error as Error).message}.`);
  }
}
