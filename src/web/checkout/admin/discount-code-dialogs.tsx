// Dialogs in which an operator creates a discount code, or changes how often and until which day a code can be used.
import {
  changeDiscountCode,
  createDiscountCode,
  type DiscountCode,
} from '#contract/checkout-admin.ts';
import { typedCad } from '#domain/decimals.ts';
import { useDo } from '../../api/do.ts';
import type { ComponentProps } from 'react';
import { FormField } from '../../admin-kit/form-field.tsx';
import { messageOf } from '../../api/messages.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fieldDay } from '../../ui/moments.ts';

/** Converts the typed text to a whole number. Returns NaN if the text is not a whole number. */
function typedWhole(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** Returns the end of the last day in the operator's time zone, so that the code is valid during that whole day. */
function endOf(lastDay: string): Date | null {
  return lastDay === '' ? null : new Date(`${lastDay}T23:59:59.999`);
}

function limitOf(text: string, read: (text: string) => number): number | null {
  return text.trim() === '' ? null : read(text);
}

function useNewCode(onCreated: () => void) {
  const create = useDo(createDiscountCode);
  return useEndpointForm(createDiscountCode, {
    start: {
      code: '',
      kind: 'percent' as 'percent' | 'amount',
      worth: '',
      usesMax: '',
      lastDay: '',
      usesPerPerson: '',
      leastOrder: '',
      isFree: false,
    },
    checks: 'left',
    requestOf: ({ code, kind, worth, usesMax, lastDay, ...terms }) => ({
      code,
      ...(kind === 'percent' ? { percent: typedWhole(worth) } : { amountOff: typedCad(worth) }),
      usesMax: limitOf(usesMax, typedWhole),
      expiresAt: endOf(lastDay)?.toISOString() ?? null,
      usesPerPerson: limitOf(terms.usesPerPerson, typedWhole),
      leastOrder: limitOf(terms.leastOrder, typedCad),
      isFree: terms.isFree,
    }),
    fieldOf: ([name = '']) => [name === 'percent' || name === 'amountOff' ? 'worth' : name],
    words: (name, { worth }, message) =>
      name === 'worth' && worth.trim() === '' ? 'Enter a discount' : message,
    send: async (created) => {
      await create.mutateAsync(created);
      showToast({ kind: 'success', title: `${created.code} created` });
      onCreated();
    },
  });
}

export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const form = useNewCode(onClose);
  const { isSubmitting } = form.formState;
  return (
    <Dialog isOpen title="New discount code" onClose={onClose} canClose={!isSubmitting}>
      <form noValidate onSubmit={form.submit} className="grid gap-4">
        <FormField form={form} name="code" label="Code" autoCapitalize="characters" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...form.register('kind')}
            label="Kind"
            options={[
              { value: 'percent', label: 'A percentage' },
              { value: 'amount', label: 'An amount in CAD' },
            ]}
          />
          <FormField form={form} name="worth" label="Discount" inputMode="decimal" />
        </div>
        <Limits field={form.field} />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="usesPerPerson"
            label="Uses per person"
            hint="Leave empty for no limit"
            inputMode="numeric"
          />
          <FormField
            form={form}
            name="leastOrder"
            label="Minimum order in CAD"
            hint="Before tax; leave empty for any"
            inputMode="decimal"
          />
        </div>
        <Checkbox
          {...form.register('isFree')}
          label="May make packs free; otherwise CAD 0.50 of the price remains"
        />
        {form.problem && <Banner title="Not created">{form.problem.message}</Banner>}
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting}>
            Create code
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type FieldProps = Omit<ComponentProps<typeof Field>, 'label'>;

/** The fields for how often and until when a code can be used. */
function Limits({ field }: { field: (name: 'usesMax' | 'lastDay') => FieldProps }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        {...field('usesMax')}
        label="Maximum orders"
        hint="Leave empty for no limit"
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        {...field('lastDay')}
        label="Last day"
        hint="Leave empty for no end date"
        type="date"
      />
    </div>
  );
}

export function ChangeCodeDialog({ code, onClose }: { code: DiscountCode; onClose: () => void }) {
  const change = useDo(changeDiscountCode);
  const apply = async (limits: Omit<Parameters<typeof change.mutateAsync>[0], 'code'>) => {
    try {
      await change.mutateAsync({ code: code.code, ...limits });
    } catch {
      // The banner shows why the shop refused.
      return;
    }
    showToast({ kind: 'success', title: `${code.code} saved` });
    onClose();
  };
  const storedDay = code.expiresAt ? fieldDay(code.expiresAt) : '';
  const { field, submit } = useEndpointForm(changeDiscountCode, {
    start: { usesMax: String(code.usesMax ?? ''), lastDay: storedDay },
    checks: 'left',
    requestOf: ({ usesMax, lastDay }) => ({
      usesMax: limitOf(usesMax, typedWhole),
      // If the operator has not changed the day, the stored end keeps its exact time.
      ...(lastDay !== storedDay && { expiresAt: endOf(lastDay)?.toISOString() ?? null }),
    }),
    send: apply,
  });
  return (
    <Dialog isOpen title={code.code} onClose={onClose} canClose={!change.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-small text-text-2">
          {code.uses === 1 ? '1 order uses it.' : `${code.uses} orders use it.`} The discount and
          its terms can&apos;t be changed: create another code instead.
        </p>
        <Limits field={field} />
        {change.isError && <Banner title="Not saved">{messageOf(change.error)}</Banner>}
        <div className="flex flex-wrap justify-end gap-3">
          {code.isUsable && (
            <Button
              variant="danger"
              className="mr-auto"
              disabled={change.isPending}
              onClick={() => void apply({ endNow: true })}
            >
              End now
            </Button>
          )}
          <Button variant="secondary" onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
