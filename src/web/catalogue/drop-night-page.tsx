// The page of a drop night. All visitors wait for the public number of the drop, see the number arrive, and see the
// order of packs that follows from it. Then the drop opens. The page polls the shop, and all visitors get the same
// response.
import type { PackType } from '#contract/catalogue.ts';
import { calendarFile } from '#domain/calendar-file.ts';
import { momentInUtc } from '#domain/day-in-utc.ts';
import { countdownWords, phaseOf, type NightPhase } from '#domain/drop-night.ts';
import { readManifest, readOrder } from '#domain/packproof/log-objects.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { saveTextFile } from '../admin-kit/save-text.ts';
import { CouldAndCouldnt, DemoBadge, numberWord } from '../fairness/about-drops.tsx';
import { useNight, useNotedDrop, type Night } from '../fairness/drop-on-sale.ts';
import { OrderFalls } from '../fairness/order-falls.tsx';
import { PackImage } from '../ui/art.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatMoment } from '../ui/moments.ts';
import { EmptyState, Loading, Skeleton } from '../ui/states.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { usePackType } from './queries.ts';

export const screen = createLazyRoute('/pack/$packId/drop-night')({
  component: DropNightPage,
  notFoundComponent: () => (
    <div className="page py-12">
      <EmptyState title="Pack not found" text="It is no longer in the shop." />
    </div>
  ),
});

function DropNightPage() {
  const { packId } = screen.useParams();
  const { data: type } = usePackType(packId);
  const night = useNight(packId);
  useNotedDrop(night?.shown);
  return (
    <div className="page max-w-[920px] pt-6 pb-16">
      <h1 tabIndex={-1} className="text-[30px] leading-[1.08] md:text-h1">
        Drop night{type && `: ${type.name}`}
      </h1>
      {night === undefined ? (
        <Loading text="Loading the drop…">
          <Skeleton className="mt-6 h-80 rounded-card" />
        </Loading>
      ) : (
        <Whole night={night} packTypeId={packId} type={type} />
      )}
      <p className="mt-3 flex flex-wrap items-center gap-x-5 text-text-2">
        All drops:
        <a href="/feeds/drops.ics" className="link inline-flex min-h-11 items-center">
          Calendar
        </a>
        <a href="/feeds/drops.xml" className="link inline-flex min-h-11 items-center">
          RSS
        </a>
      </p>
    </div>
  );
}

/** What the page needs to know about a drop that is announced, published or on sale. */
type Told = {
  phase: NightPhase;
  packs: number;
  numberAt: Date | null;
  opensAt: Date;
  isPractice: boolean;
};

function toldOf({ announced, shown }: Night, now: Date): Told | null {
  if (announced !== null) {
    const { packs, numberAt, opensAt, isPractice } = announced;
    const drop = { state: 'draft', numberAt, isOrdered: false, opensAt } as const;
    return { phase: phaseOf(drop, now), packs, numberAt, opensAt, isPractice };
  }
  if (shown === null) return null;
  const { drop, numberAt, order, practiceChain } = shown;
  const { state, opensAt, packs } = drop;
  const phase = phaseOf({ state, numberAt, isOrdered: order !== null, opensAt }, now);
  return { phase, packs, numberAt, opensAt, isPractice: practiceChain !== null };
}

function Whole({
  night,
  packTypeId,
  type,
}: {
  night: Night;
  packTypeId: string;
  type: PackType | undefined;
}) {
  const now = useNow();
  const told = toldOf(night, now ?? new Date(0));
  if (told === null) {
    return (
      <div className="mt-6">
        <EmptyState
          headingLevel="p"
          title="No drop is announced"
          text="When the next one has a time, it stands here."
          action={
            <Link to="/pack/$packId" params={{ packId: packTypeId }} className={buttonClass()}>
              See the pack
            </Link>
          }
        />
      </div>
    );
  }
  const { phase, isPractice } = told;
  return (
    <>
      <div className="mt-4 grid items-center gap-x-8 gap-y-5 rounded-card border border-line bg-surface p-5 sm:grid-cols-[minmax(0,1fr)_140px] sm:p-7">
        <div className="min-w-0">
          {isPractice && (
            <p className="mb-2">
              <DemoBadge />
            </p>
          )}
          <Waiting told={told} now={now} />
          {/* The server shows the time in UTC, because it does not know the visitor's time zone. */}
          <output className="mt-3 block max-w-[52ch]">
            {sentenceOf(told, now === null ? momentInUtc : formatMoment)}
          </output>
          <div className="mt-5 flex flex-wrap gap-3">
            {phase === 'open' ? (
              <Link to="/pack/$packId" params={{ packId: packTypeId }} className={buttonClass()}>
                To the pack
              </Link>
            ) : (
              <CalendarButton told={told} packTypeId={packTypeId} name={type?.name} />
            )}
          </div>
        </div>
        {type && (
          <PackImage
            src={type.packImageUrl}
            alt=""
            eager
            className="order-first w-24 sm:order-none sm:w-35"
          />
        )}
      </div>
      {night.shown?.order && (
        <OrderFalls
          hash={night.shown.drop.hash}
          packCount={readManifest(night.shown.manifest).packCount}
          order={readOrder(night.shown.order)}
          isPractice={isPractice}
        />
      )}
      <CouldAndCouldnt
        stage={
          night.shown === null ? 'announced' : night.shown.order === null ? 'fixed' : 'ordered'
        }
        isPractice={isPractice}
        className="mt-8 max-w-[64ch]"
      />
      {night.shown && (
        <p className="mt-3">
          <Link
            to="/drops/$hash"
            params={{ hash: night.shown.drop.hash }}
            className="link inline-flex min-h-11 items-center"
          >
            How to check: drop {night.shown.drop.number}
          </Link>
        </p>
      )}
    </>
  );
}

/** Counts down to the public number and then to the sale. Screen readers do not announce each second. */
function Waiting({
  told: { phase, numberAt, opensAt, isPractice },
  now,
}: {
  told: Told;
  now: Date | null;
}) {
  const number = `The ${numberWord(isPractice)}`;
  if (phase === 'open') return <Large label="The drop">is on sale</Large>;
  if (phase === 'over') return <Large label="The drop">is over</Large>;
  if (phase === 'due') return <Large label={number}>is due now</Large>;
  const until = phase === 'ordered' ? opensAt : (numberAt ?? opensAt);
  return (
    <Large label={phase === 'ordered' ? 'It opens in' : `${number} comes in`}>
      {/* The server does not know the current time of the visitor, so it only reserves the space. */}
      <span role="timer" aria-live="off" className="inline-block min-w-[4ch]">
        {now === null ? '\u00a0' : countdownWords(until, now)}
      </span>
    </Large>
  );
}

function Large({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p>
      <span className="block text-text-2">{label}</span>
      <span className="block font-display text-[44px] leading-[1.1] font-[760] tabular-nums md:text-[56px]">
        {children}
      </span>
    </p>
  );
}

function sentenceOf(
  { phase, packs, numberAt, opensAt }: Told,
  momentOf: (at: Date) => string,
): string {
  const opens = `The drop opens on ${momentOf(opensAt)}.`;
  switch (phase) {
    case 'announced':
      return `Shortly before, the list of its ${packs} packs is fixed. On ${momentOf(numberAt ?? opensAt)} the number comes that decides their order. ${opens}`;
    case 'fixed':
      return `The list of its ${packs} packs is fixed. The number that decides their order is not there yet. ${opens}`;
    case 'due':
      return 'It can take some seconds until it is here. This page shows it by itself.';
    case 'ordered':
      return `The number is here, and the order of its ${packs} packs is set. ${opens}`;
    case 'open':
      return 'Packs are sold in the order below, first come, first served.';
    case 'over':
      return 'Its packs are sold, or were taken off sale.';
  }
}

const MINUTES = 30;

function CalendarButton({
  told: { phase, numberAt, opensAt, isPractice },
  packTypeId,
  name = 'packs',
}: {
  told: Told;
  packTypeId: string;
  name: string | undefined;
}) {
  const isHydrated = useHydrated();
  if (phase === 'over') return null;
  const at = phase === 'ordered' ? opensAt : (numberAt ?? opensAt);
  const save = () => {
    const url = `${location.origin}/pack/${encodeURIComponent(packTypeId)}/drop-night`;
    const event = {
      id: `${packTypeId}-${at.getTime()}@${location.host}`,
      at,
      endsAt: new Date(at.getTime() + MINUTES * 60_000),
      title: `Drop night: ${name}`,
      text: `The ${numberWord(isPractice)} comes, and the drop opens at ${formatMoment(opensAt)}. ${url}`,
      url,
    };
    saveTextFile(calendarFile([event], new Date()), 'drop-night.ics', 'text/calendar');
  };
  return (
    <Button variant="secondary" disabled={!isHydrated} onClick={save}>
      Add to my calendar
    </Button>
  );
}

/** Returns the current time, updated each second. Returns null on the server and during hydration. */
function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const tick = () => setNow(new Date());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
