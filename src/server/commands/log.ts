import { giveUpDrops } from '../drops/drops-queries.ts';
import { describeLog, whyUnsigned } from '../public-log/describe-log.ts';
import { findLog } from '../public-log/log-queries.ts';
import { recoverLog } from '../public-log/recover-log.ts';
import { rotateLog } from '../public-log/rotate-log.ts';
import { onShop, type Commands, Refused, WrongUsage } from './command.ts';
import { takeWords } from './words.ts';

/** With this option, `log recover` begins another log even if the present log can still be signed. */
const ANYWAY = '--anyway';

export const LOG: Commands = {
  'log show': onShop(
    `  log show                                    the public log: its size, keys and witnesses`,
    (words) => {
      takeWords(words, []);
      return async (context, { say }) => {
        for (const line of await describeLog(context)) say(line);
      };
    },
  ),

  'log rotate': onShop(
    `  log rotate                                  another key signs it from now on: the first of LOG_KEYS, or a new one`,
    (words) => {
      takeWords(words, []);
      return async (context, { say }) => {
        say(`This key signs the log from now on: ${await rotateLog(context)}`);
      };
    },
  ),

  'log recover': onShop(
    `  log recover WORDS... [--anyway]             begins another log where this one can't go on (a backup was
                                              restored, a key was lost); WORDS say why, for all to read.
                                              --anyway: though this one can be signed`,
    (words) => {
      const reason = words.filter((word) => word !== ANYWAY);
      // Unknown options are rejected. Otherwise a mistyped option would become part of the reason, which stays public
      // forever.
      const unknown = reason.find((word) => /^--?[a-z]/i.test(word));
      if (unknown !== undefined) throw new WrongUsage(`There is no option ${unknown}.`);
      if (reason.length === 0) throw new WrongUsage('The reason is missing.');
      return async (context, { say }, asOwner) => {
        const isHealthy =
          (await findLog(context.db)) !== null && (await whyUnsigned(context)) === null;
        if (isHealthy && !words.includes(ANYWAY)) {
          throw new Refused(
            `This log can be signed. Another one would end every drop, for good: ${ANYWAY} begins it all the same.`,
          );
        }
        const origin = await asOwner((db) =>
          recoverLog({ ...context, db }, reason.join(' '), ({ db: tx }) => giveUpDrops(tx)),
        );
        say(`Began the log ${origin}. Its first entry says why.`);
      };
    },
  ),
};
