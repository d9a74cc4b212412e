// The settings about the seller's details on receipts, and about the minimum age of buyers.
import { PROVINCE_CODES, PROVINCES } from '#domain/region.ts';
import { useId } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { FormField } from '../../admin-kit/form-field.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field, FieldFrame, messageId } from '../../ui/field.tsx';
import { inputClass } from '../../ui/input-class.ts';
import { Panel } from '../../ui/panel.tsx';
import type { FormOf } from './settings-form.ts';

export function SellerFields({ form }: FormOf) {
  const { errors } = useFormState({ control: form.control });
  return (
    <Panel title="Seller">
      <p className="mb-4 text-small text-text-2">
        Shown at the checkout, on receipts and invoices, and at the end of mails. Documents issued
        earlier keep the seller details they were issued with.
      </p>
      <div className="grid gap-5">
        <FormField
          form={form}
          name="seller.legalName"
          label="Legal name"
          hint="If left empty, the shop’s name"
        />
        <Lines
          form={form}
          name="seller.address"
          label="Postal address"
          hint="One line each"
          error={errors.seller?.address?.message}
        />
        <FormField form={form} name="seller.phone" label="Telephone" inputMode="tel" />
        <FormField
          form={form}
          name="seller.email"
          label="E-mail"
          hint="If left empty, the contact address"
        />
        <FormField
          form={form}
          name="seller.registration"
          label="Registration"
          hint="The number of the business in its register"
        />
        <FormField
          form={form}
          name="seller.privacyOfficer"
          label="Privacy officer"
          hint="Who answers for personal data, and how to reach them"
        />
        <Lines
          form={form}
          name="seller.taxNumbers"
          label="Tax numbers"
          hint="One per line, with its name, such as GST/HST: 12345 6789 RT0001"
          error={errors.seller?.taxNumbers?.message}
        />
      </div>
    </Panel>
  );
}

function Lines({
  form: { register },
  name,
  label,
  hint,
  error,
}: FormOf & {
  name: 'seller.address' | 'seller.taxNumbers';
  label: string;
  hint: string;
  error: string | undefined;
}) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...register(name)}
        id={id}
        rows={4}
        autoComplete="off"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={messageId(id)}
        className={`${inputClass} h-auto py-2.5`}
      />
    </FieldFrame>
  );
}

export function AgeFields({ form }: FormOf) {
  const { register, control } = form;
  const { errors } = useFormState({ control });
  const isAsked = useWatch({ control, name: 'ageCheck.isAsked' });
  const problem = errors.ageCheck?.provinces?.message;
  return (
    <Panel title="Age">
      <div className="grid gap-5">
        <Checkbox
          {...register('ageCheck.isAsked')}
          label="Ask for a confirmation of age at the first purchase"
        />
        {isAsked && (
          <>
            <p className="text-small text-text-2">
              Buyers confirm that they are at least this old where they live; the highest age
              applies to whoever hasn’t said where. The shop stores when they confirmed it, not a
              date of birth.
            </p>
            <div className="grid gap-4 sm:grid-cols-3">
              {PROVINCE_CODES.map((code) => (
                <Field
                  key={code}
                  {...register(`ageCheck.provinces.${code}`)}
                  label={PROVINCES[code].name}
                  inputMode="numeric"
                  autoComplete="off"
                />
              ))}
              <FormField
                form={form}
                name="ageCheck.elsewhere"
                label="Outside Canada"
                inputMode="numeric"
              />
            </div>
            {problem !== undefined && (
              <p role="alert" className="text-small text-danger">
                {problem}
              </p>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}
