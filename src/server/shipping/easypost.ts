// EasyPost connects the shop to many carriers (https://docs.easypost.com/docs/shipments). The shop
// creates a shipment and gets rates, then buys the shipment at one of these rates and gets a label.
// This file was tested against the responses in EasyPost's documentation.
import * as z from 'zod/mini';
import { centsOf, decimalText } from '#domain/decimals.ts';
import { CURRENCY } from '#domain/money.ts';
import type { ParcelSender } from '#domain/parcel-tariff.ts';
import type { ShippingAddress } from '#domain/shipping.ts';
import { elsewhere } from '../tracing/request-waits.ts';
import {
  CarrierRefused,
  type CarriedParcel,
  type Carrier,
  type CarrierShipment,
  type LabelPicture,
} from '../runtime/carrier.ts';

const TIMEOUT_MS = 20_000;
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif'];
const PICTURE_BYTES_MAX = 2_000_000;
const OUNCE_GRAMS = 28.349523125;

const rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.nullish(z.number()),
});

const shipment = z.object({
  id: z.string(),
  rates: z.array(rate),
  messages: z.array(z.object({ carrier: z.string(), message: z.string() })),
  tracking_code: z.nullish(z.string()),
  selected_rate: z.nullish(rate),
  postage_label: z.nullish(z.object({ label_url: z.string() })),
});

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export function openEasyPost({ apiKey, apiBase }: { apiKey: string; apiBase: string }): Carrier {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;

  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const { response, reply } = await elsewhere(async () => {
      const asked = await fetch(`${apiBase}/v2${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        // Does not follow redirects, because no other server may get the key.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      return { response: asked, reply: (await asked.json()) as unknown };
    });
    if (response.ok) return shipmentOf(shipment.parse(reply));
    const refused = refusal.safeParse(reply);
    // These statuses mean that the request itself is wrong, so a retry can't help.
    if (response.status < 500 && response.status !== 429 && refused.success) {
      throw new CarrierRefused(refused.data.error.message);
    }
    throw new Error(`EasyPost responded with ${response.status} to ${method} ${path}`);
  }

  return {
    name: 'EasyPost',
    register: (parcel) => call('POST', '/shipments', { shipment: writtenParcel(parcel) }),
    find: (id) => call('GET', `/shipments/${encodeURIComponent(id)}`),
    buyLabel: (id, rateId) =>
      call('POST', `/shipments/${encodeURIComponent(id)}/buy`, { rate: { id: rateId } }),
    fetchPicture,
  };
}

/** Fetches a label from where EasyPost stores it. That server gets no key. */
async function fetchPicture(labelUrl: string): Promise<LabelPicture | null> {
  return elsewhere(async () => {
    const response = await fetch(labelUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
    if (!response.ok || !PICTURE_TYPES.includes(type)) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > PICTURE_BYTES_MAX ? null : { type, bytes };
  });
}

function shipmentOf(found: z.output<typeof shipment>): CarrierShipment {
  const { postage_label: label, selected_rate: bought, tracking_code: trackingNumber } = found;
  return {
    id: found.id,
    rates: found.rates.map((one) => ({
      id: one.id,
      carrier: one.carrier,
      service: one.service,
      amountMinor: centsOf(Number(one.rate)),
      currency: one.currency,
      deliveryDays: one.delivery_days ?? null,
    })),
    label:
      label && bought && trackingNumber
        ? {
            carrier: bought.carrier,
            service: bought.service,
            trackingNumber,
            labelUrl: label.label_url,
            amountMinor: centsOf(Number(bought.rate)),
            currency: bought.currency,
          }
        : null,
    problems: found.messages.map(({ carrier, message }) => `${carrier}: ${message}`),
  };
}

/**
 * Converts grams to ounces. Rounds up to a tenth of an ounce, so that the result is never less than
 * the real weight.
 */
function ounces(grams: number): number {
  return Math.ceil((grams / OUNCE_GRAMS) * 10) / 10;
}

function writtenParcel({ reference, from, to, grams, customs }: CarriedParcel) {
  return {
    reference,
    from_address: { ...written(from), name: from.name, phone: from.phone },
    to_address: { ...written(to), name: `${to.firstName} ${to.lastName}` },
    parcel: { weight: ounces(grams) },
    ...(customs && {
      customs_info: {
        contents_type: 'merchandise',
        customs_certify: true,
        customs_signer: from.name,
        customs_items: [
          {
            description: customs.description,
            quantity: customs.quantity,
            value: decimalText(customs.value),
            currency: CURRENCY,
            weight: ounces(customs.netGrams),
            hs_tariff_number: customs.hsCode,
            ...(customs.originCountry && { origin_country: customs.originCountry }),
          },
        ],
      },
    }),
  };
}

function written(address: ParcelSender | ShippingAddress) {
  return {
    street1: address.addressLine1,
    ...(address.addressLine2 && { street2: address.addressLine2 }),
    city: address.city,
    state: address.state,
    zip: address.postalCode,
    country: address.country,
  };
}
