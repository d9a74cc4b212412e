// Reads what happened to an order, a person, a parcel or a card, from the data of every room.
import type { Cents } from '#domain/money.ts';
import { TIMELINE_MOST, type TimelineEvent, type TimelineKind } from '#domain/timeline.ts';
import { statement, type Database } from '#engine/database.ts';
import { CARD_MOVES_OF } from './stock-queries.ts';

export type TimelineRow = {
  event: TimelineEvent;
  at: Date;
  by: string | null;
  action: string | null;
  text: string | null;
  amount: Cents | null;
  count: number | null;
  order_id: string | null;
  shipment_id: string | null;
  note_id: string | null;
};

type Column = Exclude<keyof TimelineRow, 'event'>;

const TYPES: Record<Column, string> = {
  at: 'timestamptz',
  by: 'text',
  action: 'text',
  text: 'text',
  amount: 'bigint',
  count: 'int',
  order_id: 'uuid',
  shipment_id: 'uuid',
  note_id: 'uuid',
};

/** SQL that selects events of one kind. Columns that are not given are null. */
function events(
  event: TimelineEvent | { sql: string },
  columns: { at: string } & Partial<Record<Column, string>>,
  from: string,
): string {
  const name = typeof event === 'string' ? `'${event}'` : event.sql;
  const all = (Object.keys(TYPES) as Column[]).map(
    (column) => `(${columns[column] ?? 'null'})::${TYPES[column]} as ${column}`,
  );
  return `select ${name} as event, ${all.join(', ')} ${from}`;
}

/**
 * Queries of the newest notes, and of the newest acts. Leaves out the acts named in `shown`,
 * because other events show them.
 */
function notesAndActs(kind: TimelineKind, shown: readonly string[]): string[] {
  const named = [...shown, 'write_note'].map((action) => `'${action}'`).join(', ');
  return [
    events(
      'note',
      { at: 'n.written_at', by: 'u.email', text: 'n.text', note_id: 'n.id' },
      `from notes n join users u on u.id = n.written_by_id
       where n.subject_id = $1 and n.subject_kind = '${kind}' order by n.written_at desc limit ${TIMELINE_MOST}`,
    ),
    events(
      'act',
      {
        at: 'a.at',
        by: 'u.email',
        action: 'a.action',
        text: `coalesce(a.after ->> 'reason', a.after ->> 'note')`,
      },
      `from audit_log a join users u on u.id = a.actor_id
       where a.subject_id = $1::text and a.subject_kind = '${kind}' and a.action not in (${named})
       order by a.id desc limit ${TIMELINE_MOST}`,
    ),
  ];
}

const OF_ORDER = [
  events(
    'ordered',
    { at: 'o.created_at', by: 'u.email', amount: 'o.total' },
    'from orders o join users u on u.id = o.user_id where o.id = $1',
  ),
  events('paid', { at: 'paid_at' }, 'from orders where id = $1 and paid_at is not null'),
  events(
    'packs_opened',
    { at: 'n.opened_at', count: 'count(*)' },
    `from places p join openings n on n.pack_id = p.pack_id where p.reservation_id = $1
     group by n.opened_at order by n.opened_at desc limit ${TIMELINE_MOST}`,
  ),
  events(
    'packs_returned',
    { at: 'returned_at', count: 'count(*)' },
    'from pack_returns where reservation_id = $1 group by returned_at',
  ),
  events(
    'return_asked',
    { at: 'q.asked_at', by: 'u.email', text: 'q.reason' },
    `from return_requests q join orders o on o.id = q.order_id join users u on u.id = o.user_id where q.order_id = $1`,
  ),
  ...(
    [
      ['refund_begun', 'created_at', 'reason'],
      ['refunded', 'paid_at', 'null'],
      ['refund_failed', 'failed_at', 'problem'],
    ] as const
  ).map(([event, at, text]) =>
    events(
      event,
      { at: `f.${at}`, amount: 'f.amount', text: text === 'null' ? text : `f.${text}` },
      `from payments y join refunds f on f.payment_id = y.id
       where y.purpose = 'order' and y.subject_id = $1 and f.${at} is not null`,
    ),
  ),
  events(
    'payment_disputed',
    { at: 'd.raised_at', amount: 'd.amount', text: 'd.reason' },
    `from payments y join disputes d on d.payment_id = y.id where y.purpose = 'order' and y.subject_id = $1`,
  ),
  events(
    'dispute_decided',
    { at: 'd.decided_at', amount: 'd.amount', text: 'd.state' },
    `from payments y join disputes d on d.payment_id = y.id
     where y.purpose = 'order' and y.subject_id = $1 and d.decided_at is not null`,
  ),
];

const OF_USER = [
  events('signed_up', { at: 'created_at' }, 'from users where id = $1'),
  events(
    'ordered',
    { at: 'created_at', amount: 'total', order_id: 'id' },
    `from orders where user_id = $1 and paid_at is not null order by created_at desc limit ${TIMELINE_MOST}`,
  ),
  events(
    'parcel_requested',
    { at: 'requested_at', shipment_id: 'coalesce(goes_with_id, id)' },
    `from shipments where user_id = $1 and requested_at is not null order by created_at desc limit ${TIMELINE_MOST}`,
  ),
  events(
    'payment_disputed',
    { at: 'raised_at', amount: 'amount', text: 'reason' },
    'from disputes where user_id = $1',
  ),
];

/** The operator who moved the parcel to a status. */
const movedBy = (status: string) =>
  `select u.email from audit_log a join users u on u.id = a.actor_id
   where a.subject_id = $1::text and a.action = 'move_shipment' and a.after ->> 'status' = '${status}'
   order by a.id desc limit 1`;

const OF_SHIPMENT = [
  events(
    'parcel_requested',
    { at: 's.requested_at', by: 'u.email' },
    'from shipments s join users u on u.id = s.user_id where s.id = $1 and s.requested_at is not null',
  ),
  events(
    'cards_added',
    {
      at: 's.requested_at',
      by: 'u.email',
      count: '(select count(*) from shipment_cards c where c.shipment_id = s.id)',
    },
    `from shipments s join users u on u.id = s.user_id where s.goes_with_id = $1 and s.requested_at is not null`,
  ),
  ...(['packed', 'shipped', 'delivered', 'cancelled'] as const).map((status) =>
    events(
      status,
      {
        at: `${status}_at`,
        by: movedBy(status),
        ...(status === 'shipped' ? { text: `carrier || ' ' || tracking_number` } : {}),
      },
      `from shipments where id = $1 and ${status}_at is not null`,
    ),
  ),
  events('parcel_lost', { at: 'lost_at' }, 'from shipments where id = $1 and lost_at is not null'),
];

const OF_CARD = [
  events(
    { sql: 'm.move' },
    { at: 'm.at', amount: 'm.amount', shipment_id: 'm.shipment_id' },
    `from (${CARD_MOVES_OF}) m`,
  ),
];

const TIMELINES: Record<TimelineKind, string[]> = {
  order: [...OF_ORDER, ...notesAndActs('order', [])],
  user: [...OF_USER, ...notesAndActs('user', [])],
  shipment: [...OF_SHIPMENT, ...notesAndActs('shipment', ['move_shipment'])],
  card: [...OF_CARD, ...notesAndActs('card', ['release_card'])],
};

/** Lists the newest events of an order, a person, a parcel or a card, newest first. */
export async function listTimeline(
  db: Database,
  kind: TimelineKind,
  id: string,
): Promise<TimelineRow[]> {
  const all = TIMELINES[kind].map((one) => `(${one})`).join(' union all ');
  return statement<TimelineRow>(
    db,
    `select * from (${all}) e order by at desc, event limit ${TIMELINE_MOST}`,
    [id],
  );
}
