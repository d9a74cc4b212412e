import { stopEmbeddedPostgres } from '../../embedded-postgres/open-embedded-postgres.ts';
import { EMBEDDED_NAME } from '../database/embedded-name.ts';
import { type Commands, Refused, WrongUsage } from './command.ts';

export const STOP: Commands = {
  stop: {
    usage: `  stop                                        stop an embedded database that was left running`,
    run: async (words, config, { say }) => {
      if (words.length > 0) throw new WrongUsage(`There is no command "stop ${words[0]}".`);
      const told: string[] = [];
      const tell = (line: string): void => void told.push(line);
      const isStopped = await stopEmbeddedPostgres(config.dataDir, EMBEDDED_NAME, tell);
      if (!isStopped && told.length > 0) throw new Refused(told.join(' '));
      say(isStopped ? 'Stopped.' : 'Nothing was running.');
    },
  },
};
