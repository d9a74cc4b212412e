// The operators' page of places. It says where the shop sells, on which terms, and where it ships.
import {
  savePlaceSettings,
  showPlaceSettings,
  type ShownPlaces,
} from '#contract/storefront-places.ts';
import { PLACES_MAX } from '#domain/sales-places.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { useConfig } from '../../accounts/config.ts';
import { listPlaces, placeName } from '../../accounts/countries.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useVersion, VersionForm } from '../../admin-kit/version-form.tsx';
import { useAsk } from '../../api/ask.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Banner } from '../../ui/states.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { check, fieldOf, NEW_PLACE, requestOf, typedOf, type FormOf } from './places-form.ts';

export const screen = createLazyRoute('/admin/places')({ component: PlacesPage });

function PlacesPage() {
  const shown = useAsk(showPlaceSettings, {}, { refetchOnWindowFocus: false });
  return (
    <AdminFrame title="Places">
      <WhenLoaded list={shown} what="places">
        {(found) => (
          // Each version has a form of its own, so that edits of an older version never overwrite a newer version.
          <PlacesForm key={found.version} shown={found} onReload={() => shown.refetch()} />
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

function PlacesForm({
  shown: { version, settings, madeAt },
  onReload,
}: {
  shown: ShownPlaces;
  onReload: () => Promise<unknown>;
}) {
  const isDemo = useConfig()?.demo ?? false;
  const saving = useVersion(savePlaceSettings, 'places');
  const form = useEndpointForm(savePlaceSettings, {
    start: typedOf(settings, isDemo),
    // The form is checked for the first time on submit. If it were checked earlier, a new place would start with an
    // error.
    checks: 'sent',
    requestOf: (typed) => requestOf(typed, version),
    fieldOf,
    check,
    send: saving.save,
  });
  return (
    <VersionForm
      version={saving}
      onSubmit={form.submit}
      onReload={onReload}
      note={
        madeAt === null
          ? 'No places have been saved yet: nothing is closed.'
          : `Saved ${formatMoment(madeAt)}; it applies to every payment that begins from then on.`
      }
      className="grid max-w-5xl gap-6"
    >
      <Places form={form} isDemo={isDemo} />
      <Shipping form={form} />
    </VersionForm>
  );
}

const OPEN_OR_CLOSED = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
];

function Places({ form, isDemo }: FormOf & { isDemo: boolean }) {
  const { control, register } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'places' });
  const { errors } = useFormState({ control });
  const adds = useRef<HTMLButtonElement>(null);
  const fallback = useFocusFallback(() => adds.current);
  const problem = errors.places?.root?.message;
  return (
    <Panel title="Places of sale">
      <div {...fallback} className="grid gap-5">
        <div className="grid max-w-[75ch] gap-2 text-small text-text-2">
          <p>
            Buyers live where their profile says, or where they say before they pay. A province or
            state that is listed counts before its country. In a closed place nobody can buy packs
            or credits; what somebody owns stays theirs.{' '}
            {!isDemo && 'Places that are not listed are closed. '}
            <Link to="/where-we-sell" className="link">
              What shoppers see
            </Link>
          </p>
          <p>
            Leave the least age empty for the one of the age check in Settings. Within the days of
            withdrawal, buyers return sealed packs of a card payment by themselves and for any
            reason; 0 if the place gives no such right. A place opens only if the shop has one of
            its languages, which are two letters each, such as en, fr.
          </p>
        </div>
        {fields.map((place, at) => (
          <PlaceFields key={place.id} form={form} at={at} onRemove={() => remove(at)} />
        ))}
        {problem !== undefined && <Banner>{problem}</Banner>}
        {fields.length < PLACES_MAX && (
          <div>
            <Button ref={adds} variant="secondary" onClick={() => append(NEW_PLACE)}>
              Add a place
            </Button>
          </div>
        )}
        {isDemo && (
          <Checkbox
            {...register('sellsElsewhere')}
            label="Sell in every place that is not listed (only a demo can)"
          />
        )}
      </div>
    </Panel>
  );
}

const PLACES = [{ value: '', label: 'Choose a place' }, ...listPlaces()];

function PlaceFields({ form, at, onRemove }: FormOf & { at: number; onRemove: () => void }) {
  const { control, register } = form;
  const { errors } = useFormState({ control });
  const region = useWatch({ control, name: `places.${at}.region` });
  const name = region === '' ? `place ${at + 1}` : placeName(region);
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-5 lg:grid-cols-[minmax(0,1fr)_112px_96px_112px_112px_auto]">
      <legend className="sr-only">{region === '' ? `Place ${at + 1}` : name}</legend>
      <div className="col-span-2 lg:col-span-1">
        <SelectField
          {...register(`places.${at}.region`)}
          label="Place"
          options={PLACES}
          error={errors.places?.[at]?.region?.message}
        />
      </div>
      <Select {...register(`places.${at}.sales`)} label="Sales" options={OPEN_OR_CLOSED} />
      <FormField form={form} name={`places.${at}.leastAge`} label="Least age" inputMode="numeric" />
      <FormField
        form={form}
        name={`places.${at}.withdrawalDays`}
        label="Withdrawal"
        aside={<span className="text-small text-text-2">days</span>}
        inputMode="numeric"
      />
      <FormField
        form={form}
        name={`places.${at}.languages`}
        label="Languages"
        spellCheck={false}
        autoCapitalize="none"
      />
      <div className="max-lg:col-span-2 lg:pt-6.5">
        <Button variant="ghost" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </fieldset>
  );
}

function Shipping({ form }: FormOf) {
  const { control, register } = form;
  const ships = useWatch({ control, name: 'ships' });
  return (
    <Panel title="Shipping">
      <div className="grid max-w-2xl gap-4">
        <Select
          {...register('ships')}
          label="Parcels go to"
          options={[
            { value: 'tariff', label: 'Every country that has a price in Parcels' },
            { value: 'listed', label: 'Canada, countries of open places, and those listed here' },
          ]}
        />
        {ships === 'listed' && (
          <FormField
            form={form}
            name="shipsTo"
            label="Other countries"
            hint="Two letters each, such as DE, FR. What somebody already owns can be shipped there"
            spellCheck={false}
          />
        )}
      </div>
    </Panel>
  );
}
