// The alerts that hold now, each with the page where an operator acts.
import { showAlerts, type Alert } from '#contract/metrics-alerts.ts';
import { Link } from '@tanstack/react-router';
import { POLL_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { formatMoment } from '../ui/moments.ts';

/** The alerts at the head of the overview. Renders nothing if all is well. */
export function OpenAlerts() {
  const { data } = useAsk(showAlerts, {}, { refetchInterval: POLL_MS });
  const open = data?.alerts.filter(({ mendedAt }) => mendedAt === null) ?? [];
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="alerts">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="alerts" className="text-h3">
          Alerts
        </h2>
        <Link to="/admin/alerts" className="link hit-44 text-small">
          All alerts
        </Link>
      </div>
      <AlertLines alerts={open} />
    </section>
  );
}

export function AlertLines({ alerts }: { alerts: Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface text-small">
      {alerts.map(({ id, title, words, since, leadsTo }) => (
        <li key={id} className="grid gap-1 px-4 py-3">
          <p className="font-[560]">
            {leadsTo === null ? (
              title
            ) : (
              <Link {...targetOf(leadsTo)} className="link hit-44">
                {title}
              </Link>
            )}
          </p>
          <p className="break-words">{words}</p>
          <p className="text-text-2">Since {formatMoment(since)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Splits an address such as `/admin/mail?state=failed` for the router. */
function targetOf(leadsTo: string): { to: string; search: never; hash: string } {
  const { pathname, searchParams, hash } = new URL(leadsTo, 'https://shop.invalid');
  return {
    to: pathname,
    search: Object.fromEntries(searchParams) as never,
    hash: hash.slice(1),
  };
}
