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
  testWebhook,
} from './show-deliveries.ts';

export const webhookRoutes: Route[] = [
  listWebhooks,
  addWebhook,
  changeWebhook,
  rotateWebhookSecret,
  pauseWebhook,
  testWebhook,
  removeWebhook,
  listWebhookDeliveries,
  showWebhookDelivery,
  sendWebhookAgain,
];
