import type { Route } from '../http/verb.ts';
import { receiveStripeEvent } from './receive-event.ts';

export const cardPaymentRoutes: Route[] = [receiveStripeEvent];
