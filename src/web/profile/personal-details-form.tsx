import { addressAsks, addressFields, nameFields, type User } from '#contract/profile.ts';
import { needsState } from '#domain/address-needs.ts';
import { postalWarning } from '#domain/postal-areas.ts';
import { DEFAULT_COUNTRY } from '#domain/shipping.ts';
import { Fragment, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { plainError } from '../accounts/plain-error.ts';
import { StateField } from '../accounts/state-field.tsx';
import { useAddressShape } from '../accounts/use-address-shape.ts';
import { useCountries } from '../accounts/use-countries.ts';
import { messageOf } from '../api/messages.ts';
import { judgeTyped } from '../forms/judge-typed.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { detailsDraft, type Details } from './details-draft.ts';
import { useSaveDetails } from './queries.ts';

const ADDRESS = z.object(addressFields).check(...addressAsks);

type Typed = z.input<typeof ADDRESS>;

/**
 * Returns whether the form has an address to validate and save. If no address is saved, the user may leave all address
 * fields empty. A saved address can't be removed.
 */
function hasAddress(user: User, { addressLine1, city, state, zipCode }: Typed): boolean {
  const lines = [addressLine1, city, state, zipCode];
  return user.addressLine1 !== null || lines.some((line) => line.trim() !== '');
}

function formOf(user: User) {
  const line = z.string();
  return z
    .object({
      ...nameFields,
      addressLine1: line,
      city: line,
      state: line,
      zipCode: line,
      country: line,
    })
    .check(({ value, issues }) => {
      if (!hasAddress(user, value)) return;
      for (const { path, message } of ADDRESS.safeParse(value).error?.issues ?? []) {
        issues.push({ code: 'custom', input: value, path, message });
      }
    });
}

function detailsOf(user: User): Details {
  return {
    fullName: user.fullName ?? '',
    username: user.username,
    phoneNumber: user.phoneNumber ?? '',
    addressLine1: user.addressLine1 ?? '',
    city: user.city ?? '',
    state: user.state ?? '',
    zipCode: user.zipCode ?? '',
    country: user.country ?? DEFAULT_COUNTRY,
  };
}

export function PersonalDetailsForm({ user, onDone }: { user: User; onDone: () => void }) {
  const save = useSaveDetails();
  const [draft] = useState(() => detailsDraft.recall(user.id));
  const [saved] = useState(() => detailsOf(user));
  const form = useForm({
    resolver: judgeTyped((typed: Details) => formOf(user).safeParse(typed)),
    defaultValues: { ...saved, ...draft },
    reValidateMode: 'onBlur',
  });
  const { errors } = form.formState;
  // The draft has only the fields that the user has edited, because the other details may change elsewhere before the
  // user comes back.
  const storeDraft = () => {
    const typed = Object.entries(form.getValues()).filter(
      ([name, value]) => value !== saved[name as keyof Details],
    );
    detailsDraft.store(user.id, Object.fromEntries(typed));
  };
  const leave = () => {
    detailsDraft.forget();
    onDone();
  };
  const [country, state, zipCode] = useWatch({
    control: form.control,
    name: ['country', 'state', 'zipCode'],
  });
  const countries = useCountries(country);
  const shape = useAddressShape(country);

  const field = (name: Exclude<keyof Details, 'country'>, autoComplete: string) => ({
    // An edit removes the error of the field. The field is validated again when the user leaves it.
    ...form.register(name, {
      onChange: () => {
        form.clearErrors(name);
        storeDraft();
      },
    }),
    autoComplete,
    error: errors[name]?.message,
    plainError: plainError(errors[name]?.message),
  });

  const submit = form.handleSubmit(async ({ fullName, username, phoneNumber, ...address }) => {
    try {
      await save.mutateAsync({
        names: { fullName, username, phoneNumber },
        address: hasAddress(user, address) ? address : null,
      });
    } catch {
      // The banner shows the server's error. The form itself has found no error in the fields.
      return;
    }
    showToast({ kind: 'success', title: 'Details saved' });
    leave();
  });

  // The fields are registered in their visual order, because after a failed submit the form focuses the first invalid
  // field in the order of registration.
  const places = {
    city: () => <Field {...field('city', 'address-level2')} label="City" />,
    state: () => (
      <StateField
        {...field('state', 'address-level1')}
        states={shape.states}
        isNeeded={needsState(country)}
        value={state}
      />
    ),
    postalCode: () => (
      <Field
        {...field('zipCode', 'postal-code')}
        label="Zip code"
        hint={postalWarning({ country, state, postalCode: zipCode })}
      />
    ),
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('fullName', 'name')} label="Full name" autoFocus={draft === null} />
        <Field {...field('username', 'nickname')} label="Username" required />
      </div>
      <Field {...field('phoneNumber', 'tel')} label="Phone number" type="tel" />
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-small text-text-2">
          Used as the default shipping address
        </legend>
        <Field {...field('addressLine1', 'address-line1')} label="Address line 1" />
        <Select
          {...form.register('country', {
            onChange: () => {
              // Clears the state, because it belongs to the previous country.
              form.setValue('state', '');
              storeDraft();
            },
          })}
          label="Country"
          autoComplete="country"
          options={countries}
        />
        <div className="grid gap-4 sm:grid-cols-[1.4fr_1fr_1fr]">
          {shape.order.map((place) => (
            <Fragment key={place}>{places[place]()}</Fragment>
          ))}
        </div>
      </fieldset>
      {save.isError && <Banner title="Not saved">{messageOf(save.error)}</Banner>}
      <div className="flex gap-3">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        <Button variant="secondary" onClick={leave} disabled={save.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
