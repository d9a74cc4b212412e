import type { Route } from '../http/handler.ts';
import { closeMoneyQuestion, listMoneyQuestions } from './admin/money-questions.ts';
import { keepPaymentCard } from './keep-payment-card.ts';
import { receiveStripeEvent } from './receive-event.ts';

export const cardPaymentRoutes: Route[] = [
  receiveStripeEvent,
  keepPaymentCard,
  listMoneyQuestions,
  closeMoneyQuestion,
];
