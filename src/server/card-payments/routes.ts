import type { Route } from '../http/verb.ts';
import { closeMoneyQuestion, listMoneyQuestions } from './admin/money-questions.ts';
import { receiveStripeEvent } from './receive-event.ts';

export const cardPaymentRoutes: Route[] = [
  receiveStripeEvent,
  listMoneyQuestions,
  closeMoneyQuestion,
];
