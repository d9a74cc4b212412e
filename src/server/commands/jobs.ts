import { refreshDuePrices } from '../jobs/refresh-configured-prices.ts';
import { aloneAt, runJob } from '../jobs/run-job.ts';
import { isMailJob, JOB_NAMES, type JobRun } from '../jobs/table.ts';
import type { Config } from '../runtime/config.ts';
import { onShop, type Commands, Refused, type Speaking } from './command.ts';
import { tellRuns } from './tell-runs.ts';
import { readOptions, takeWords, oneOf, readInstant } from './words.ts';

// A signal that never aborts, because a command ends only with its process.
const NEVER = new AbortController().signal;

const RUN = onShop(
  `  jobs run NAME [--at ISO-TIME]               what is due of a job, now or as at that time; NAME is
                                              ${JOB_NAMES.join(',\n                                              ')}`,
  (words) => {
    const { rest } = readOptions(words, ['--at']);
    const job = oneOf('NAME', JOB_NAMES, takeWords(rest, ['NAME'])[0]);
    return async (context, terminal) => {
      if (isMailJob(job) && context.mailer === null) throw new Refused('SMTP_URL is not set.');
      if (job !== 'refresh-prices')
        return tellRun(job, await runJob(context, job, NEVER), terminal);
      const refresh = () => refreshDuePrices(context, NEVER);
      tellRuns(await aloneAt(context, 'refresh-prices', refresh), terminal);
    };
  },
);

export const JOBS: Commands = {
  'jobs run': {
    usage: RUN.usage,
    run: (words, config, terminal) => RUN.run(words, configAt(words, config), terminal),
  },
};

/** Prints the result of a job. If parts failed, the next run tries them again. */
function tellRun(job: string, run: JobRun | null, { say, warn }: Speaking): void {
  if (run === null) throw new Refused(`Another process runs ${job}.`);
  say(`${run.done} done, ${run.failed} failed.`);
  if (run.problem !== undefined) warn(run.problem);
  if (run.failed > 0) throw new Refused('Those that failed are tried again by the next run.');
}

/**
 * The settings for running a job as if it were another time. The clocks of the process and the database are shifted to
 * that time.
 */
function configAt(words: string[], config: Config): Config {
  const at = readOptions(words, ['--at']).options['--at'];
  if (at === undefined) return config;
  return { ...config, clockOffsetMs: readInstant('--at', at).getTime() - Date.now() };
}
