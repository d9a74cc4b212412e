// The address of a parcel. The user types it or takes it from the last parcel. If the cards are added to a waiting
// parcel, the panel shows that parcel's address instead of the fields.
import type { ShippingAddress } from '#domain/shipping.ts';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Panel } from '../ui/panel.tsx';
import { ADDRESS_FIELDS, type AddressFields as Fields } from './address-draft.ts';
import { AddressFields, type AddressForm } from './address-fields.tsx';

export function AddressPanel({
  form,
  country,
  isCountryFixed,
  isLocked,
  ofParcel,
  isToBeSaved,
  onToBeSaved,
  onEdit,
  offered,
  onTake,
  onSubmit,
}: ComponentProps<typeof AddressFields> & {
  /** The address of the waiting parcel to which the cards are added. Null if they get a parcel of their own. */
  ofParcel: ShippingAddress | null;
  isToBeSaved: boolean;
  onToBeSaved: (isToBeSaved: boolean) => void;
  /** An address that the user can fill in with one press. Null if there is none. */
  offered: Fields | null;
  onTake: (address: Fields) => void;
  onSubmit: () => void;
}) {
  return (
    <Panel title="Shipping Information">
      <form
        id="shipping-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLocked) onSubmit();
        }}
        aria-label="Shipping Information"
        className="max-sm:[&_:is(input,select)]:scroll-mb-28"
      >
        {ofParcel === null ? (
          <>
            <LastAddress form={form} offered={offered} isLocked={isLocked} onTake={onTake} />
            <AddressFields
              form={form}
              country={country}
              isCountryFixed={isCountryFixed}
              isLocked={isLocked}
              onEdit={onEdit}
            />
            <Checkbox
              label="Save this address to my profile"
              checked={isToBeSaved}
              onChange={({ target }) => onToBeSaved(target.checked)}
              className="mt-5"
            />
          </>
        ) : (
          <p className="text-small">
            With your parcel to{' '}
            <span className="font-semibold">
              {`${ofParcel.firstName} ${ofParcel.lastName}, ${ofParcel.addressLine1}, ${ofParcel.city}`}
            </span>
          </p>
        )}
      </form>
    </Panel>
  );
}

/** Offers the destination of the last parcel. Renders nothing if the form already has this address. */
function LastAddress({
  form,
  offered,
  isLocked,
  onTake,
}: {
  form: AddressForm;
  offered: Fields | null;
  isLocked: boolean;
  onTake: (address: Fields) => void;
}) {
  const typed = useWatch({ control: form.control });
  if (offered === null || isLocked) return null;
  if (ADDRESS_FIELDS.every((field) => (typed[field] ?? '') === (offered[field] ?? ''))) return null;
  const { firstName, lastName, addressLine1, city } = offered;
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-surface-2 p-4 text-small">
      <p className="min-w-0">
        Your last parcel went to{' '}
        <span className="font-semibold">{`${firstName} ${lastName}, ${addressLine1}, ${city}`}</span>
      </p>
      <Button variant="secondary" onClick={() => onTake(offered)}>
        Use this address
      </Button>
    </div>
  );
}
