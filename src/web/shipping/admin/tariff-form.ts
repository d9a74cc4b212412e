// The values that an operator types on the tariff page, and their conversion to the endpoint's fields.
import type { saveTariff, ShownTariff, TariffForm } from '#contract/shipping-tariff.ts';
import { decimalText, typedCad } from '#domain/decimals.ts';
import type * as z from 'zod/mini';
import type { FormFor } from '../../forms/endpoint-form.ts';

/** A service as the form holds it. All fields are typed text. */
export type TypedService = {
  key: string;
  name: string;
  delivery: string;
  baseFee: string;
  cardsIncluded: string;
  furtherCardFee: string;
  weightMost: string;
  freeFrom: string;
};
type TypedZone = { name: string; places: string; services: TypedService[] };
export type Typed = {
  zones: TypedZone[];
  cardGrams: string;
  packagingGrams: string;
  customs: { description: string; hsCode: string; originCountry: string };
  sender: Record<
    | 'name'
    | 'addressLine1'
    | 'addressLine2'
    | 'city'
    | 'state'
    | 'postalCode'
    | 'country'
    | 'phone',
    string
  >;
  /** When the tariff takes effect, in the browser's time zone. Empty if it takes effect immediately. */
  startsAt: string;
};

const EMPTY_SENDER: Typed['sender'] = {
  name: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  phone: '',
};

export function typedOf({ tariff }: ShownTariff): Typed {
  const { zones, customs, sender } = tariff;
  return {
    cardGrams: String(tariff.cardGrams),
    packagingGrams: String(tariff.packagingGrams),
    zones: zones.map(({ name, places, services }) => ({
      name,
      places: places.join(', '),
      services: services.map(typedService),
    })),
    customs: { ...customs, originCountry: customs.originCountry ?? '' },
    sender:
      sender === null
        ? EMPTY_SENDER
        : { ...sender, addressLine2: sender.addressLine2 ?? '', phone: sender.phone ?? '' },
    startsAt: '',
  };
}

function typedService(service: TariffForm['zones'][number]['services'][number]): TypedService {
  const { key, name, delivery, cardsIncluded, weightMost, freeFrom } = service;
  return {
    key,
    name,
    delivery,
    baseFee: decimalText(service.baseFee),
    cardsIncluded: String(cardsIncluded),
    furtherCardFee: decimalText(service.furtherCardFee),
    weightMost: String(weightMost ?? ''),
    freeFrom: freeFrom === null ? '' : decimalText(freeFrom),
  };
}

/** Returns a new service with empty fields. */
export function newService(others: readonly TypedService[]): TypedService {
  const taken = new Set(others.map(({ key }) => key));
  let number = others.length + 1;
  while (taken.has(`service-${number}`)) number += 1;
  return {
    key: `service-${number}`,
    name: '',
    delivery: '',
    baseFee: '',
    cardsIncluded: '5',
    furtherCardFee: '0.00',
    weightMost: '',
    freeFrom: '',
  };
}

/** Fields that release 1.1.0 uses. They no longer have an effect (choice 332). */
const NO_COVER = { coverIncluded: 0, coverMost: 0, coverFee: 0 };

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
/** Converts a typed number. An invalid number becomes NaN, which the endpoint's schema rejects with a message. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/** Converts the typed values to the fields of the request. */
export function requestOf(typed: Typed, version: number): z.input<typeof saveTariff.body> {
  const { sender, customs, startsAt } = typed;
  const isSender = Object.values(sender).some((line) => line.trim() !== '');
  return {
    version,
    startsAt: startsAt === '' ? null : new Date(startsAt).toISOString(),
    cardGrams: numberOf(typed.cardGrams),
    packagingGrams: numberOf(typed.packagingGrams),
    customs: {
      description: customs.description,
      hsCode: customs.hsCode.replaceAll(/[.\s]/g, ''),
      originCountry: orNull(customs.originCountry)?.toUpperCase() ?? null,
    },
    sender: isSender ? { ...sender, phone: orNull(sender.phone) } : null,
    zones: typed.zones.map(({ name, places, services }) => ({
      name,
      places: places
        .split(/[\s,;]+/)
        .filter((place) => place !== '')
        .map((place) => place.toUpperCase()),
      services: services.map((service) => ({
        ...service,
        baseFee: typedCad(service.baseFee),
        cardsIncluded: numberOf(service.cardsIncluded),
        furtherCardFee: typedCad(service.furtherCardFee),
        weightMost: numberOrNull(service.weightMost),
        freeFrom: service.freeFrom.trim() === '' ? null : typedCad(service.freeFrom),
        ...NO_COVER,
      })),
    })),
  };
}

export type TariffFormOf = FormFor<typeof saveTariff, Typed>;

/**
 * Returns the field that shows an error. If the error is about the whole list of zones, the form shows it. If it is
 * about one place, the field with all places of the zone shows it.
 */
export function fieldOf(path: string[]): string[] {
  if (path.length === 1 && path[0] === 'zones') return ['zones', 'root'];
  const places = path.indexOf('places');
  return places === -1 ? path : path.slice(0, places + 1);
}
