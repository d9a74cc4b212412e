import * as rows from '#contract/card-payments.ts';
import { route } from '../http/serve.ts';
import { receiveStripeEvent } from './receive-event.ts';

export const cardPaymentRoutes = [route(rows.receiveStripeEvent, receiveStripeEvent)];
