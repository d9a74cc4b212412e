// Shows one notice in words, with its links.
import type { Notice } from '#contract/wishes.ts';
import { printingWords } from '#domain/finish-words.ts';
import { formatCad } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS, NOTICE_AHEAD_DAYS } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { countOf } from '../ui/count-of.ts';
import { formatMoment } from '../ui/moments.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** `onFollow`: called when the user follows a link of the notice. */
export function NoticeLine({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const isUnread = notice.readAt === null;
  return (
    <div className="flex gap-3">
      {/* The mark of an unread notice is a border, because forced colours remove backgrounds. */}
      <span
        aria-hidden="true"
        className={`mt-1.5 size-0 shrink-0 rounded-full border-4 ${isUnread ? 'border-brand' : 'border-transparent'}`}
      />
      <div className="min-w-0">
        <p className={isUnread ? 'text-small font-[560]' : 'text-small text-text-2'}>
          {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
          <Words notice={notice} onFollow={onFollow} />
        </p>
        <p className="text-[13px] text-text-2">{formatMoment(notice.madeAt)}</p>
      </div>
    </div>
  );
}

/** The maximum number of cards that a notice names. */
const CARDS_NAMED = 3;

function Words({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const packs = notice.packTypes.map(({ id, name }) => (
    <Link key={id} to="/pack/$packId" params={{ packId: id }} onClick={onFollow} className="link">
      {name}
    </Link>
  ));
  const cards = notice.cards.slice(0, CARDS_NAMED).map((card) => (
    <Link
      key={card.id}
      to="/card/$cardId"
      params={{ cardId: card.id }}
      {...(notice.kind === 'single' && { hash: 'copies' })}
      onClick={onFollow}
      className="link"
    >
      {card.name} ({printingWords(card)})
    </Link>
  ));
  const unnamed = notice.cardCount - cards.length;
  // If the owner has not looked at a card yet, the notice does not name it.
  const others = cards.length > 0 ? `${unnamed} more` : countOf(unnamed, 'card');
  const named = unnamed > 0 ? [...cards, others] : cards;
  switch (notice.kind) {
    case 'stock':
      return (
        <>
          Packs of {listed(packs)} came in. They can hold{' '}
          {listed(unnamed > 0 ? [...cards, `${unnamed} more of your wishes`] : cards)}.
        </>
      );
    case 'single':
      return (
        <>
          There is one now: we sell {listed(named)} as{' '}
          {notice.cardCount === 1 ? 'a single' : 'singles'}.
        </>
      );
    case 'back':
      return <>{listed(packs)} is back in stock.</>;
    case 'price':
      return (
        <>
          {listed(cards)} is at {formatCad(notice.marketValue)}: it crossed your line at{' '}
          {formatCad(notice.line)}.
        </>
      );
    case 'ending':
      return (
        <>
          The {CONVERT_AFTER_DAYS} days of {listed(named)} end within {NOTICE_AHEAD_DAYS} days: sell{' '}
          {notice.cardCount === 1 ? 'it' : 'them'} or have {notice.cardCount === 1 ? 'it' : 'them'}{' '}
          shipped before. Credit value: {formatCad(notice.amount)}.{' '}
          <Link to="/my-cards" search={{ expiring: true }} onClick={onFollow} className="link">
            See your cards
          </Link>
        </>
      );
    case 'converted':
      return (
        <>
          {listed(named)} converted to credits after {CONVERT_AFTER_DAYS} days:{' '}
          {formatCad(notice.amount)} was added to your balance.{' '}
          <Link to="/my-cards" search={{ tab: 'history' }} onClick={onFollow} className="link">
            See your history
          </Link>
        </>
      );
    case 'locked':
      return (
        <>
          {listed(named)} {notice.cardCount === 1 ? 'is' : 'are'} locked after {CONVERT_AFTER_DAYS}{' '}
          days, as you have switched automatic conversion off. Credit value:{' '}
          {formatCad(notice.amount)}.{' '}
          <Link to="/my-cards" onClick={onFollow} className="link">
            See your cards
          </Link>
        </>
      );
    case 'shipped':
      return (
        <>
          A parcel with {listed(named)} is on its way to you.{' '}
          <Link
            to="/shipments/$shipmentId"
            params={{ shipmentId: notice.subjectId! }}
            onClick={onFollow}
            className="link"
          >
            See the parcel
          </Link>
        </>
      );
    case 'refunded':
      return (
        <>
          {formatCad(notice.amount)} was refunded to you.{' '}
          <Link
            to="/transactions/$transactionId"
            params={{ transactionId: notice.subjectId! }}
            onClick={onFollow}
            className="link"
          >
            See the refund
          </Link>
        </>
      );
    case 'alert':
    case 'mended':
      return (
        <>
          {notice.kind === 'mended' && 'Mended: '}
          {notice.alert ?? 'An alert of long ago.'}{' '}
          <Link to="/admin/alerts" onClick={onFollow} className="link">
            See alerts
          </Link>
        </>
      );
  }
}

/** Joins parts to a text such as "a, b and c". */
function listed(parts: ReactNode[]): ReactNode {
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- The parts never move.
    <Fragment key={index}>
      {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
      {part}
    </Fragment>
  ));
}
