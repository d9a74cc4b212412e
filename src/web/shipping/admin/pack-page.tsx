// The page on which operators pack: each card is scanned or typed, and a wrong one is refused by its number. Without
// chosen parcels it goes from one waiting parcel to the next; with some, their cards are picked in one walk along the
// shelves, into a box for each parcel. Everything works without a mouse: Enter in the empty field does the next step.
import { printShipments, type AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { useAsk } from '../../api/ask.ts';
import { countCards } from '../../collection/card-words.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Address } from '../shipment-parts.tsx';
import { CARRIERS } from '../tracking.ts';
import { SHIPMENT_WORDS } from '../shipment-words.ts';
import { completeParcels, stepWords, unpickedCards, type PackingStep } from './packing-steps.ts';
import { pickList, type PickedCard } from './pick-list.ts';
import { tableTitle, usePacking, type News } from './use-packing.ts';
import { PrintLink } from './shipping-bulk-bar.tsx';

export const screen = createLazyRoute('/admin/shipping/pack')({ component: PackPage });

function PackPage() {
  const { ids } = screen.useSearch();
  const chosen = ids === '' ? [] : ids.split(',');
  // Loaded once: the scans keep the table up to date.
  const run = useAsk(printShipments, chosen.length > 0 ? { ids: chosen } : null, {
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <AdminFrame title="Pack">
      <Link
        to="/admin/shipping"
        className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        Shipping
      </Link>
      {chosen.length === 0 ? (
        <Table start={[]} isRun={false} />
      ) : (
        <WhenLoaded list={run} what="shipments">
          {({ shipments }) => <Table key={ids} start={shipments} isRun />}
        </WhenLoaded>
      )}
    </AdminFrame>
  );
}

function Table({ start, isRun }: { start: AdminShipmentDetail[]; isRun: boolean }) {
  const table = usePacking(start, isRun);
  const [carrier, setCarrier] = useState(CARRIERS[0]!);
  const { parcels, step, news } = table;
  const seller = parcels[0]?.labelSeller ?? null;
  const complete = completeParcels(parcels).length;
  const enter = (typed: string) => {
    if (typed !== '') {
      const isTracking = step === 'send' && seller === null;
      return isTracking ? table.send({ carrier, trackingNumber: typed }) : table.pick(typed);
    }
    if (table.isBusy) return;
    if (step === 'pack' || (step === 'scan' && isRun && complete > 0)) return table.pack();
    if (step === 'send' && seller !== null) return table.send(null);
    if (!isRun && step !== 'scan') table.next();
  };
  return (
    <div className="grid max-w-[860px] gap-5">
      <Panel title={tableTitle(parcels)}>
        <div className="grid gap-4">
          {!isRun && parcels[0] !== undefined && <Address shipment={parcels[0].shipment} />}
          <ScanField
            label={step === 'send' && seller === null ? 'Tracking number' : 'Card number'}
            step={step}
            news={news}
            words={isRun && step === 'done' ? 'All are packed.' : stepWords(step, parcels, seller)}
            onEnter={enter}
          />
          {step === 'send' && seller === null && (
            <Select
              label="Carrier"
              className="sm:max-w-60"
              value={carrier}
              options={CARRIERS.map((name) => ({ value: name, label: name }))}
              onChange={({ target }) => setCarrier(target.value)}
            />
          )}
          <Buttons
            step={step}
            isRun={isRun}
            hasComplete={complete > 0}
            seller={seller}
            busy={table.isBusy}
            onEnter={() => enter('')}
            onSkip={table.next}
          />
        </div>
      </Panel>
      {isRun && <Boxes parcels={parcels} />}
      <Cards parcels={parcels} isRun={isRun} />
    </div>
  );
}

type ScanFieldProps = {
  label: string;
  step: PackingStep;
  news: News;
  words: string;
  onEnter: (typed: string) => void;
};

/** The field that scanners type into. It has the focus from the start, and gets it back after each step. */
function ScanField({ label, step, news, words, onEnter }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  useEffect(() => field.current?.focus(), [step]);
  return (
    <form
      noValidate
      aria-label="Scan"
      className="grid gap-1.5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onEnter(typed.trim());
        setTyped('');
      }}
    >
      <Field
        ref={field}
        label={label}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="enter"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <output
        aria-live="assertive"
        className={`flex min-h-5 items-start gap-1.5 text-small break-words ${news.isWrong ? 'font-semibold text-danger' : ''}`}
      >
        {news.isWrong && <Icon name="warning" size={18} className="mt-0.5 shrink-0" />}
        {news.words}
      </output>
      <p className="text-small text-text-2">{words}</p>
    </form>
  );
}

type ButtonsProps = {
  step: PackingStep;
  isRun: boolean;
  hasComplete: boolean;
  seller: string | null;
  busy: boolean;
  onEnter: () => void;
  onSkip: () => void;
};

function Buttons({ step, isRun, hasComplete, seller, busy, onEnter, onSkip }: ButtonsProps) {
  const labels: Record<PackingStep, string | null> = {
    find: 'Next parcel',
    scan: hasComplete ? 'Pack those that are complete' : null,
    pack: 'Mark packed',
    send: seller === null ? 'Next parcel' : 'Buy label and send',
    done: isRun ? null : 'Next parcel',
  };
  const label = labels[step];
  return (
    <div className="flex flex-wrap gap-3">
      {label !== null && (
        <Button busy={busy} onClick={onEnter}>
          {label}
        </Button>
      )}
      {!isRun && step === 'scan' && (
        <Button variant="secondary" busy={busy} onClick={onSkip}>
          Leave it for later
        </Button>
      )}
    </div>
  );
}

/** The boxes of a run, one for each parcel. */
function Boxes({ parcels }: { parcels: AdminShipmentDetail[] }) {
  return (
    <Panel
      title="Boxes"
      aside={
        <PrintLink
          to="/admin/shipping/packing-slips"
          ids={parcels.map(({ shipment }) => shipment.id)}
          label="Packing slips"
        />
      }
    >
      <ol className="grid gap-x-6 text-small sm:grid-cols-2">
        {parcels.map((parcel, at) => {
          const { shippingAddress: to, status, id } = parcel.shipment;
          const left = unpickedCards(parcel);
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2"
            >
              <span className="min-w-0 break-words">
                <span className="font-semibold">{at + 1}</span>{' '}
                {to === null ? 'Deleted' : `${to.firstName} ${to.lastName}`}
              </span>
              {status === 'requested' ? (
                <Badge tone={left === 0 ? 'brand' : 'outline'}>
                  {left === 0 ? 'Complete' : `${countCards(left)} left`}
                </Badge>
              ) : (
                <Badge>{SHIPMENT_WORDS[status].word}</Badge>
              )}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

/** The cards in the order of the shelves. Those that were scanned are ticked. */
function Cards({ parcels, isRun }: { parcels: AdminShipmentDetail[]; isRun: boolean }) {
  return pickList(parcels).map(({ place, cards }) => (
    <Panel key={place} title={place} aside={<Left cards={cards} />}>
      <ul className="grid text-small">
        {cards.map((card) => (
          <li
            key={card.cardId}
            className="grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-3 border-t border-line py-2.5"
          >
            {card.pickedAt === null ? (
              <span aria-hidden="true" className="mt-0.5 block size-4 border border-line-strong" />
            ) : (
              <Icon name="check" size={18} className="mt-0.5 text-brand" />
            )}
            <span className="grid min-w-0 break-words">
              <span className={card.pickedAt === null ? 'font-semibold' : 'text-text-2'}>
                {card.name}
                {card.pickedAt !== null && <span className="sr-only">, scanned</span>}
              </span>
              <span className="text-text-2">
                {card.shelf !== null && `${card.setName} · `}
                {card.number} · {FINISH_WORDS[card.finish]} · {card.condition}
              </span>
              <span className="text-text-2">{card.cardNumber}</span>
            </span>
            {isRun && <span className="font-semibold whitespace-nowrap">Box {card.box}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  ));
}

function Left({ cards }: { cards: PickedCard[] }) {
  const left = cards.filter(({ pickedAt }) => pickedAt === null).length;
  return (
    <span className="text-small text-text-2">
      {left === 0 ? 'All scanned' : `${countCards(left)} left`}
    </span>
  );
}
