// The form "Shipping Information". It has one column, and related fields are side by side.
import { Fragment } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { needsPostalCode, needsState } from '#domain/address-needs.ts';
import { postalWarning } from '#domain/postal-areas.ts';
import type { ShippingAddress } from '#domain/shipping.ts';
import { plainError } from '../accounts/plain-error.ts';
import { StateField } from '../accounts/state-field.tsx';
import { useAddressShape } from '../accounts/use-address-shape.ts';
import { useCountries } from '../accounts/use-countries.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { AddressField, AddressFields as Fields } from './address-draft.ts';

/** Returns whether the form requires this field for an address in this country. */
function isRequired(field: AddressField, country: string): boolean {
  if (field === 'state') return needsState(country);
  return field !== 'addressLine2';
}

export type AddressForm = UseFormReturn<Fields, unknown, ShippingAddress>;

type AddressFieldsProps = {
  form: AddressForm;
  country: string;
  /** Whether the country can't be changed, because the user has already paid the fee for it. */
  isCountryFixed: boolean;
  /** Whether all fields are locked, because a card is being charged or the shipment is being requested. */
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
  const shape = useAddressShape(country);
  const [state, postalCode] = useWatch({ control: form.control, name: ['state', 'postalCode'] });
  const { errors } = form.formState;
  const input = (name: AddressField, autoComplete: string) => ({
    ...form.register(name, {
      // An edit removes the error of the field. The field is validated again when the user leaves it.
      onChange: () => {
        form.clearErrors(name);
        onEdit();
      },
    }),
    autoComplete: `shipping ${autoComplete}`,
    error: errors[name]?.message,
    plainError: plainError(errors[name]?.message),
    readOnly: isLocked,
    required: isRequired(name, country),
  });

  // The fields are registered in their visual order, because after a failed submit the form focuses the first invalid
  // field in the order of registration.
  const places = {
    city: () => <Field {...input('city', 'address-level2')} label="City" />,
    state: () => (
      <StateField
        {...input('state', 'address-level1')}
        states={shape.states}
        isNeeded={needsState(country)}
        value={state}
      />
    ),
    postalCode: () => (
      <Field
        {...input('postalCode', 'postal-code')}
        label="Postal code"
        hint={postalWarning({ country, state, postalCode })}
      />
    ),
  };

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...input('firstName', 'given-name')} label="First name" />
        <Field {...input('lastName', 'family-name')} label="Last name" />
      </div>
      <Field {...input('addressLine1', 'address-line1')} label="Address line 1" />
      <Field {...input('addressLine2', 'address-line2')} label="Address line 2 (optional)" />
      {isCountryFixed || isLocked ? (
        <Field
          label="Country"
          value={countries.find(({ value }) => value === country)?.label ?? country}
          hint={isCountryFixed && 'Your payment is for shipping to this country.'}
          readOnly
        />
      ) : (
        <Select
          label="Country"
          name="country"
          autoComplete="shipping country"
          value={country}
          options={countries}
          onChange={({ target }) => {
            form.setValue('country', target.value);
            // Clears the state, because it belongs to the previous country. If the new country has no postal codes,
            // clears the postal code too.
            form.setValue('state', '');
            if (!needsPostalCode(target.value)) form.setValue('postalCode', '');
            onEdit();
          }}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-[1.4fr_1fr_1fr]">
        {shape.order.map((place) => (
          <Fragment key={place}>{places[place]()}</Fragment>
        ))}
      </div>
    </div>
  );
}
