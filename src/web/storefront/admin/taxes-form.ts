// What is typed on the page of taxes, and what the shop takes of it: rates are typed in percent.
import { saveTaxSettings, type TaxForm } from '#contract/storefront-taxes.ts';
import { REGISTERS, type Register } from '#domain/canadian-taxes.ts';
import type { SupplyPlace, TaxRule } from '#domain/tax.ts';
import type { FieldErrors, Resolver } from 'react-hook-form';

export type TypedTaxes = {
  rule: TaxRule;
  flatName: string;
  /** In percent. */
  flatRate: string;
  elsewhereRate: string;
  packsSuppliedAt: SupplyPlace;
  /** Empty: it is not said. */
  sellerRegion: string;
  /** Without a number the seller is not registered. */
  registrations: Record<Register, { number: string; since: string }>;
  packTaxCode: string;
  parcelTaxCode: string;
};

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

function settingsOf(typed: TypedTaxes) {
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

/** Judges what was typed as the shop will. `version`: what it was changed from. */
export function judging(version: number): Resolver<TypedTaxes, unknown, TaxForm> {
  return async (typed) => {
    const judged = saveTaxSettings.body.safeParse({ settings: settingsOf(typed), version });
    if (judged.success) return { values: judged.data.settings, errors: {} };
    return { values: {}, errors: errorsOf(judged.error.issues, registered(typed)) };
  };
}

/** The shop counts the registrations; the form knows them by name. */
function errorsOf(
  issues: readonly { path: PropertyKey[]; message: string }[],
  names: readonly Register[],
): FieldErrors<TypedTaxes> {
  const errors: Record<string, unknown> = {};
  for (const { path, message } of issues.toReversed()) {
    const [, name, place, part] = path;
    const error = { type: 'shop', message };
    const register = typeof place === 'number' ? names[place] : undefined;
    if (register === undefined) errors[String(name)] = error;
    else {
      const all = (errors['registrations'] ?? {}) as Record<string, object>;
      errors['registrations'] = { ...all, [register]: { ...all[register], [String(part)]: error } };
    }
  }
  return errors as FieldErrors<TypedTaxes>;
}
