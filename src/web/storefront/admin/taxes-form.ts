// The values that an operator types on the tax page, and their conversion to the endpoint's fields. Rates are typed in
// percent.
import type { saveTaxSettings, TaxForm } from '#contract/storefront-taxes.ts';
import { REGISTERS, type Register } from '#domain/canadian-taxes.ts';
import type { SupplyPlace, TaxRule } from '#domain/tax.ts';
import type { FormFor } from '../../forms/endpoint-form.ts';

export type TypedTaxes = {
  rule: TaxRule;
  flatName: string;
  /** The rate in percent that applies to all buyers. */
  flatRate: string;
  elsewhereRate: string;
  packsSuppliedAt: SupplyPlace;
  /** The region of the seller. Empty if it is not stated. */
  sellerRegion: string;
  /** The seller's registration in each tax register. If `number` is empty, the seller is not registered there. */
  registrations: Record<Register, { number: string; since: string }>;
  packTaxCode: string;
  parcelTaxCode: string;
};

/** The form object that the page passes on to its sections. */
export type FormOf = { form: FormFor<typeof saveTaxSettings, TypedTaxes> };

const inPercent = (rate: number) => String(Number((rate * 100).toFixed(4)));
const fractionOf = (percent: string) => Number((Number(percent.replace('%', '')) / 100).toFixed(8));

export function typedOf(settings: TaxForm): TypedTaxes {
  const of = (register: Register) =>
    settings.registrations.find((one) => one.register === register) ?? { number: '', since: '' };
  return {
    ...settings,
    flatRate: inPercent(settings.flatRate),
    elsewhereRate: inPercent(settings.elsewhereRate),
    sellerRegion: settings.sellerRegion ?? '',
    registrations: Object.fromEntries(
      REGISTERS.map((register) => {
        const { number, since } = of(register);
        return [register, { number, since }];
      }),
    ) as TypedTaxes['registrations'],
  };
}

function registered(typed: TypedTaxes): Register[] {
  return REGISTERS.filter((register) => typed.registrations[register].number.trim() !== '');
}

export function settingsOf(typed: TypedTaxes) {
  return {
    ...typed,
    flatRate: fractionOf(typed.flatRate),
    elsewhereRate: fractionOf(typed.elsewhereRate),
    sellerRegion: typed.sellerRegion === '' ? null : typed.sellerRegion,
    registrations: registered(typed).map((register) => ({
      register,
      ...typed.registrations[register],
    })),
  };
}

/**
 * Returns the field that shows an error. The request has a list of registrations, but the form has one field for each
 * register.
 */
export function fieldOf([, name = '', place, part = '']: string[], typed: TypedTaxes): string[] {
  const register = place === undefined ? undefined : registered(typed)[Number(place)];
  return register === undefined ? [name] : [name, register, part];
}
