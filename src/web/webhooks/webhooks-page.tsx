// The page of webhooks: the endpoints to which the shop sends its events, and what it sent.
import {
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  sendTestEvent,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '#contract/webhooks.ts';
import { DELIVERY_STATES } from '#domain/webhook.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { Ask } from '../admin-kit/ask.tsx';
import { PAGE_LIMIT, POLL_SOON_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { countedWords } from '../lists/count-words.ts';
import { ChoiceField, FilterForm } from '../lists/list-fields.tsx';
import { ListPage, RowLink } from '../lists/list-page.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import type { Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { muted } from '../ui/muted.tsx';
import { showToast } from '../ui/toast.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryBadge, DELIVERY_WORDS, outcomeOf } from './delivery-words.tsx';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { NewSecretDialog, SecretDialog, type NewSecret } from './secret-dialogs.tsx';

export const screen = createLazyRoute('/admin/webhooks')({ component: WebhooksPage });

type Act = 'change' | 'rotate' | 'remove';

function WebhooksPage() {
  const endpoints = useAsk(listWebhooks, {}, { refetchInterval: POLL_SOON_MS });
  const [asked, setAsked] = useState<{ act: Act; endpoint: WebhookEndpoint } | 'new' | null>(null);
  const [made, setMade] = useState<NewSecret | null>(null);
  const onClose = () => setAsked(null);
  const showSecret = (secret: NewSecret) => {
    setAsked(null);
    setMade(secret);
  };
  return (
    <AdminFrame title="Webhooks">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[64ch] text-small text-text-2">
          The shop sends its events to these addresses, signed, and tries for three days. Your
          programs need not ask for what is new.
        </p>
        <Button onClick={() => setAsked('new')}>Add an endpoint</Button>
      </div>
      <WhenLoaded list={endpoints} what="endpoints">
        {(found) => (
          <div className="grid gap-10">
            {found.endpoints.length > 0 && (
              <ul aria-label="Endpoints" className="border-t border-line">
                {found.endpoints.map((endpoint) => (
                  <EndpointRow
                    key={endpoint.id}
                    endpoint={endpoint}
                    onAsk={(act) => setAsked({ act, endpoint })}
                  />
                ))}
              </ul>
            )}
            <Deliveries endpoints={found.endpoints} />
          </div>
        )}
      </WhenLoaded>
      {(asked === 'new' || asked?.act === 'change') && (
        <EndpointDrawer
          endpoint={asked === 'new' ? null : asked.endpoint}
          onSecret={showSecret}
          onClose={onClose}
        />
      )}
      {asked !== null && asked !== 'new' && asked.act === 'rotate' && (
        <NewSecretDialog endpoint={asked.endpoint} onSecret={showSecret} onClose={onClose} />
      )}
      {asked !== null && asked !== 'new' && asked.act === 'remove' && (
        <Ask
          endpoint={removeWebhook}
          sent={() => ({ id: asked.endpoint.id })}
          title={`Remove ${asked.endpoint.name}?`}
          text="Nothing is sent there any more, and what waits for it is lost."
          confirm="Remove endpoint"
          done={`${asked.endpoint.name} removed`}
          onClose={onClose}
        />
      )}
      {made !== null && <SecretDialog made={made} onClose={() => setMade(null)} />}
    </AdminFrame>
  );
}

const PAUSED_WORDS = {
  operator: 'An operator paused it.',
  failing: 'An event failed for three days.',
  gone: 'It answered that it is gone (410).',
};

function stateOf({ state, pauseReason }: WebhookEndpoint): string {
  if (state === 'down') return 'Its last calls failed. The shop tries once a minute.';
  return pauseReason === null ? '' : PAUSED_WORDS[pauseReason];
}

function EndpointRow({
  endpoint,
  onAsk,
}: {
  endpoint: WebhookEndpoint;
  onAsk: (act: Act) => void;
}) {
  const { id, name, url, events, state, waiting, secretBeforeUntil } = endpoint;
  const send = useDo(sendTestEvent, {
    onSuccess: () => showToast({ kind: 'success', title: 'A test event is on its way' }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'No test event was sent', text: messageOf(error) }),
  });
  const pause = useDo(pauseWebhook, {
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was changed', text: messageOf(error) }),
  });
  const isPaused = state === 'paused';
  const hidden = <span className="sr-only"> {name}</span>;
  return (
    <li className="grid gap-3 border-b border-line py-4 text-small">
      <div className="grid min-w-0 gap-0.5">
        <h2 className="flex flex-wrap items-center gap-2 text-body font-semibold break-words">
          {name}
          {state === 'down' && <Badge tone="warn">Down</Badge>}
          {isPaused && <Badge tone="danger">Paused</Badge>}
        </h2>
        <p className="break-all text-text-2">{url}</p>
        <p className="text-text-2">
          {countOf(events.length, 'kind')} of events · {countedWords(waiting)} waiting
          {secretBeforeUntil !== null &&
            ` · the old secret signs too until ${formatMoment(secretBeforeUntil)}`}
        </p>
        {state !== 'working' && <p className="text-text-2">{stateOf(endpoint)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {!isPaused && (
          <Button
            size="small"
            variant="secondary"
            className="hit-44"
            busy={send.isPending}
            onClick={() => send.mutate({ id })}
          >
            Send a test event{hidden}
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          className="hit-44"
          busy={pause.isPending}
          onClick={() => pause.mutate({ id, isPaused: !isPaused })}
        >
          {isPaused ? 'Resume' : 'Pause'}
          {hidden}
        </Button>
        <Button size="small" variant="secondary" className="hit-44" onClick={() => onAsk('change')}>
          Change{hidden}
        </Button>
        <Button size="small" variant="secondary" className="hit-44" onClick={() => onAsk('rotate')}>
          New secret{hidden}
        </Button>
        <Button size="small" variant="ghost" className="hit-44" onClick={() => onAsk('remove')}>
          Remove{hidden}
        </Button>
      </div>
    </li>
  );
}

function Deliveries({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  const search = screen.useSearch();
  const { page = 1, endpoint: endpointId, state } = search;
  const query = useAsk(
    listWebhookDeliveries,
    { page, limit: PAGE_LIMIT, endpointId, state },
    { keepsPrevious: true, refetchInterval: POLL_SOON_MS },
  );
  const list = useListPage('/admin/webhooks', search, { opens: ['delivery'] });
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-4 text-h3">
        Deliveries
      </h2>
      <FilterForm label="Find deliveries" className="pb-5 sm:grid-cols-[minmax(0,320px)_180px]">
        <ChoiceField
          label="Endpoint"
          any="Any endpoint"
          options={endpoints.map(({ id, name }) => ({ value: id, label: name }))}
          {...list.field('endpoint')}
        />
        <ChoiceField
          label="State"
          any="Any state"
          options={DELIVERY_STATES.map((one) => ({ value: one, label: DELIVERY_WORDS[one].word }))}
          {...list.field('state')}
        />
      </FilterForm>
      <ListPage
        list={list}
        query={query}
        rows={query.data?.deliveries}
        label="Deliveries"
        one="delivery"
        none={{
          title: 'Nothing was sent yet',
          text: 'What the shop sends to an endpoint appears here, for thirty days.',
        }}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        card={(delivery) => <DeliveryTile delivery={delivery} />}
      />
      {search.delivery !== undefined && (
        <DeliveryDrawer id={search.delivery} onClose={list.close} />
      )}
    </section>
  );
}

const COLUMNS: Column<WebhookDelivery>[] = [
  {
    name: 'at',
    head: 'Event at',
    cell: ({ createdAt }) => muted(formatMoment(createdAt), 'whitespace-nowrap'),
  },
  { name: 'type', head: 'Event', cell: ({ id, type }) => <RowLink id={id}>{type}</RowLink> },
  { name: 'endpoint', head: 'Endpoint', cell: (one) => muted(one.endpointName, 'break-words') },
  { name: 'outcome', head: 'Last answer', cell: (one) => muted(outcomeOf(one), 'break-words') },
  {
    name: 'state',
    head: 'State',
    align: 'right',
    cell: ({ state }) => <DeliveryBadge state={state} />,
  },
];

function DeliveryTile({ delivery }: { delivery: WebhookDelivery }) {
  const { id, type, endpointName, createdAt, state } = delivery;
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <RowLink id={id}>{type}</RowLink>
        <DeliveryBadge state={state} />
      </div>
      <p className="break-words text-text-2">{endpointName}</p>
      <p className="break-words text-text-2">
        {formatMoment(createdAt)} · {outcomeOf(delivery)}
      </p>
    </div>
  );
}
