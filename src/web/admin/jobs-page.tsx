// The shop's background jobs: the status of each job, and the failed jobs, which can be retried.
import { showMail } from '#contract/admin.ts';
import { listJobs, retryJob, type FailedJob, type JobStatus } from '#contract/jobs.ts';
import type { JobState } from '#domain/job.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useMay } from '../admin-kit/use-may.ts';
import { messageOf } from '../api/messages.ts';
import { formatMoment } from '../ui/moments.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { muted } from '../ui/muted.tsx';
import { showToast } from '../ui/toast.tsx';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { POLL_SOON_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { countOf } from '../ui/count-of.ts';

export const screen = createLazyRoute('/admin/jobs')({ component: JobsPage });

function JobsPage() {
  const jobs = useAsk(listJobs, {}, { refetchInterval: POLL_SOON_MS });
  return (
    <AdminFrame title="Jobs">
      <WhenLoaded list={jobs} what="jobs">
        {(all) => (
          <div className="grid gap-10">
            <FailedJobs failed={all.failed} />
            <section aria-labelledby="all-jobs">
              <h2 id="all-jobs" className="mb-4 text-h3">
                Scheduled jobs
              </h2>
              <DataTable
                caption="Jobs"
                columns={COLUMNS}
                rows={all.jobs}
                keyOf={(job) => job.name}
                card={(job) => <JobTile job={job} />}
              />
            </section>
          </div>
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

const STATES: Record<JobState, { word: string; tone: BadgeTone }> = {
  idle: { word: 'Idle', tone: 'plain' },
  waiting: { word: 'Waiting', tone: 'outline' },
  running: { word: 'Running', tone: 'brand' },
  retrying: { word: 'Retrying', tone: 'warn' },
};

/** Formats a time with seconds, because some jobs run every few seconds. Returns a dash for null. */
function momentOf(at: Date | null): string {
  return at === null ? '–' : formatMoment(at, '2-digit');
}

const COLUMNS: Column<JobStatus>[] = [
  { name: 'name', head: 'Job', cell: (job) => <span className="font-semibold">{job.name}</span> },
  { name: 'schedule', head: 'Runs', cell: (job) => muted(scheduleOf(job), 'whitespace-nowrap') },
  { name: 'state', head: 'State', cell: (job) => <StateBadge job={job} /> },
  {
    name: 'last',
    head: 'Last run',
    cell: (job) => muted(momentOf(job.lastRunAt), 'whitespace-nowrap'),
  },
  { name: 'outcome', head: 'Result', cell: (job) => <Outcome job={job} /> },
  {
    name: 'next',
    head: 'Next run',
    cell: (job) => muted(momentOf(job.nextRunAt), 'whitespace-nowrap'),
  },
];

function StateBadge({ job }: { job: JobStatus }) {
  const { word, tone } = STATES[job.state];
  return <Badge tone={tone}>{word}</Badge>;
}

function Outcome({ job }: { job: JobStatus }) {
  if (job.lastOutcome === null) return muted('–');
  if (job.lastOutcome === 'failed') return <span className="text-danger">Failed</span>;
  if (job.lastRun === null || job.lastRun.done === 0)
    return muted('Nothing to do', 'whitespace-nowrap');
  return muted(`${job.lastRun.done} done`, 'whitespace-nowrap');
}

/** Returns "Every 15 seconds" or "Daily at 21:00 UTC". */
function scheduleOf({ everySeconds, dailyAtHour }: JobStatus): string {
  if (dailyAtHour !== null) return `Daily at ${String(dailyAtHour).padStart(2, '0')}:00 UTC`;
  if (everySeconds === null) return 'When an e-mail is queued';
  if (everySeconds < 60) return `Every ${everySeconds} seconds`;
  const minutes = everySeconds / 60;
  if (minutes === 1) return 'Every minute';
  return minutes === 60 ? 'Every hour' : `Every ${minutes} minutes`;
}

function JobTile({ job }: { job: JobStatus }) {
  return (
    <div className="grid gap-2 text-small">
      <p className="flex items-center justify-between gap-4">
        <span className="font-semibold">{job.name}</span>
        <StateBadge job={job} />
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-text-2">
        <dt>Runs</dt>
        <dd className="text-right">{scheduleOf(job)}</dd>
        <dt>Last run</dt>
        <dd className="text-right">{momentOf(job.lastRunAt)}</dd>
        <dt>Result</dt>
        <dd className="text-right">
          <Outcome job={job} />
        </dd>
        <dt>Next run</dt>
        <dd className="text-right">{momentOf(job.nextRunAt)}</dd>
      </dl>
    </div>
  );
}

function FailedJobs({ failed }: { failed: FailedJob[] }) {
  return (
    <section aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" className="mb-4 text-h3">
        Failed
      </h2>
      {failed.length === 0 ? (
        <p className="text-text-2">No failed jobs.</p>
      ) : (
        <DataTable
          caption="Failed jobs"
          columns={FAILED_COLUMNS}
          rows={failed}
          keyOf={(job) => job.id}
          card={(job) => <FailedTile job={job} />}
        />
      )}
    </section>
  );
}

const FAILED_COLUMNS: Column<FailedJob>[] = [
  { name: 'name', head: 'Job', cell: (job) => <FailedName job={job} /> },
  {
    name: 'error',
    head: 'What went wrong',
    cell: (job) => <span className="line-clamp-2 break-words">{job.error}</span>,
  },
  { name: 'when', head: 'When', cell: (job) => muted(momentOf(job.failedAt), 'whitespace-nowrap') },
  { name: 'attempts', head: 'Attempts', align: 'right', cell: (job) => job.attempts },
  { name: 'retry', head: 'Actions', align: 'right', cell: (job) => <RetryButton job={job} /> },
];

/** The name of a failed job. If the job sends a mail and the operator may read mails, the name links to the mail. */
function FailedName({ job }: { job: FailedJob }) {
  const readsMails = useMay(showMail);
  if (job.mailId === null || !readsMails) {
    return <span className="font-semibold whitespace-nowrap">{job.name}</span>;
  }
  return (
    <Link
      to="/admin/mail"
      search={{ mail: job.mailId }}
      className="link hit-44 font-semibold whitespace-nowrap"
    >
      {job.name}
    </Link>
  );
}

function RetryButton({ job }: { job: FailedJob }) {
  const retry = useDo(retryJob, {
    onSuccess: () =>
      showToast({ kind: 'success', title: `${job.name} runs again`, text: 'It starts shortly.' }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'The job was not run again', text: messageOf(error) }),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      busy={retry.isPending}
      onClick={() => retry.mutate({ id: job.id })}
      className="hit-44"
    >
      Run again
    </Button>
  );
}

function FailedTile({ job }: { job: FailedJob }) {
  return (
    <div className="grid gap-3 text-small">
      <p className="flex items-center justify-between gap-4">
        <FailedName job={job} />
        <span className="text-text-2">{countOf(job.attempts, 'attempt')}</span>
      </p>
      <p className="break-words">{job.error}</p>
      <p className="flex items-center justify-between gap-4 text-text-2">
        {momentOf(job.failedAt)}
        <RetryButton job={job} />
      </p>
    </div>
  );
}
