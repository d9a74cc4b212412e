// The page with the shop's taxes: the rule, the registration numbers, and the totals.
import { saveTaxSettings, showTaxSettings, type ShownTaxes } from '#contract/storefront-taxes.ts';
import { REGISTER_NAMES, REGISTERS } from '#domain/canadian-taxes.ts';
import { PROVINCE_CODES, PROVINCES } from '#domain/region.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useFormState, useWatch } from 'react-hook-form';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { useVersion, VersionForm } from '../../admin-kit/version-form.tsx';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useAsk } from '../../api/ask.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { StripeTax } from './stripe-tax.tsx';
import { TaxReport } from './tax-report.tsx';
import { fieldOf, settingsOf, typedOf, type FormOf } from './taxes-form.ts';
import { TaxTable } from './tax-table.tsx';

export const screen = createLazyRoute('/admin/taxes')({ component: TaxesPage });

function TaxesPage() {
  const shown = useAsk(showTaxSettings, {}, { refetchOnWindowFocus: false });
  return (
    <AdminFrame title="Taxes">
      <div className="grid max-w-3xl gap-6">
        <WhenLoaded list={shown} what="taxes">
          {(found) => (
            // Each version has a form of its own, so that edits of an older version never overwrite a newer version.
            <TaxesForm key={found.version} shown={found} onReload={() => shown.refetch()} />
          )}
        </WhenLoaded>
        <TaxReport />
        <TaxTable />
      </div>
    </AdminFrame>
  );
}

function TaxesForm({
  shown: { version, settings, madeAt },
  onReload,
}: {
  shown: ShownTaxes;
  onReload: () => Promise<unknown>;
}) {
  const saving = useVersion(saveTaxSettings, 'taxes');
  const form = useEndpointForm(saveTaxSettings, {
    start: typedOf(settings),
    requestOf: (typed) => ({ settings: settingsOf(typed), version }),
    fieldOf,
    send: saving.save,
  });
  const rule = useWatch({ control: form.control, name: 'rule' });
  return (
    <VersionForm
      version={saving}
      onSubmit={form.submit}
      onReload={onReload}
      note={
        madeAt === null
          ? 'No taxes have been saved yet: the one rate from TAX_RATE applies to everybody.'
          : `Saved ${formatMoment(madeAt)}; earlier sales keep their taxes, even when they are refunded.`
      }
    >
      <Rule form={form} />
      {rule !== 'flat' && <Places form={form} />}
      {rule === 'stripe' && <StripeTax form={form} />}
      {rule !== 'flat' && <Registrations form={form} isAsked={rule === 'stripe'} />}
    </VersionForm>
  );
}

function Rule({ form }: FormOf) {
  const { register, control } = form;
  const { errors } = useFormState({ control });
  const rule = useWatch({ control, name: 'rule' });
  return (
    <Panel title="Taxes charged">
      <div className="grid gap-4">
        <SelectField
          {...register('rule')}
          label="Rule"
          options={[
            { value: 'flat', label: 'One rate for all packs' },
            { value: 'places', label: 'By place, including parcels' },
            { value: 'stripe', label: 'Stripe Tax, for each sale' },
          ]}
          error={errors.rule?.message}
        />
        {rule !== 'stripe' && <NameAndRate form={form} />}
      </div>
    </Panel>
  );
}

function NameAndRate({ form }: FormOf) {
  const { control } = form;
  const rule = useWatch({ control, name: 'rule' });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField
        form={form}
        name="flatName"
        label="Name of the tax"
        hint={rule === 'flat' ? 'As printed on receipts' : 'Outside Canada, on receipts'}
      />
      {rule === 'flat' ? (
        <FormField form={form} name="flatRate" label="Rate in percent" inputMode="decimal" />
      ) : (
        <FormField
          form={form}
          name="elsewhereRate"
          label="Rate outside Canada in percent"
          hint="0 for none"
          inputMode="decimal"
        />
      )}
    </div>
  );
}

function Places({ form: { register, control } }: FormOf) {
  const { errors } = useFormState({ control });
  return (
    <Panel title="Place of supply">
      <div className="grid gap-4 text-small">
        <p className="text-text-2">
          A parcel and its fee are supplied where they are sent (Excise Tax Act, schedule IX, part
          II; GST/HST Memorandum 3-3-3, August 2024). A pack that is opened and kept at your shop
          isn’t sent anywhere at first. Either it is supplied where you keep it, or where its buyer
          lives, who is then asked for that before paying. Choose one, and ask your tax adviser.
        </p>
        <Select
          {...register('packsSuppliedAt')}
          label="A pack that is kept here is supplied"
          options={[
            { value: 'buyer', label: 'where its buyer lives' },
            { value: 'seller', label: 'where the shop keeps it' },
          ]}
        />
        <SelectField
          {...register('sellerRegion')}
          label="Where the shop is"
          options={[
            { value: '', label: 'Not set' },
            ...PROVINCE_CODES.map((code) => ({
              value: `CA-${code}`,
              label: PROVINCES[code].name,
            })),
          ]}
          error={errors.sellerRegion?.message}
        />
      </div>
    </Panel>
  );
}

function Registrations({ form, isAsked }: FormOf & { isAsked: boolean }) {
  return (
    <Panel title="Your registrations">
      <p className="mb-4 text-small text-text-2">
        {isAsked
          ? 'They are printed on receipts. Your registrations in Stripe’s Dashboard decide which taxes are charged.'
          : 'A tax is charged from the date given here, and not at all without a number.'}
      </p>
      <div className="grid gap-5">
        {REGISTERS.map((name) => (
          <fieldset key={name} className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_200px]">
            <legend className="sr-only">{REGISTER_NAMES[name]}</legend>
            <FormField
              form={form}
              name={`registrations.${name}.number`}
              label={`${REGISTER_NAMES[name]} number`}
            />
            <FormField form={form} name={`registrations.${name}.since`} label="Since" type="date" />
          </fieldset>
        ))}
      </div>
    </Panel>
  );
}
