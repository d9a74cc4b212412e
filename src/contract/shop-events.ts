// The events that webhooks send, as data: what each says, with an example (docs/webhooks.md). The OpenAPI document, the
// types of what the server publishes and the page of webhooks follow from it. No event has a name or an address of a
// person, only ids.
import type { EventType } from '#domain/shop-event.ts';
import { DISPUTE_STATES } from '#domain/dispute-state.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { SHIPMENT_STATUSES } from '#domain/shipping.ts';
import * as z from 'zod/mini';
import { amount, instant } from './amounts.ts';
import { paymentMethods } from './checkout.ts';
import { nameShapes } from './names.ts';

type Described<Data extends z.ZodMiniObject> = {
  /** A sentence for operators and for the OpenAPI document. */
  summary: string;
  /** The field that says what the event is about. Events with the same value are sent in their order. */
  about: keyof z.output<Data> & string;
  data: Data;
  example: z.input<Data>;
};

function event<Data extends z.ZodMiniObject>(described: Described<Data>): Described<Data> {
  return described;
}

const ORDER = '3b241101-e2bb-4255-8caf-4136c566a962';
const PERSON = '9c858901-8a57-4791-81fe-4c455b099bc9';
const PACK = '16fd2706-8baf-433b-82eb-8c7fada847da';
const CARD = '6fa459ea-ee8a-4ca4-894e-db77e160355e';
const OTHER = '886313e1-3b8a-4372-9b90-0c9aee199e5d';
const PACK_TYPE = 'harbour-draft';

const orderPaid = z.object({
  orderId: z.uuid(),
  userId: z.uuid(),
  paymentMethod: z.enum(paymentMethods),
  subtotal: amount,
  discount: amount,
  tax: amount,
  processingFee: amount,
  total: amount,
  packs: z.array(z.object({ packTypeId: z.string(), quantity: z.int(), unitPrice: amount })),
  singles: z.array(z.object({ houseCardId: z.uuid(), unitPrice: amount, discount: amount })),
});

const orderOpened = z.object({
  orderId: z.uuid(),
  userId: z.uuid(),
  packs: z.array(
    z.object({
      packId: z.uuid(),
      packTypeId: z.string(),
      packOpeningId: z.uuid(),
      cardIds: z.array(z.uuid()),
    }),
  ),
});

const orderRefunded = z.object({
  orderId: z.uuid(),
  userId: z.uuid(),
  amount,
  to: z.enum(['balance', 'card']),
  packs: z.array(z.object({ packTypeId: z.string(), quantity: z.int() })),
  /** The cards that the buyer had bought as singles and gave back. */
  cardIds: z.array(z.uuid()),
});

const moneyMoved = z.object({
  userId: z.uuid(),
  kind: z.enum(JOURNAL_KINDS),
  /** The credits that the user gained and spent, together. */
  gained: amount,
  spent: amount,
  journals: z.array(z.object({ id: z.uuid(), referenceId: z.string() })),
});

const cardsTaken = z.object({
  userId: z.uuid(),
  total: amount,
  cards: z.array(z.object({ cardId: z.uuid(), paid: amount })),
});

const parcel = z.object({
  parcelId: z.uuid(),
  userId: z.uuid(),
  status: z.enum(SHIPMENT_STATUSES),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** The parcel that these cards go with. Null: it is a parcel of its own. */
  goesWithId: z.nullable(z.uuid()),
});

const dispute = z.object({
  disputeId: z.uuid(),
  paymentId: z.uuid(),
  userId: z.uuid(),
  state: z.enum(DISPUTE_STATES),
  amount,
});

const drop = z.object({ dropId: z.uuid(), packTypeId: z.string(), number: z.nullable(z.int()) });

const stockLow = z.object({
  packTypeId: z.string(),
  left: z.int(),
  /** For how many days the packs last at the pace of the last week. */
  daysLeft: z.number(),
});

const priceJumped = z.object({
  cardId: z.uuid(),
  market: z.string(),
  observedOn: z.iso.date(),
  currency: z.string(),
  /** In hundredths of the currency. */
  beforeMinor: z.int(),
  afterMinor: z.int(),
});

const person = z.object({ userId: z.uuid() });

const tested = z.object({ endpointId: z.uuid() });

const parcelExample = {
  parcelId: OTHER,
  userId: PERSON,
  status: 'requested',
  carrier: null,
  trackingNumber: null,
  goesWithId: null,
} as const;
const sentExample = { ...parcelExample, carrier: 'Canada Post', trackingNumber: 'CP 123' } as const;
const disputeExample = { disputeId: OTHER, paymentId: ORDER, userId: PERSON, amount: 13 } as const;
const dropExample = { dropId: OTHER, packTypeId: PACK_TYPE, number: 3 };
const takenExample = { userId: PERSON, total: 4.5, cards: [{ cardId: CARD, paid: 4.5 }] };

export const EVENTS = {
  'order.paid': event({
    summary: 'An order was paid, with credits or by card.',
    about: 'orderId',
    data: orderPaid,
    example: {
      orderId: ORDER,
      userId: PERSON,
      paymentMethod: 'balance',
      subtotal: 12,
      discount: 0,
      tax: 0.96,
      processingFee: 0,
      total: 12.96,
      packs: [{ packTypeId: PACK_TYPE, quantity: 1, unitPrice: 12 }],
      singles: [],
    },
  }),
  'order.opened': event({
    summary: 'Packs of an order were opened.',
    about: 'orderId',
    data: orderOpened,
    example: {
      orderId: ORDER,
      userId: PERSON,
      packs: [{ packId: PACK, packTypeId: PACK_TYPE, packOpeningId: OTHER, cardIds: [CARD] }],
    },
  }),
  'order.refunded': event({
    summary: 'Packs or singles of an order were taken back for their price.',
    about: 'orderId',
    data: orderRefunded,
    example: {
      orderId: ORDER,
      userId: PERSON,
      amount: 12.96,
      to: 'card',
      packs: [{ packTypeId: PACK_TYPE, quantity: 1 }],
      cardIds: [],
    },
  }),
  'money.moved': event({
    summary: 'The books have new journals of a person, of one kind.',
    about: 'userId',
    data: moneyMoved,
    example: {
      userId: PERSON,
      kind: 'pack_purchase',
      gained: 0,
      spent: 12.96,
      journals: [{ id: OTHER, referenceId: ORDER }],
    },
  }),
  'card.sold': event({
    summary: 'A person sold cards back to the shop.',
    about: 'userId',
    data: cardsTaken,
    example: takenExample,
  }),
  'card.converted': event({
    summary: 'Cards of a person were converted to credits, by their wish or after thirty days.',
    about: 'userId',
    data: cardsTaken,
    example: takenExample,
  }),
  'parcel.requested': event({
    summary: 'A person asked for a parcel, and paid for it.',
    about: 'parcelId',
    data: parcel,
    example: parcelExample,
  }),
  'parcel.packed': event({
    summary: 'A parcel was packed.',
    about: 'parcelId',
    data: parcel,
    example: { ...parcelExample, status: 'packed' },
  }),
  'parcel.shipped': event({
    summary: 'A parcel left the shop.',
    about: 'parcelId',
    data: parcel,
    example: { ...sentExample, status: 'shipped' },
  }),
  'parcel.delivered': event({
    summary: 'A parcel arrived.',
    about: 'parcelId',
    data: parcel,
    example: { ...sentExample, status: 'delivered' },
  }),
  'parcel.cancelled': event({
    summary: 'A parcel was cancelled before it left.',
    about: 'parcelId',
    data: parcel,
    example: { ...parcelExample, status: 'cancelled' },
  }),
  'parcel.lost': event({
    summary: 'The shop decided that a parcel is lost.',
    about: 'parcelId',
    data: parcel,
    example: { ...sentExample, status: 'lost' },
  }),
  'dispute.opened': event({
    summary: 'A bank asks about a card payment, or took its money back for now.',
    about: 'disputeId',
    data: dispute,
    example: { ...disputeExample, state: 'open' },
  }),
  'dispute.decided': event({
    summary: 'A dispute was won, lost or closed.',
    about: 'disputeId',
    data: dispute,
    example: { ...disputeExample, state: 'won' },
  }),
  'drop.published': event({
    summary: 'A drop was published. It is not on sale yet.',
    about: 'dropId',
    data: drop,
    example: dropExample,
  }),
  'drop.opened': event({
    summary: 'A drop went on sale, for the first time or after a pause.',
    about: 'dropId',
    data: drop,
    example: dropExample,
  }),
  'drop.paused': event({
    summary: 'An operator paused a drop.',
    about: 'dropId',
    data: drop,
    example: dropExample,
  }),
  'drop.closed': event({
    summary: 'A drop is over.',
    about: 'dropId',
    data: drop,
    example: dropExample,
  }),
  'stock.low': event({
    summary: 'The packs of a type are nearly sold out.',
    about: 'packTypeId',
    data: stockLow,
    example: { packTypeId: PACK_TYPE, left: 14, daysLeft: 4.5 },
  }),
  'price.jumped': event({
    summary: 'A market price jumped, and waits for an operator.',
    about: 'cardId',
    data: priceJumped,
    example: {
      cardId: CARD,
      market: 'tcgplayer',
      observedOn: '2026-11-30',
      currency: 'USD',
      beforeMinor: 150,
      afterMinor: 2_400,
    },
  }),
  'person.joined': event({
    summary: 'A person signed up, or was imported from another shop.',
    about: 'userId',
    data: person,
    example: { userId: PERSON },
  }),
  'person.erased': event({
    summary: 'An account was erased. Receivers should erase what they know of the person too.',
    about: 'userId',
    data: person,
    example: { userId: PERSON },
  }),
  'webhook.tested': event({
    summary: 'An operator pressed “Send a test event”.',
    about: 'endpointId',
    data: tested,
    example: { endpointId: OTHER },
  }),
} satisfies Record<EventType, unknown>;

/** An event as the code has it, with Cents and Dates. */
export type ShopEvent = {
  [Type in EventType]: { type: Type; data: z.output<(typeof EVENTS)[Type]['data']> };
}[EventType];

/** The body of a webhook, without the event's own data. */
export const messageOf = (type: EventType) =>
  z.object({ type: z.literal(type), timestamp: instant, data: EVENTS[type].data });

nameShapes({
  OrderPaidEvent: orderPaid,
  OrderOpenedEvent: orderOpened,
  OrderRefundedEvent: orderRefunded,
  MoneyMovedEvent: moneyMoved,
  CardsTakenEvent: cardsTaken,
  ParcelEvent: parcel,
  DisputeEvent: dispute,
  DropEvent: drop,
  StockLowEvent: stockLow,
  PriceJumpedEvent: priceJumped,
  PersonEvent: person,
  WebhookTestedEvent: tested,
});
