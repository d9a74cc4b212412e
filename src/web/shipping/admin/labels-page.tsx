// The bought labels of some parcels, one on each sheet. The page opens the browser's print dialog by itself, so that
// the labels of many parcels need only one press.
import type { Reply } from '#contract/endpoint.ts';
import { printLabels } from '#contract/shipping-labels.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Banner, EmptyState, Loading } from '../../ui/states.tsx';
import { shortId } from './shipping-words.ts';

export const screen = createLazyRoute('/admin/shipping/labels')({ component: LabelsPage });

function LabelsPage() {
  const { ids } = screen.useSearch();
  const asked = ids === '' ? [] : ids.split(',');
  const { mutate, data, error } = useDo(printLabels);
  useEffect(() => {
    if (ids !== '') mutate({ ids: ids.split(',') });
  }, [ids, mutate]);
  const labels = data?.labels ?? [];
  return (
    <div className="page pt-9 pb-20 print:p-0">
      <div className="mx-auto max-w-4xl print:max-w-none">
        <Link
          to="/admin/shipping"
          className="link inline-flex min-h-11 items-center gap-1.5 text-small font-[560] print:hidden"
        >
          <Icon name="left" size={16} />
          Shipping
        </Link>
        <div className="mt-3 mb-7 flex flex-wrap items-center justify-between gap-4 print:hidden">
          <h1 tabIndex={-1} className="text-h2 sm:text-h1">
            Labels
          </h1>
          {labels.length > 0 && (
            <Button variant="secondary" onClick={() => print()}>
              Print
            </Button>
          )}
        </div>
        {error && <Banner title="No labels">{messageOf(error)}</Banner>}
        {asked.length > 0 && data === undefined && error === null && (
          <Loading text="Loading labels…" />
        )}
        {(asked.length === 0 || (data !== undefined && labels.length === 0)) && (
          <EmptyState title="Nothing to print" text="None of these parcels has a bought label." />
        )}
        {labels.length > 0 && <Sheets labels={labels} />}
      </div>
    </div>
  );
}

function Sheets({ labels }: { labels: Reply<typeof printLabels>['labels'] }) {
  const sheets = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pictures = [...sheets.current!.querySelectorAll('img')];
    let isGone = false;
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isGone && pictures.length > 0) print();
    });
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <div ref={sheets} className="grid gap-6 print:block">
      {labels.map(({ shipmentId, label, picture }) => (
        <article
          key={shipmentId}
          aria-label={`Label ${shortId(shipmentId)}`}
          className="grid justify-items-center gap-2 rounded-card border border-line bg-surface p-4 text-small print:break-after-page print:border-0 print:p-0 print:last:break-after-auto"
        >
          <p className="print:hidden">
            {shortId(shipmentId)} · {label.carrier} {label.service}, {label.trackingNumber}
          </p>
          {picture === null ? (
            <a
              href={label.labelUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="link hit-44 font-semibold print:hidden"
            >
              Open this label at the carrier
              <span className="sr-only"> (in a new tab)</span>
            </a>
          ) : (
            <img
              src={picture}
              alt={`Label of parcel ${shortId(shipmentId)}`}
              className="max-w-full print:max-h-[97vh]"
            />
          )}
        </article>
      ))}
    </div>
  );
}
