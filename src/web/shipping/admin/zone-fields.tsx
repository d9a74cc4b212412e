// The fields of a zone on the tariff page: its name, its places, and its services.
import { SERVICES_MOST } from '#domain/parcel-tariff.ts';
import { useFieldArray } from 'react-hook-form';
import { FormField } from '../../admin-kit/form-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { newService, type TariffFormOf, type TypedService } from './tariff-form.ts';

export function ZoneFields({
  form,
  index,
  onRemove,
}: {
  form: TariffFormOf;
  index: number;
  /** Removes the zone. Null if this is the only zone. */
  onRemove: (() => void) | null;
}) {
  const { control, getValues } = form;
  const { fields, append, remove } = useFieldArray({ control, name: `zones.${index}.services` });
  return (
    <Panel
      title={`Zone ${index + 1}`}
      aside={
        onRemove && (
          <Button variant="ghost" onClick={onRemove}>
            Remove zone {index + 1}
          </Button>
        )
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name={`zones.${index}.name`} label="Zone name" />
        <FormField
          form={form}
          name={`zones.${index}.places`}
          label="Countries"
          hint="CA, US, or a region such as CA-NS. Leave empty for everywhere else"
        />
      </div>
      {fields.map((service, at) => (
        <ServiceFields
          key={service.id}
          form={form}
          zone={index}
          index={at}
          onRemove={fields.length > 1 ? () => remove(at) : null}
        />
      ))}
      {fields.length < SERVICES_MOST && (
        <Button
          variant="secondary"
          className="mt-5"
          onClick={() => append(newService(getValues(`zones.${index}.services`)))}
        >
          Add a service to zone {index + 1}
        </Button>
      )}
    </Panel>
  );
}

const FIELDS: readonly (readonly [name: keyof TypedService, label: string, hint?: string])[] = [
  ['name', 'Service'],
  ['delivery', 'Delivery time', 'For example 3-5 business days'],
  ['baseFee', 'Price (CAD)'],
  ['cardsIncluded', 'Cards included'],
  ['furtherCardFee', 'Each additional card (CAD)'],
  ['weightMost', 'Maximum weight (g)', 'Leave empty for any weight'],
  ['freeFrom', 'Free from a market value of (CAD)', 'Leave empty if shipping is never free'],
];

const IN_WORDS = new Set<string>(['name', 'delivery']);

function ServiceFields({
  form,
  zone,
  index,
  onRemove,
}: {
  form: TariffFormOf;
  zone: number;
  index: number;
  onRemove: (() => void) | null;
}) {
  return (
    <fieldset className="mt-6 min-w-0 border-t border-line pt-5">
      <legend className="float-left mb-3 text-small font-semibold">Service {index + 1}</legend>
      {onRemove && (
        <Button variant="ghost" className="float-right -mt-2" onClick={onRemove}>
          Remove service {index + 1}
        </Button>
      )}
      <div className="clear-both grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {FIELDS.map(([name, label, hint]) => (
          <FormField
            key={name}
            form={form}
            name={`zones.${zone}.services.${index}.${name}`}
            label={label}
            hint={hint}
            inputMode={IN_WORDS.has(name) ? 'text' : 'decimal'}
          />
        ))}
      </div>
    </fieldset>
  );
}
