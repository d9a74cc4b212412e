// What operators are alerted about: conditions that hold now, conditions that ended, and which kinds the reader wants
// to hear about.
import { showAlerts, switchAlert, type Alert, type AlertKind } from '#contract/metrics-alerts.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { POLL_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Panel } from '../ui/panel.tsx';
import { Banner } from '../ui/states.tsx';
import { AlertLines } from './alert-lines.tsx';

export const screen = createLazyRoute('/admin/alerts')({ component: AlertsPage });

function AlertsPage() {
  const list = useAsk(showAlerts, {}, { refetchInterval: POLL_MS });
  return (
    <AdminFrame title="Alerts">
      <WhenLoaded list={list} what="alerts">
        {({ alerts, kinds }) =>
          kinds.length === 0 ? (
            <p className="text-text-2">No alerts are about your work.</p>
          ) : (
            <div className="grid gap-8">
              <section aria-labelledby="open-alerts">
                <h2 id="open-alerts" className="mb-4 text-h3">
                  Now
                </h2>
                <AlertLines alerts={alerts.filter(({ mendedAt }) => mendedAt === null)} />
                {alerts.every(({ mendedAt }) => mendedAt !== null) && (
                  <p className="text-text-2">All is well.</p>
                )}
              </section>
              <Mended alerts={alerts.filter(({ mendedAt }) => mendedAt !== null)} />
              <Panel title="What you are told of">
                <Kinds saved={kinds} />
              </Panel>
            </div>
          )
        }
      </WhenLoaded>
    </AdminFrame>
  );
}

function Mended({ alerts }: { alerts: Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <section aria-labelledby="mended-alerts">
      <h2 id="mended-alerts" className="mb-4 text-h3">
        Mended
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface text-small">
        {alerts.map(({ id, title, words, since, mendedAt }) => (
          <li key={id} className="grid gap-1 px-4 py-3">
            <p className="font-[560]">{title}</p>
            <p className="break-words text-text-2">{words}</p>
            <p className="text-text-2">
              {formatMoment(since)} to {formatMoment(mendedAt!)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Kinds({ saved }: { saved: AlertKind[] }) {
  // The requests run one after the other, so that the last press of a checkbox decides its value.
  const change = useDo(switchAlert, { scope: 'alerts', untilFresh: true });
  const [pressed, setPressed] = useState<Record<string, boolean>>({});
  return (
    <div className="grid gap-4">
      <p className="text-small text-text-2">
        By the bell and by mail: once when it begins, and once when it is mended.
      </p>
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {saved.map(({ condition, title, isOn }) => (
          <li key={condition}>
            <Checkbox
              label={title}
              checked={pressed[condition] ?? isOn}
              onChange={({ target }) => {
                setPressed({ ...pressed, [condition]: target.checked });
                change.mutate(
                  { condition, isOn: target.checked },
                  { onError: () => setPressed({}) },
                );
              }}
            />
          </li>
        ))}
      </ul>
      {change.isError && <Banner title="Not saved">{messageOf(change.error)}</Banner>}
    </div>
  );
}
