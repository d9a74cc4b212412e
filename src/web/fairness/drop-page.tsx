// The public page of a drop. It shows which packs were locked, what determined their order, the drop's state, and its
// log entries.
import { DROP_STATE_WORDS, type DropState } from '#domain/drop.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { logPathOf } from '#domain/packproof/log-host.ts';
import { readManifest, readOrder, type Manifest } from '#domain/packproof/log-objects.ts';
import { readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { utcWords } from '#domain/packproof/utc.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../api/messages.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { CouldAndCouldnt, DemoBadge, DropStory } from './about-drops.tsx';
import { DropHistory } from './drop-history.tsx';
import { DropOdds } from './drop-odds.tsx';
import { useNotedDrop, type ShownDrop } from './drop-on-sale.ts';
import { useDrop } from './drop-queries.ts';

export const screen = createLazyRoute('/drops/$hash')({
  component: DropPage,
  pendingComponent: DropPending,
  notFoundComponent: NoDrop,
});

function DropPage() {
  const { hash } = screen.useParams();
  const { data, error, refetch } = useDrop(hash);
  useNotedDrop(data);
  if (data !== undefined) return <Drop shown={data} />;
  if (error === null) return <DropPending />;
  return (
    <Frame title="Drop">
      <ErrorState
        title="This drop could not be loaded"
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    </Frame>
  );
}

const TONES: Record<DropState, BadgeTone> = {
  draft: 'outline',
  published: 'outline',
  open: 'brand',
  paused: 'warn',
  closed: 'plain',
  given_up: 'warn',
};

function Drop({ shown }: { shown: ShownDrop }) {
  const { drop } = shown;
  const manifest = readManifest(shown.manifest);
  return (
    <Frame title={`Drop ${drop.number}`}>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={TONES[drop.state]}>{DROP_STATE_WORDS[drop.state].label}</Badge>
        {shown.practiceChain && <DemoBadge />}
        <span>
          of the pack type{' '}
          <Link to="/pack/$packId" params={{ packId: drop.packTypeId }} className="link">
            {drop.packTypeName}
          </Link>
        </span>
      </p>
      <div className="mt-5">
        <DropStory shown={shown} />
      </div>
      <CouldAndCouldnt
        stage={shown.order === null ? 'fixed' : 'ordered'}
        isPractice={shown.practiceChain !== null}
        className="mt-4 max-w-[64ch]"
      />
      <p className="mt-2">
        <Link to="/fairness" className="link">
          What you can check
        </Link>
      </p>
      <DetailList title="What was locked" details={lockedDetails(shown, manifest)} />
      <DropOdds manifest={manifest} />
      <DetailList title="What set the order" details={orderDetails(shown)} />
      <DetailList title="Where it is now" details={standing(shown, manifest)} />
      <DropHistory hash={drop.hash} />
      <Files shown={shown} />
    </Frame>
  );
}

type Detail = readonly [string, ReactNode];

const mono = (text: string) => <span className="font-mono break-all">{text}</span>;

function lockedDetails({ drop, manifestProof }: ShownDrop, manifest: Manifest): Detail[] {
  const entry = manifestProof === null ? null : readTlogProof(manifestProof).index;
  return [
    ['Hash of the drop', mono(drop.hash)],
    [
      'In the log',
      entry === null ? (
        'Not signed yet'
      ) : (
        <>
          Entry {entry} of {manifest.shop},{' '}
          <a href={`/${logPathOf(manifest.shop)}/${entry}.tlog-proof`} className="link">
            its proof
          </a>
        </>
      ),
    ],
    ['Published', utcWords(manifest.publishedAt)],
    ['Packs', packsOf(manifest)],
    ['Price of a pack', formatCad(manifest.priceCents as Cents)],
    ['On sale', `from ${utcWords(manifest.opensAt)} until ${utcWords(manifest.closesBy)}`],
    ['Staff accounts', manifest.staffMayBuy ? 'may buy from it' : 'can’t buy from it'],
    ['Root over all records', mono(manifest.packsRoot)],
    ['Key of its tickets', mono(manifest.ticketKey)],
  ];
}

function packsOf({ packCount, number, carried }: Manifest): string {
  if (number === 1) return String(packCount);
  return `${packCount}, ${carried === 0 ? 'none' : carried} of them carried over from the drop before`;
}

function orderDetails({ order, round, numberAt, practiceChain }: ShownDrop): Detail[] {
  const since = numberAt === null ? '' : `, public at ${utcWords(numberAt.getTime() / 1000)}`;
  return [
    [
      practiceChain ? 'Practice number' : 'Public number',
      round === null
        ? 'From a chain that is not known here'
        : practiceChain
          ? `Practice number ${round}${since}`
          : `Number ${round} of the public drand network${since}`,
    ],
    [
      'Its signature',
      order === null
        ? 'Not published yet, so the packs have no order'
        : mono(readOrder(order).signature),
    ],
  ];
}

function standing({ drop, ...shown }: ShownDrop, { packCount }: Manifest): Detail[] {
  return [
    ['Sold', `${drop.sold} of ${packCount}`],
    ['Opened', String(drop.opened)],
    ['Withdrawn', String(drop.withdrawn)],
    ['Left', String(drop.left)],
    ['Other drops of this type that sold nothing', withoutSale(shown)],
  ];
}

function withoutSale({
  dropsWithoutSale: all,
  dropsYetToSell: yet,
}: Pick<ShownDrop, 'dropsWithoutSale' | 'dropsYetToSell'>): string {
  return yet === 0 ? String(all) : `${all}, ${yet} of them not over yet`;
}

function DetailList({ title, details }: { title: string; details: Detail[] }) {
  return (
    <section aria-label={title} className="mt-9">
      <h2 className="text-h3">{title}</h2>
      <dl className="mt-3 border-t border-line text-small">
        {details.map(([name, value]) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-0.5 border-b border-line py-2.5 sm:grid-cols-[220px_minmax(0,1fr)]"
          >
            <dt className="text-text-2">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The files with which anyone can check the drop. */
function Files({ shown: { drop, manifest, order } }: { shown: ShownDrop }) {
  const texts = [
    ['The manifest, exactly as it was hashed', manifest],
    ...(order === null ? [] : [['The order, exactly as it is in the log', order]]),
  ] as const;
  return (
    <section aria-label="To check it yourself" className="mt-9">
      <h2 className="text-h3">To check it yourself</h2>
      {texts.map(([name, text]) => (
        <details key={name} className="mt-2 text-small">
          <summary className="link inline-flex min-h-11 items-center">{name}</summary>
          <p className="rounded-control bg-surface-2 p-3 font-mono break-all">{text}</p>
        </details>
      ))}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-5 text-small">
        <a href={`/api/drops/${drop.hash}/commitments`} className="link hit-44">
          The commitments of all packs
        </a>
        {drop.state === 'closed' && (
          <a href={`/api/drops/${drop.hash}/contents`} className="link hit-44">
            What its packs held
          </a>
        )}
        <a href={`/${logPathOf(readManifest(manifest).shop)}/checkpoint`} className="link hit-44">
          The newest checkpoint
        </a>
        <Link to="/verify" className="link hit-44">
          Check a pack’s proof
        </Link>
      </p>
    </section>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <h1 tabIndex={-1} className="text-[30px] leading-[1.08] md:text-h1">
        {title}
      </h1>
      {children}
    </div>
  );
}

function DropPending() {
  return (
    <div className="page max-w-[920px] pt-9 pb-16">
      <Loading text="Loading drop...">
        <Skeleton className="mt-6 h-80" />
      </Loading>
    </div>
  );
}

function NoDrop() {
  return (
    <div className="page py-12">
      <h1 className="sr-only">Drop not found</h1>
      <EmptyState
        headingLevel="p"
        title="Drop not found"
        text="No drop of this shop has that hash."
        action={
          <Link to="/packs" className={buttonClass()}>
            All packs
          </Link>
        }
      />
    </div>
  );
}
