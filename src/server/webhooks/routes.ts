import type { Route } from '../http/handler.ts';
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from './edit-endpoints.ts';
import {
  listWebhookDeliveries,
  sendWebhookAgain,
  showWebhookDelivery,
  sendTestEvent,
} from './show-deliveries.ts';

export const webhookRoutes: Route[] = [
  listWebhooks,
  addWebhook,
  changeWebhook,
  rotateWebhookSecret,
  pauseWebhook,
  sendTestEvent,
  removeWebhook,
  listWebhookDeliveries,
  showWebhookDelivery,
  sendWebhookAgain,
];
