// Shows a published drop: its state, and its entries in the public log.
import type { showAdminDrop } from '#contract/drops-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Link } from '@tanstack/react-router';
import { DetailList } from '../../admin-kit/drawer.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { OddsList } from '../../catalogue/facts-panel.tsx';
import { formatShare } from '#domain/format-chance.ts';
import { DropActions } from './drop-actions.tsx';
import { DropStateBadge } from './drop-words.tsx';
import { witnessWords } from './witness-words.ts';

type Shown = Reply<typeof showAdminDrop>;

export function DropDetails({ shown }: { shown: Shown }) {
  const { drop } = shown;
  return (
    <div className="grid max-w-[860px] gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DropStateBadge drop={drop} />
        <p aria-live="polite" className="text-small text-text-2">
          {standingWords(shown)}
        </p>
      </div>
      <DropActions shown={shown} />
      <Panel title="Packs">
        <DetailList details={countsOf(shown)} />
      </Panel>
      {drop.hash !== null && (
        <>
          <Panel title="Public log">
            <DetailList details={logDetailsOf(shown)} />
          </Panel>
          <Panel title="Odds in its manifest">
            <OddsList
              odds={drop.odds.map(({ rarity, packs }) => ({
                rarity,
                words: formatShare(packs, drop.packs),
              }))}
            />
          </Panel>
        </>
      )}
    </div>
  );
}

/** Says what the drop waits for or, if the drop is over, how it ended. */
function standingWords({ drop, carriesFrom }: Shown): string {
  const { state, isOrdered, numberAt, opensAt, opensItself, closesBy, closedAt } = drop;
  switch (state) {
    case 'published':
      if (!isOrdered) {
        return `Waiting for its public number${numberAt ? ` (${formatMoment(numberAt)})` : ''}. Nobody can buy yet, and loose packs are still on sale.`;
      }
      return opensItself
        ? `Its order is set. It opens automatically on ${formatMoment(opensAt)}.`
        : `Its order is set. You can open it from ${formatMoment(opensAt)}.`;
    case 'open':
      return `On sale until ${formatMoment(closesBy)} at the latest. Until then, loose packs of its type are not sold, and the price is fixed.`;
    case 'paused':
      return `Nobody can buy its packs until it is back on sale. Packs can be added from ${formatMoment(carriesFrom)}.`;
    case 'closed':
      return `Ended on ${formatMoment(closedAt ?? closesBy)}`;
    case 'given_up':
      return 'It ended before all of its packs were sold.';
    case 'draft':
      return '';
  }
}

function countsOf({ drop, beingPaid }: Shown): [string, React.ReactNode][] {
  const { packs, left, sold, opened, withdrawn } = drop;
  return [
    ['Pack type', <TypeLink key="type" shown={drop} />],
    ['Packs', packs.toLocaleString('en-CA')],
    [
      'Left',
      `${left.toLocaleString('en-CA')}${beingPaid > 0 ? `, ${beingPaid} being paid for` : ''}`,
    ],
    ['Sold', `${sold.toLocaleString('en-CA')}, ${opened.toLocaleString('en-CA')} of them opened`],
    ['Withdrawn', withdrawn.toLocaleString('en-CA')],
    ['Opens', formatMoment(drop.opensAt)],
    ['Closes by', formatMoment(drop.closesBy)],
    ['Staff', drop.staffMayBuy ? 'May buy' : 'Can’t buy'],
    ...(drop.carriesTo === null
      ? []
      : [
          ['Continued as', <Successor key="next" id={drop.carriesTo} />] as [
            string,
            React.ReactNode,
          ],
        ]),
  ];
}

function TypeLink({ shown: { packTypeId, packTypeName } }: { shown: Shown['drop'] }) {
  return (
    <Link to="/pack/$packId" params={{ packId: packTypeId }} className="link hit-44">
      {packTypeName}
    </Link>
  );
}

function Successor({ id }: { id: string }) {
  return (
    <Link to="/admin/drops/$dropId" params={{ dropId: id }} className="link hit-44">
      The next drop
    </Link>
  );
}

function logDetailsOf({ drop, ...shown }: Shown): [string, React.ReactNode][] {
  const { manifestIndex, round, publicNumber, isPractice, unsealed } = shown;
  return [
    [
      'Manifest',
      <span key="hash" className="font-mono break-all">
        {drop.hash}
      </span>,
    ],
    ['Entry', manifestIndex === null ? 'In an earlier log' : String(manifestIndex)],
    [
      'Round',
      round === null
        ? 'Its chain of numbers is no longer known'
        : `${round.toLocaleString('en-CA')}${isPractice ? ' of the practice chain, which proves nothing' : ' of the public drand network'}`,
    ],
    [
      'Number',
      publicNumber === null ? (
        'Not published yet'
      ) : (
        <span key="number" className="font-mono break-all">
          {publicNumber}
        </span>
      ),
    ],
    ['Witnesses', witnessWords({ drop, ...shown })],
    [
      'Tickets',
      unsealed === 0 ? 'All in the log' : `${unsealed.toLocaleString('en-CA')} not in the log yet`,
    ],
  ];
}
