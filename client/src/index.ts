export { centsOf, decimalOf, sumOf, type Cents } from './amounts.ts';
export type { CallOptions } from './call.ts';
export { shopClient, type ClientOptions, type ShopClient, type Tokens } from './client.ts';
export { ShopError, type ShopErrorType } from './errors.ts';
export { readWebhook, WebhookError, type WebhookMessage } from './webhooks.ts';
export type * from './calls.ts';
