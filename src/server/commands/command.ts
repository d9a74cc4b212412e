// Declares the types of an operator’s command.
import { openShop, type AsOwner } from '../open-shop.ts';
import type { Config } from '../runtime/config.ts';
import type { Context } from '../runtime/context.ts';
import { makeLog } from '../runtime/log.ts';
import type { Screen } from '../runtime/progress.ts';

/**
 * Thrown if a command was typed wrong. The command line then prints the problem, if it is known, and the usage. Exit
 * code 2.
 */
export class WrongUsage extends Error {}

/** Thrown if a command was understood and refused. The command line then prints one line. Exit code 1. */
export class Refused extends Error {}

/** The terminal in which the operator types a command, and to which the command prints. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  out: Screen;
  err: Screen;
  /** Reads a secret from a prompt or from standard input. */
  readSecret: (asked: string) => Promise<string>;
};

export type Speaking = Terminal & { say: (line: string) => void; warn: (line: string) => void };

export type Command = {
  /** The command's line in the list of `npm run shop`. */
  usage: string;
  /** Parses the words before it opens a database, then runs the command. Throws WrongUsage or Refused. */
  run: (words: string[], config: Config, terminal: Speaking) => Promise<void>;
};

/** Commands by their name, which is one word or two. */
export type Commands = Record<string, Command>;

type Work = (context: Context, terminal: Speaking, asOwner: AsOwner) => Promise<void>;

/** Makes a command that works on a shop. `read` parses the command's words and returns the work to do. */
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
