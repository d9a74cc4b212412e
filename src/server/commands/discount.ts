import { insertDiscountCode } from '../checkout/discount-codes-queries.ts';
import { onShop, type Commands, Refused, WrongUsage } from './command.ts';
import { readOptions, takeWords, readCad, readCount, readEnd, readYes } from './words.ts';

const DISCOUNT_OPTIONS = [
  '--percent',
  '--fixed',
  '--max',
  '--until',
  '--per-person',
  '--least',
  '--free',
];

const CODE_FORM = /^[A-Z0-9_-]{1,64}$/;

export const DISCOUNT: Commands = {
  'discount create': onShop(
    `  discount create CODE --percent 10 | --fixed 5 [--max N] [--until DATE] [--per-person N]
                  [--least AMOUNT] [--free yes]
                                              a code that takes something off an order`,
    (words, { clockOffsetMs }) => {
      const { rest, options } = readOptions(words, DISCOUNT_OPTIONS);
      const now = new Date(Date.now() + clockOffsetMs);
      const code = readDiscountCode(rest, options, now);
      return async (context, { say }) => {
        if (!(await insertDiscountCode(context.db, code))) {
          throw new Refused(`The discount code ${code.code} already exists.`);
        }
        say(`Created the discount code ${code.code}.`);
      };
    },
  ),
};

function readDiscountCode(
  rest: string[],
  options: Record<string, string>,
  now: Date,
): Parameters<typeof insertDiscountCode>[1] {
  const { '--percent': percent, '--fixed': fixed, '--max': max, '--until': until } = options;
  const { '--per-person': perPerson, '--least': least, '--free': free } = options;
  const code = takeWords(rest, ['CODE'])[0]!.toUpperCase();
  if ((percent === undefined) === (fixed === undefined)) {
    throw new WrongUsage('Give either --percent or --fixed.');
  }
  if (!CODE_FORM.test(code)) {
    throw new Refused('A code has 1 to 64 letters, digits, hyphens and underscores.');
  }
  return {
    code,
    ...(percent === undefined
      ? { amountOff: readCad('--fixed', fixed!) }
      : { percent: readCount('--percent', percent, 100) }),
    usesMax: max === undefined ? null : readCount('--max', max, 1_000_000_000),
    usesPerPerson:
      perPerson === undefined ? null : readCount('--per-person', perPerson, 1_000_000_000),
    leastOrder: least === undefined ? null : readCad('--least', least),
    isFree: free !== undefined && readYes('--free', free),
    expiresAt: until === undefined ? null : readEnd(until, now),
  };
}
