// The panel with one shipment, beside the list of shipments. It shows the destination, the places of the cards, and a
// button for the next step.
import {
  removeShipmentNote,
  showShipmentTimeline,
  writeShipmentNote,
} from '#contract/admin-timeline.ts';
import { bookParcelLoss } from '#contract/shipping-losses.ts';
import type { Shipment } from '#contract/shipping.ts';
import {
  moveShipment,
  showAdminShipment,
  type ParcelCard,
  type AdminShipmentDetail,
} from '#contract/shipping-admin.ts';
import { formatCad, ZERO } from '#domain/money.ts';
import { nextStatuses } from '#domain/shipping.ts';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useMay } from '../../admin-kit/use-may.ts';
import { messageOf } from '../../api/messages.ts';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { refundWords } from '../cancel-words.ts';
import { SHIPMENT_WORDS } from '../shipment-words.ts';
import { countCards } from '../../collection/card-words.ts';
import { Address, ShipmentBadge, Tracking } from '../shipment-parts.tsx';
import { CARRIERS } from '../tracking.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { methodWords } from '../../wallet/transaction-words.ts';
import { formatMoment } from '../../ui/moments.ts';
import { Drawer, DrawerSection, DetailList } from '../../admin-kit/drawer.tsx';
import { ParcelLossForm } from '../../admin-kit/loss-form.tsx';
import { Timeline } from '../../admin-kit/timeline.tsx';
import { LabelSection } from './label-section.tsx';
import { PrintLink } from './shipping-bulk-bar.tsx';
import { POLL_MS } from '../../admin-kit/listing.ts';
import { shortId } from './shipping-words.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';

export function ShippingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const open = useAsk(showAdminShipment, { id }, { refetchInterval: POLL_MS });
  return (
    <Drawer title={`Shipment ${shortId(id)}`} what="shipment" query={open} onClose={onClose}>
      {(found) => <Open open={found} />}
    </Drawer>
  );
}

function Open({ open }: { open: AdminShipmentDetail }) {
  const { shipment, ownerEmail, additions, cards } = open;
  return (
    <div className="grid gap-6">
      <DetailList
        details={[
          ['Shipment', shipment.id],
          ['Owner', ownerEmail],
          ['Status', <ShipmentBadge key="status" shipment={shipment} />],
          ...(shipment.fee === null
            ? []
            : [
                [
                  'Fee',
                  `${formatCad(shipment.fee.totalFee)}, ${methodWords(shipment.paymentMethod)}`,
                ] as const,
              ]),
          ...(shipment.service === null ? [] : [['Service', shipment.service] as const]),
          ...(shipment.insuredValue === null || shipment.insuredValue === 0
            ? []
            : [['Insured', formatCad(shipment.insuredValue)] as const]),
          ...additions.map(
            (one, at) =>
              [
                additions.length === 1 ? 'Added later' : `Added later, ${at + 1}`,
                one.totalFee === null
                  ? countCards(one.cardCount)
                  : `${countCards(one.cardCount)}, ${formatCad(one.totalFee)}, ${methodWords(one.paymentMethod)}`,
              ] as const,
          ),
          ...(shipment.checkedUntil === null
            ? []
            : [['Held', `See Overview, by ${formatMoment(shipment.checkedUntil)}`] as const]),
          ...shipment.events.map(
            ({ status, at }) => [SHIPMENT_WORDS[status].word, formatMoment(at)] as const,
          ),
        ]}
      />
      <DrawerSection title="Shipping to">
        <Address shipment={shipment} />
        <Tracking shipment={shipment} />
      </DrawerSection>
      {open.labelSeller !== null && shipment.status === 'packed' && (
        <LabelSection key={shipment.id} id={shipment.id} seller={open.labelSeller} />
      )}
      <NextSteps key={shipment.status} open={open} />
      <DrawerSection title={countCards(cards.length)}>
        <ul className="grid text-small">
          {cards.map((card) => (
            <CardLine key={card.cardId} card={card} />
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-2">
          <PrintLink to="/admin/shipping/pick-list" ids={[shipment.id]} label="Pick list" />
          <PrintLink to="/admin/shipping/packing-slips" ids={[shipment.id]} label="Packing slip" />
        </div>
      </DrawerSection>
      <Timeline id={shipment.id} calls={TIMELINE} whose="The owner" />
    </div>
  );
}

const TIMELINE = {
  shows: showShipmentTimeline,
  writes: writeShipmentNote,
  removes: removeShipmentNote,
};

function CardLine({ card }: { card: ParcelCard }) {
  return (
    <li className="grid gap-0.5 border-t border-line py-2.5 last:border-b">
      <span className="font-[560] break-words">{card.name}</span>
      <span className="text-text-2">
        {card.setName} · {card.number} · {FINISH_WORDS[card.finish]} · {card.condition}
      </span>
      <span className="break-words text-text-2">
        Pack {card.packSerial}, card {card.position}
      </span>
      <span className="break-words text-text-2">
        {card.cardNumber}
        {card.shelf !== null && ` · shelf ${card.shelf}`}
      </span>
    </li>
  );
}

const REFUSALS = { INVALID_TRANSITION: 'Somebody else has changed it in the meantime.' };

function NextSteps({ open: { shipment, additions, cards } }: { open: AdminShipmentDetail }) {
  const mayBookLoss = useMay(bookParcelLoss);
  const [isCancelling, setCancelling] = useState(false);
  const [isLost, setLost] = useState(false);
  const move = useDo(moveShipment, MOVED);
  const next = nextStatuses(shipment.status);
  const money = moneyWords({ shipment, additions });
  if (next.length === 0) return null;
  const step = (to: 'packed' | 'delivered' | 'cancelled') =>
    move.mutate({ id: shipment.id, status: to });
  if (isLost) return <ParcelLossForm id={shipment.id} onClose={() => setLost(false)} />;
  const runs = (to: string) => move.isPending && move.variables.status === to;
  return (
    <section aria-labelledby="parcel-next" className="grid gap-4">
      <h3 id="parcel-next" className="text-body font-semibold">
        Next step
      </h3>
      {move.isError && (
        <Banner title="Nothing was changed">{messageOf(move.error, REFUSALS)}</Banner>
      )}
      {next.includes('shipped') && !isCancelling && <ShipForm shipment={shipment} />}
      {isCancelling ? (
        <CancelQuestion
          count={cards.length}
          money={money}
          isPending={move.isPending}
          busy={runs('cancelled')}
          onCancel={() => step('cancelled')}
          onBack={() => setCancelling(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          {next.includes('packed') && (
            <Button busy={runs('packed')} onClick={() => step('packed')}>
              Mark packed
            </Button>
          )}
          {next.includes('delivered') && (
            <Button busy={runs('delivered')} onClick={() => step('delivered')}>
              Mark delivered
            </Button>
          )}
          {next.includes('lost') && mayBookLoss && (
            <Button variant="danger" onClick={() => setLost(true)}>
              Parcel is lost
            </Button>
          )}
          {next.includes('cancelled') && (
            <Button variant="danger" disabled={move.isPending} onClick={() => setCancelling(true)}>
              Cancel shipment
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** What a cancellation refunds. Operators who only pack see no amount. */
function moneyWords({
  shipment,
  additions,
}: Pick<AdminShipmentDetail, 'shipment' | 'additions'>): string | null {
  const { fee, paymentMethod } = shipment;
  if (fee === null) return 'what was paid is refunded';
  const added = additions.map((one) => ({ ...one, totalFee: one.totalFee ?? ZERO }));
  return refundWords({ shipment: { fee, paymentMethod }, additions: added }, 'operator');
}

type CancelQuestionProps = {
  count: number;
  /** Says what happens to the fee. Null if no fee was paid. */
  money: string | null;
  isPending: boolean;
  busy: boolean;
  onCancel: () => void;
  onBack: () => void;
};

function CancelQuestion({ count, money, isPending, busy, onCancel, onBack }: CancelQuestionProps) {
  return (
    <section aria-label="Cancel this shipment?" className="grid gap-4">
      <p className="text-small text-text-2">
        {countCards(count)} {count === 1 ? 'returns' : 'return'} to the owner&apos;s collection
        {money !== null && `, and ${money}`}. This can&apos;t be undone.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="danger-filled" busy={busy} onClick={onCancel}>
          Cancel shipment
        </Button>
        <Button autoFocus variant="secondary" disabled={isPending} onClick={onBack}>
          Keep shipment
        </Button>
      </div>
    </section>
  );
}

/**
 * What happens after a move in the panel. A toast shows the error too: if another operator has already moved the
 * shipment, the step disappears together with its error banner.
 */
const MOVED = {
  onSuccess: ({ status }: Pick<Shipment, 'status'>) =>
    showToast({ kind: 'success', title: `Shipment ${SHIPMENT_WORDS[status].word.toLowerCase()}` }),
  onError: (error: Error) =>
    showToast({ kind: 'error', title: 'Nothing was changed', text: messageOf(error, REFUSALS) }),
};

const ANOTHER = 'another';

function ShipForm({ shipment: { id } }: { shipment: Pick<Shipment, 'id'> }) {
  const move = useDo(moveShipment, MOVED);
  const form = useEndpointForm(moveShipment, {
    start: { known: CARRIERS[0]!, carrier: '', trackingNumber: '' },
    checks: 'left',
    requestOf: ({ known, carrier, trackingNumber }) => ({
      status: 'shipped' as const,
      carrier: known === ANOTHER ? carrier : known,
      trackingNumber,
    }),
    send: (parcel) => {
      if (!move.isPending) move.mutate({ id, ...parcel });
    },
  });
  const known = useWatch({ control: form.control, name: 'known' });
  return (
    <form noValidate aria-label="Ship" onSubmit={form.submit} className="grid gap-4">
      <Select
        {...form.register('known')}
        label="Carrier"
        options={[
          ...CARRIERS.map((name) => ({ value: name, label: name })),
          { value: ANOTHER, label: 'Other carrier' },
        ]}
      />
      {known === ANOTHER && <FormField form={form} name="carrier" label="Carrier name" />}
      <FormField form={form} name="trackingNumber" label="Tracking number" />
      {move.isError && (
        <Banner title="Nothing was changed">{messageOf(move.error, REFUSALS)}</Banner>
      )}
      <div>
        <Button type="submit" busy={move.isPending}>
          Mark shipped
        </Button>
      </div>
    </form>
  );
}
