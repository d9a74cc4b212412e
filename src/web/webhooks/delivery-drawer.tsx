// The panel with one delivery: what was sent, and what the receiver answered.
import {
  sendWebhookAgain,
  showWebhookDelivery,
  type WebhookDeliveryDetail,
} from '#contract/webhooks.ts';
import type { ReactNode } from 'react';
import { DetailList, Drawer, DrawerSection } from '../admin-kit/drawer.tsx';
import { POLL_SOON_MS } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { formatMoment } from '../ui/moments.ts';
import { showToast } from '../ui/toast.tsx';
import { DeliveryBadge, outcomeOf } from './delivery-words.tsx';

export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const delivery = useAsk(showWebhookDelivery, { id }, { refetchInterval: POLL_SOON_MS });
  return (
    <Drawer
      title={delivery.data?.type ?? 'Delivery'}
      what="delivery"
      query={delivery}
      missing="It was deleted after thirty days, or its endpoint was removed."
      onClose={onClose}
    >
      {(found) => <Detail delivery={found} />}
    </Drawer>
  );
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { state, tries, triedAt, nextTryAt, body, response } = delivery;
  const details: [label: string, value: ReactNode][] = [
    ['Endpoint', delivery.endpointName],
    ['State', <DeliveryBadge key="state" state={state} />],
    ['Event at', formatMoment(delivery.createdAt)],
    ['webhook-id', delivery.eventId],
    ['Tries', tries],
  ];
  if (triedAt !== null) details.push(['Last try', formatMoment(triedAt)]);
  if (triedAt !== null) details.push(['Last answer', outcomeOf(delivery)]);
  if (state === 'failing' && nextTryAt !== null)
    details.push(['Next try', formatMoment(nextTryAt)]);
  return (
    <div className="grid gap-5">
      <DetailList details={details} />
      <DrawerSection title="Body">
        <Code text={pretty(body)} />
      </DrawerSection>
      {response !== null && response !== '' && (
        <DrawerSection title="Answer">
          <Code text={response} />
        </DrawerSection>
      )}
      <SendAgain id={delivery.id} />
    </div>
  );
}

function Code({ text }: { text: string }) {
  return (
    <pre className="rounded-control bg-surface-2 p-4 font-mono text-small break-all whitespace-pre-wrap">
      {text}
    </pre>
  );
}

function pretty(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}

function SendAgain({ id }: { id: string }) {
  const send = useDo(sendWebhookAgain, {
    onSuccess: () => showToast({ kind: 'success', title: 'The event is being sent again' }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'The event was not sent again', text: messageOf(error) }),
  });
  return (
    <div>
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate({ id })}>
        Send again
      </Button>
    </div>
  );
}
