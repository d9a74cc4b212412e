// The panel with one card of the house, beside the list: what it is, what was done with it, and what can be done.
import { showOrder } from '#contract/checkout-admin.ts';
import {
  showSingle,
  takeInHand,
  type SingleDetail,
  withdrawSingles,
} from '#contract/singles-admin.ts';
import { COLLECTION_RARITY } from '#domain/card.ts';
import { decimalText } from '#domain/decimals.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGameName } from '../../accounts/games.ts';
import { WhenMay } from '../../admin-kit/when-may.tsx';
import { useMay } from '../../admin-kit/use-may.ts';
import { DetailList, Drawer, DrawerSection } from '../../admin-kit/drawer.tsx';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { CardImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { showToast } from '../../ui/toast.tsx';
import { ActForm, ACTS, type Act } from './act-form.tsx';
import { actsOn } from './acts-on.ts';
import { ageWords, CAME_BACK_WORDS, HouseCardBadge, MOVE_WORDS } from './singles-words.tsx';

export function SingleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const single = useAsk(showSingle, { id });
  return (
    <Drawer
      title={single.data === undefined ? 'Card' : `${single.data.name} ${single.data.number}`}
      what="card"
      query={single}
      onClose={onClose}
    >
      {(found) => <Details single={found} readAt={single.dataUpdatedAt} />}
    </Drawer>
  );
}

function Details({ single, readAt }: { single: SingleDetail; readAt: number }) {
  const nameOf = useGameName();
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start gap-5">
        <CardImage src={single.image} alt="" eager className="w-24 shadow-art" />
        <DetailList
          details={[
            ['Card number', single.cardNumber],
            ...(single.label === null ? [] : [['Label', single.label] as const]),
            ['State', <HouseCardBadge key="state" state={single.state} />],
            ['Shelf', shelfWords(single)],
            ['Condition', conditionWords(single)],
          ]}
        />
      </div>
      <DetailList
        details={[
          ...(single.paid === null || single.marketValue === null
            ? []
            : ([
                ['Paid', formatCad(single.paid)],
                ['Market value', formatCad(single.marketValue)],
                ['Price', priceWords(single)],
              ] as const)),
          ['Age', ageWords(single.cameAt, readAt)],
          [
            'Printing',
            `${nameOf(single.game)}, ${single.set_name}, ${COLLECTION_RARITY[single.rarity]}, ${FINISH_WORDS[single.finish]}`,
          ],
          ['Pack', <PackLink key="pack" single={single} />],
          ...(single.listedElsewhere === null
            ? []
            : [['Other shop', single.listedElsewhere] as const]),
          ...(single.earlierId === null
            ? []
            : ([
                [
                  'Before its sale',
                  <Link
                    key="earlier"
                    to="/admin/singles"
                    search={{ id: single.earlierId }}
                    className="link hit-44"
                  >
                    Its history until it was sold
                  </Link>,
                ],
              ] as const)),
          ...(single.note === null ? [] : [['Note', single.note] as const]),
        ]}
      />
      <Acts key={single.state} single={single} />
      <History moves={single.moves} />
    </div>
  );
}

function shelfWords({ shelf, lastShelf }: SingleDetail): string {
  return shelf ?? (lastShelf === null ? 'None yet' : `None yet, was on ${lastShelf}`);
}

function conditionWords({ condition, recordedCondition }: SingleDetail): string {
  return condition === recordedCondition ? condition : `${condition}, was ${recordedCondition}`;
}

function priceWords({ price, isPricedByHand, priceRule, state }: SingleDetail): string {
  if (price === null) return state === 'shelved' ? 'None: no rule applies' : 'None yet';
  if (isPricedByHand) return `${formatCad(price)}, by hand`;
  return priceRule === null ? formatCad(price) : `${formatCad(price)}, by rule ${priceRule}`;
}

function PackLink({ single }: { single: SingleDetail }) {
  return (
    <Link
      to="/admin/stock"
      search={{ id: single.packId, card: single.id }}
      className="link hit-44 break-all"
    >
      {single.serial}
    </Link>
  );
}

function Acts({ single }: { single: SingleDetail }) {
  const mayWithdraw = useMay(withdrawSingles);
  const [act, setAct] = useState<Act | null>(null);
  const acts = actsOn([single], mayWithdraw);
  if (act !== null) {
    const price = single.isPricedByHand && single.price !== null ? decimalText(single.price) : '';
    const start = { shelve: single.shelf ?? '', price, withdraw: '', 'put-back': '', lose: '' };
    return (
      <div className="rounded-card border border-line p-4">
        <ActForm
          key={act}
          act={act}
          ids={[single.id]}
          start={start[act]}
          onDone={() => setAct(null)}
          onCancel={() => setAct(null)}
        />
      </div>
    );
  }
  const isBack = single.state === 'came_back' && single.lastShelf !== null;
  if (acts.length === 0 && !isBack) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {isBack && <BackOnShelf single={single} shelf={single.lastShelf!} />}
      {acts.map((one) => (
        <Button
          key={one}
          variant={one === 'lose' ? 'danger' : 'secondary'}
          onClick={() => setAct(one)}
        >
          {ACTS[one].label}
        </Button>
      ))}
    </div>
  );
}

/** Takes in hand a card that was sold and returned without leaving its shelf. */
function BackOnShelf({ single, shelf }: { single: SingleDetail; shelf: string }) {
  const take = useDo(takeInHand, {
    onSuccess: () => showToast({ kind: 'success', title: `1 card taken in hand, on ${shelf}` }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Nothing was taken in hand', text: messageOf(error) }),
  });
  const cards = [{ number: single.cardNumber, condition: single.condition }];
  return (
    <Button busy={take.isPending} onClick={() => take.mutate({ shelf, cards })}>
      It is on {shelf}
    </Button>
  );
}

type Move = SingleDetail['moves'][number];

function History({ moves }: { moves: Move[] }) {
  return (
    <DrawerSection title="History">
      <ol className="grid gap-3 text-small">
        {moves.map((one) => (
          <li key={`${one.move} ${one.at.getTime()} ${one.detail}`} className="grid gap-0.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="font-[560]">{moveWords(one)}</span>
              <span className="text-text-2">{formatMoment(one.at)}</span>
            </span>
            {isReason(one) && <span className="break-words text-text-2">{one.detail}</span>}
            {one.by !== null && <span className="break-all text-text-2">By {one.by}</span>}
            {one.orderId !== null && (
              <WhenMay call={showOrder}>
                <Link
                  to="/admin/orders"
                  search={{ id: one.orderId }}
                  className="link hit-44 justify-self-start"
                >
                  Order {one.orderId.slice(0, 8)}
                </Link>
              </WhenMay>
            )}
          </li>
        ))}
      </ol>
    </DrawerSection>
  );
}

/**
 * Whether the detail of a move is a reason, which gets a line of its own. Any other detail is part of the sentence
 * about the move.
 */
function isReason({ move }: Move): boolean {
  return ['withdrawn', 'put_back', 'lost', 'replaced'].includes(move);
}

function moveWords(one: Move): string {
  const words =
    one.move === 'came_back'
      ? (CAME_BACK_WORDS[one.detail ?? ''] ?? 'Came back')
      : MOVE_WORDS[one.move];
  if (one.move === 'came_back' && one.detail === 'returned' && one.amount !== null) {
    return `${words}, who got ${formatCad(one.amount)}`;
  }
  const detail =
    isReason(one) || one.move === 'came_back' || one.detail === null ? '' : ` ${one.detail}`;
  return `${words}${detail}${one.amount === null ? '' : ` for ${formatCad(one.amount)}`}`;
}
