// The types of an operator’s command.
import { openShop, type AsOwner } from '../open-shop.ts';
import type { Config } from '../runtime/config.ts';
import type { Context } from '../runtime/context.ts';
import { makeLog } from '../runtime/log.ts';
import type { Screen } from '../runtime/progress.ts';

/** The command was typed wrong. Prints the problem, if known, and the usage. Exit code 2. */
export class WrongUsage extends Error {}

/** The command was understood and refused. Prints one line. Exit code 1. */
export class Refused extends Error {}

/** The terminal in which a command is typed, and to which it prints. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  out: Screen;
  err: Screen;
  /** Reads a secret from a prompt or from standard input. */
  readSecret: (asked: string) => Promise<string>;
};

export type Speaking = Terminal & { say: (line: string) => void; warn: (line: string) => void };

export type Command = {
  /** The line about the command in the list of `npm run shop`. */
  usage: string;
  /**
   * Parses the words before opening a database, then runs the command. Throws WrongUsage or
   * Refused.
   */
  run: (words: string[], config: Config, terminal: Speaking) => Promise<void>;
};

/** Commands by the one or two words that name them. */
export type Commands = Record<string, Command>;

type Work = (context: Context, terminal: Speaking, asOwner: AsOwner) => Promise<void>;

/** Makes a command that works on a shop. `read` parses the command's words and returns its work. */
export function onShop(usage: string, read: (words: string[], config: Config) => Work): Command {
  return {
    usage,
    run: async (words, config, terminal) => {
      const work = read(words, config);
      const shop = await openShop(config, makeLog('silent'), terminal.warn);
      try {
        await work(shop.context, terminal, shop.asOwner);
      } finally {
        await shop.close();
      }
    },
  };
}
