// Names the enums and ids in the OpenAPI document. The name of an enum or id is used wherever the
// enum or id occurs. Enums and ids are recognized by their schema, because each form field has its
// own schema object with its own message. Shapes of several fields have their names in the contract
// (`contract/names.ts`).
import * as z from 'zod/mini';
import {
  KEY_RIGHTS,
  KEY_STATES,
  RIGHTS,
  ROLES,
  STAFF_RIGHTS,
  STAFF_ROLES,
} from '#domain/access.ts';
import { TEXT_KEYS } from '#domain/shop-texts.ts';
import { SUBJECT_KINDS } from '#domain/audit-subject.ts';
import { LIST_NAMES } from '#domain/staff-lists.ts';
import {
  CARD_EVENTS,
  CARD_STATUSES,
  CONDITIONS,
  FINISHES,
  LOCK_REASONS,
  RARITIES,
  RARITY_FILTERS,
} from '#domain/card.ts';
import { PAUSES } from '#domain/dispute.ts';
import { FOUND_KINDS } from '#domain/desk-search.ts';
import { DISPUTE_STATES } from '#domain/dispute-state.ts';
import { IMPORT_KINDS, IMPORT_MODES, IMPORT_STATES, LINE_OUTCOMES } from '#domain/import-file.ts';
import { JOB_STATES } from '#domain/job.ts';
import { OBLIGATION_KINDS } from '#domain/leaving.ts';
import { OTHER_ACCOUNTS } from '#domain/house-accounts.ts';
import { JOURNAL_KINDS } from '#domain/journal-kind.ts';
import { MAIL_STATES } from '#domain/mail.ts';
import { CODE_PURPOSES } from '#domain/one-time-code.ts';
import { USER_STATES } from '#domain/operators.ts';
import { ORDER_STATES } from '#domain/order.ts';
import { PROMISED_RARITIES } from '#domain/pack-promises.ts';
import { SEAL_KINDS } from '#domain/seal-kind.ts';
import { PAYMENT_PURPOSES, PAYMENT_STATES } from '#domain/payment.ts';
import { REJECTION_CODES } from '#domain/rejection.ts';
import { SHIPMENT_STATES, SHIPMENT_STATUSES } from '#domain/shipping.ts';
import { CERTIFIED_STATES, PACK_STATES } from '#domain/stock.ts';
import { REGISTERS } from '#domain/canadian-taxes.ts';
import { SUPPLY_PLACES, TAX_RULES } from '#domain/tax.ts';
import { CARD_FAULTS, CARD_LOSS_METHODS, LOSS_METHODS, LOSS_REASONS } from '#domain/loss.ts';
import { PLACE_QUESTION_KINDS } from '#domain/place-question.ts';
import { RISKS } from '#domain/risk.ts';
import { HOUSE_CARD_MOVES } from '#domain/house-card-moves.ts';
import { HOUSE_CARD_STATES } from '#domain/house-card.ts';
import { CARD_MOVES, PACK_MOVES } from '#domain/stock-moves.ts';
import { TIMELINE_EVENTS, TIMELINE_KINDS } from '#domain/timeline.ts';
import { EVENT_TYPES, HEARD_TYPES } from '#domain/shop-event.ts';
import { TRANSACTION_STATUSES } from '#domain/transaction.ts';
import { WAITING_KINDS } from '#domain/waiting.ts';
import { DELIVERY_STATES } from '#domain/webhook.ts';
import { PACK_HISTORY_STATUSES, paymentMethods } from '#contract/checkout.ts';
import { PRIVACY_LEVELS } from '#contract/profile.ts';

export const WORDS: Record<string, z.ZodMiniType> = {
  Uuid: z.uuid(),
  Day: z.iso.date(),
  Integer: z.int(),
  Role: z.enum(ROLES),
  StaffRoleKind: z.enum(STAFF_ROLES),
  Right: z.enum(RIGHTS),
  StaffRight: z.enum(STAFF_RIGHTS),
  ApiKeyRight: z.enum(KEY_RIGHTS),
  ApiKeyState: z.enum(KEY_STATES),
  UserState: z.enum(USER_STATES),
  FoundKind: z.enum(FOUND_KINDS),
  TimelineEvent: z.enum(TIMELINE_EVENTS),
  TimelineKind: z.enum(TIMELINE_KINDS),
  PrivacyLevel: z.enum(PRIVACY_LEVELS),
  ObligationKind: z.enum(OBLIGATION_KINDS),
  CodePurpose: z.enum(CODE_PURPOSES),
  Rarity: z.enum(RARITIES),
  PromisedRarity: z.enum(PROMISED_RARITIES),
  SealKind: z.enum(SEAL_KINDS),
  RarityFilter: z.enum(Object.keys(RARITY_FILTERS)),
  Finish: z.enum(FINISHES),
  Condition: z.enum(CONDITIONS),
  CardStatus: z.enum(CARD_STATUSES),
  CardEvent: z.enum(CARD_EVENTS),
  CardMove: z.enum(CARD_MOVES),
  HouseCardState: z.enum(HOUSE_CARD_STATES),
  HouseCardMove: z.enum(HOUSE_CARD_MOVES),
  LockReason: z.enum(LOCK_REASONS),
  PackState: z.enum(PACK_STATES),
  PackMove: z.enum(PACK_MOVES),
  CertifiedState: z.enum(CERTIFIED_STATES),
  TransactionType: z.enum(JOURNAL_KINDS),
  TransactionStatus: z.enum(TRANSACTION_STATUSES),
  LedgerAccount: z.enum(OTHER_ACCOUNTS),
  BoughtPackStatus: z.enum(PACK_HISTORY_STATUSES),
  PaymentKind: z.enum(paymentMethods),
  PaymentPurpose: z.enum(PAYMENT_PURPOSES),
  PaymentState: z.enum(PAYMENT_STATES),
  OrderState: z.enum(ORDER_STATES),
  DisputeState: z.enum(DISPUTE_STATES),
  AccountPause: z.enum(PAUSES),
  ShipmentState: z.enum(SHIPMENT_STATES),
  ShipmentStatus: z.enum(SHIPMENT_STATUSES),
  ParcelRisk: z.enum(RISKS),
  PlaceQuestionKind: z.enum(PLACE_QUESTION_KINDS),
  LossReason: z.enum(LOSS_REASONS),
  CardFault: z.enum(CARD_FAULTS),
  LossMethod: z.enum(LOSS_METHODS),
  CardLossMethod: z.enum(CARD_LOSS_METHODS),
  JobState: z.enum(JOB_STATES),
  ImportKind: z.enum(IMPORT_KINDS),
  ImportState: z.enum(IMPORT_STATES),
  ImportMode: z.enum(IMPORT_MODES),
  LineOutcome: z.enum(LINE_OUTCOMES),
  MailState: z.enum(MAIL_STATES),
  EventType: z.enum(EVENT_TYPES),
  HeardEventType: z.enum(HEARD_TYPES),
  DeliveryState: z.enum(DELIVERY_STATES),
  WaitingKind: z.enum(WAITING_KINDS),
  SubjectKind: z.enum(SUBJECT_KINDS),
  ListName: z.enum(LIST_NAMES),
  TextKey: z.enum(TEXT_KEYS),
  TaxRule: z.enum(TAX_RULES),
  TaxRegister: z.enum(REGISTERS),
  SupplyPlace: z.enum(SUPPLY_PLACES),
  RejectionCode: z.enum(REJECTION_CODES),
};
