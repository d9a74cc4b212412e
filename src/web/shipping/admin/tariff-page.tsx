// The page with the tariff: zones, services, prices, when they take effect, and the texts for customs forms and labels.
import { saveTariff, showTariff } from '#contract/shipping-tariff.ts';
import type { Reply } from '#contract/endpoint.ts';
import { QUOTE_MINUTES } from '#domain/parcel-tariff.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useFieldArray, useFormState } from 'react-hook-form';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { useVersion, VersionForm } from '../../admin-kit/version-form.tsx';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useAsk } from '../../api/ask.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { fieldOf, newService, requestOf, typedOf, type TariffFormOf } from './tariff-form.ts';
import { ZoneFields } from './zone-fields.tsx';

export const screen = createLazyRoute('/admin/parcels')({ component: TariffPage });

function TariffPage() {
  const shown = useAsk(showTariff, {}, { refetchOnWindowFocus: false });
  return (
    <AdminFrame title="Parcels">
      <WhenLoaded list={shown} what="prices">
        {(found) => (
          // Each version has a form of its own, so that edits of an older version never overwrite a newer version.
          <TariffForm key={found.version} shown={found} onReload={() => shown.refetch()} />
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

type Shown = Reply<typeof showTariff>;
function TariffForm({ shown, onReload }: { shown: Shown; onReload: () => Promise<unknown> }) {
  const saving = useVersion(saveTariff, 'prices');
  const form = useEndpointForm(saveTariff, {
    start: typedOf(shown),
    requestOf: (typed) => requestOf(typed, shown.version),
    fieldOf,
    send: saving.save,
  });
  return (
    <VersionForm
      version={saving}
      onSubmit={form.submit}
      onReload={onReload}
      note={stateOf(shown)}
      className="grid max-w-4xl gap-6"
    >
      <p className="max-w-[70ch] text-small text-text-2">
        A price that somebody was quoted is honoured for {QUOTE_MINUTES} minutes, whatever is saved
        here in the meantime.
      </p>
      <Zones form={form} />
      <Weights form={form} />
      <Customs form={form} />
      <Sender form={form} />
      <Start form={form} />
    </VersionForm>
  );
}

/** Says when the tariff was saved, and whether it has taken effect. */
function stateOf({ version, holds, madeAt, startsAt }: Shown): string {
  if (madeAt === null) {
    return 'No prices have been saved yet: these are the defaults of a new shop.';
  }
  const isAhead = version !== holds && startsAt !== null;
  return isAhead
    ? `Saved ${formatMoment(madeAt)}. It applies from ${formatMoment(startsAt)}; until then, what was saved before applies.`
    : `Saved ${formatMoment(madeAt)}, and in force.`;
}

type FormOf = { form: TariffFormOf };

function Zones({ form }: FormOf) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'zones' });
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      {fields.map((zone, index) => (
        <ZoneFields
          key={zone.id}
          form={form}
          index={index}
          onRemove={fields.length > 1 ? () => remove(index) : null}
        />
      ))}
      {errors.zones?.root?.message && <Banner>{errors.zones.root.message}</Banner>}
      <div>
        <Button
          variant="secondary"
          onClick={() => append({ name: '', places: '', services: [newService([])] })}
        >
          Add a zone
        </Button>
      </div>
    </>
  );
}

function Weights({ form }: FormOf) {
  return (
    <Panel title="Weights">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="cardGrams"
          label="One packed card (g)"
          hint="A card weighs 1.7 to 1.8 g without a sleeve"
          inputMode="numeric"
        />
        <FormField form={form} name="packagingGrams" label="Packaging (g)" inputMode="numeric" />
      </div>
    </Panel>
  );
}

function Customs({ form }: FormOf) {
  return (
    <Panel title="Customs">
      <p className="mb-4 text-small text-text-2">
        Printed on the packing slip of a parcel to another country.
      </p>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormField form={form} name="customs.description" label="Description of the goods" />
        <FormField
          form={form}
          name="customs.hsCode"
          label="HS code"
          hint="9504.40 is playing cards"
          inputMode="numeric"
        />
        <FormField
          form={form}
          name="customs.originCountry"
          label="Country of origin"
          hint="Two letters; leave empty to write it by hand"
        />
      </div>
    </Panel>
  );
}

const SENDER_FIELDS = [
  ['name', 'Name or company'],
  ['phone', 'Phone (optional)'],
  ['addressLine1', 'Address line 1'],
  ['addressLine2', 'Address line 2 (optional)'],
  ['city', 'City'],
  ['state', 'State or province'],
  ['postalCode', 'Postal code'],
  ['country', 'Country, two letters'],
] as const;

function Sender({ form }: FormOf) {
  return (
    <Panel title="Sender">
      <p className="mb-4 text-small text-text-2">
        On customs forms and labels. If left empty, only the shop’s name is printed.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {SENDER_FIELDS.map(([name, label]) => (
          <FormField key={name} form={form} name={`sender.${name}`} label={label} />
        ))}
      </div>
    </Panel>
  );
}

function Start({ form }: FormOf) {
  return (
    <Panel title="Start">
      <FormField
        form={form}
        name="startsAt"
        type="datetime-local"
        label="Applies from"
        hint="Leave empty to start now. Whatever is saved later replaces it, even before it starts."
        className="max-w-80"
      />
    </Panel>
  );
}
