// The form "Shipping Information": one column, what belongs together side by side.
import type { UseFormReturn } from 'react-hook-form';
import type { ShippingAddress } from '#domain/shipping.ts';
import { useCountries } from '../accounts/use-countries.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { AddressField, AddressFields as Fields } from './address-draft.ts';

export type AddressForm = UseFormReturn<Fields, unknown, ShippingAddress>;

type AddressFieldsProps = {
  form: AddressForm;
  country: string;
  /** It was paid for the fee to this country. */
  isCountryFixed: boolean;
  /** A card is being charged, or the shipment asked for. */
  isLocked: boolean;
  onEdit: () => void;
};

export function AddressFields({
  form,
  country,
  isCountryFixed,
  isLocked,
  onEdit,
}: AddressFieldsProps) {
  const countries = useCountries(country);
  const { errors } = form.formState;
  const input = (name: AddressField, autoComplete: string) => ({
    ...form.register(name, {
      // An error is over as soon as somebody mends it; it is checked again afterwards.
      onChange: () => {
        form.clearErrors(name);
        onEdit();
      },
    }),
    autoComplete: `shipping ${autoComplete}`,
    error: errors[name]?.message,
    readOnly: isLocked,
    required: name !== 'addressLine2',
  });

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...input('firstName', 'given-name')} label="First name" />
        <Field {...input('lastName', 'family-name')} label="Last name" />
      </div>
      <Field {...input('addressLine1', 'address-line1')} label="Address line 1" />
      <Field {...input('addressLine2', 'address-line2')} label="Address line 2 (optional)" />
      <div className="grid gap-4 sm:grid-cols-[1.4fr_1fr_1fr]">
        <Field {...input('city', 'address-level2')} label="City" />
        <Field {...input('state', 'address-level1')} label="State or province" />
        <Field {...input('postalCode', 'postal-code')} label="Postal code" />
      </div>
      {isCountryFixed || isLocked ? (
        <Field
          label="Country"
          value={countries.find(({ value }) => value === country)?.label ?? country}
          hint={isCountryFixed && 'Your payment is for shipping to this country.'}
          readOnly
        />
      ) : (
        <Select
          label={<span className="font-[560] text-text">Country</span>}
          name="country"
          autoComplete="shipping country"
          value={country}
          options={countries}
          onChange={({ target }) => {
            form.setValue('country', target.value);
            onEdit();
          }}
        />
      )}
    </div>
  );
}
