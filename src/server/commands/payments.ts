import { formatCad } from '#domain/money.ts';
import { recoverPayments } from '../card-payments/recover-payments.ts';
import { onShop, type Commands, Refused } from './command.ts';
import { takeWords, readInstant } from './words.ts';

export const PAYMENTS: Commands = {
  'payments recover': onShop(
    `  payments recover SINCE                      after the database was brought back to SINCE (an ISO time): payments
                                              that the card provider holds from then on are delivered or
                                              given back`,
    (words) => {
      const since = readInstant('SINCE', takeWords(words, ['SINCE'])[0]!);
      return async (context, { say }) => {
        if (context.cardProvider === null) throw new Refused('This shop charges no cards.');
        const recovered = await recoverPayments(context, since);
        for (const { intentId, userId, amount, outcome } of recovered)
          say(`${intentId}\t${formatCad(amount)}\t${userId}\t${outcome}`);
        say(`${recovered.length} payments seen to.`);
        if (recovered.some(({ outcome }) => outcome === 'of nobody'))
          say(
            'Those of nobody stand at Overview, To look into, with the money that went back: close both.',
          );
        if (recovered.some(({ outcome }) => outcome === 'undecided' || outcome === 'refund waits'))
          throw new Refused('Some could not be decided yet: run this again.');
      };
    },
  ),
};
