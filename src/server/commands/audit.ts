import { countViolations } from '../admin/run-audit.ts';
import { onShop, type Commands, Refused } from './command.ts';
import { takeWords } from './words.ts';

export const AUDIT: Commands = {
  audit: onShop(
    `  audit                                       count what breaks a promise; exit 1 if anything does`,
    (words) => {
      takeWords(words, []);
      return async (context, { say }) => {
        const counts = await countViolations(context);
        for (const { invariant, violations } of counts) say(`${invariant}\t${violations}`);
        if (counts.some((row) => row.violations > 0))
          throw new Refused('The audit found violations.');
      };
    },
  ),
};
