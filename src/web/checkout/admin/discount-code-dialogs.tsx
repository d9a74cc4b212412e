// Dialogs that create a discount code, and that change how often and until when a code can be used.
import {
  changeDiscountCode,
  createDiscountCode,
  type DiscountCode,
} from '#contract/checkout-admin.ts';
import { typedCad } from '#domain/decimals.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { fieldDay } from '../../ui/moments.ts';

const rowFields = createDiscountCode.body.def.shape;

/** Returns the typed text as a whole number, or NaN if it is not one. */
function typedWhole(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** The schema of a text field whose value `read` converts for a field of the endpoint. An empty text counts as null. */
function typed<Field extends z.ZodMiniType>(field: Field, read: (text: string) => number) {
  return z.string().check(({ value, issues }) => {
    const number = value.trim() === '' ? null : read(value);
    for (const { message } of field.safeParse(number).error?.issues ?? []) {
      issues.push({ code: 'custom', input: value, message });
    }
  });
}

const NEW_CODE = z
  .object({
    code: rowFields.code,
    kind: z.enum(['percent', 'amount']),
    worth: z.string().check(z.trim(), z.minLength(1, 'Enter a discount')),
    usesMax: typed(rowFields.usesMax, typedWhole),
    lastDay: z.string(),
    usesPerPerson: typed(rowFields.usesPerPerson, typedWhole),
    leastOrder: typed(rowFields.leastOrder, typedCad),
    isFree: z.boolean(),
  })
  .check(({ value: { kind, worth }, issues }) => {
    const isPercent = kind === 'percent';
    const field = isPercent ? rowFields.percent : rowFields.amountOff;
    const number = isPercent ? typedWhole(worth) : typedCad(worth);
    for (const { message } of worth === '' ? [] : (field.safeParse(number).error?.issues ?? [])) {
      issues.push({ code: 'custom', input: worth, path: ['worth'], message });
    }
  });

/** Returns the end of the last day in the operator's time zone, so that the code is valid for the whole day. */
function endOf(lastDay: string): Date | null {
  return lastDay === '' ? null : new Date(`${lastDay}T23:59:59.999`);
}

function limitOf(text: string, read: (text: string) => number): number | null {
  return text.trim() === '' ? null : read(text);
}

export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const create = useDo(createDiscountCode);
  const form = useForm({
    resolver: zodResolver(NEW_CODE),
    defaultValues: {
      code: '',
      kind: 'percent' as const,
      worth: '',
      usesMax: '',
      lastDay: '',
      usesPerPerson: '',
      leastOrder: '',
      isFree: false,
    },
    reValidateMode: 'onBlur',
  });
  const { errors } = form.formState;
  const field = (
    name: 'code' | 'worth' | 'usesMax' | 'lastDay' | 'usesPerPerson' | 'leastOrder',
  ) => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: errors[name]?.message,
  });
  const submit = form.handleSubmit(async ({ code, kind, worth, usesMax, lastDay, ...terms }) => {
    const encoded = z.decode(createDiscountCode.body, {
      code,
      ...(kind === 'percent' ? { percent: typedWhole(worth) } : { amountOff: typedCad(worth) }),
      usesMax: limitOf(usesMax, typedWhole),
      expiresAt: endOf(lastDay)?.toISOString() ?? null,
      usesPerPerson: limitOf(terms.usesPerPerson, typedWhole),
      leastOrder: limitOf(terms.leastOrder, typedCad),
      isFree: terms.isFree,
    });
    try {
      await create.mutateAsync(encoded);
    } catch {
      // The banner shows the refusal.
      return;
    }
    showToast({ kind: 'success', title: `${code} created` });
    onClose();
  });
  return (
    <Dialog isOpen title="New discount code" onClose={onClose} canClose={!create.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field {...field('code')} label="Code" autoComplete="off" autoCapitalize="characters" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...form.register('kind')}
            label="Kind"
            options={[
              { value: 'percent', label: 'A percentage' },
              { value: 'amount', label: 'An amount in CAD' },
            ]}
          />
          <Field {...field('worth')} label="Discount" inputMode="decimal" autoComplete="off" />
        </div>
        <Limits field={field} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            {...field('usesPerPerson')}
            label="Uses per person"
            hint="Leave empty for no limit"
            inputMode="numeric"
            autoComplete="off"
          />
          <Field
            {...field('leastOrder')}
            label="Minimum order in CAD"
            hint="Before tax; leave empty for any"
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <Checkbox
          {...form.register('isFree')}
          label="May make packs free; otherwise CAD 0.50 of the price remains"
        />
        {create.isError && <Banner title="Not created">{messageOf(create.error)}</Banner>}
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" busy={create.isPending}>
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

const LIMITS = z.object({ usesMax: typed(rowFields.usesMax, typedWhole), lastDay: z.string() });

export function ChangeCodeDialog({ code, onClose }: { code: DiscountCode; onClose: () => void }) {
  const change = useDo(changeDiscountCode);
  const form = useForm({
    resolver: zodResolver(LIMITS),
    defaultValues: {
      usesMax: String(code.usesMax ?? ''),
      lastDay: code.expiresAt ? fieldDay(code.expiresAt) : '',
    },
    reValidateMode: 'onBlur',
  });
  const { errors, dirtyFields } = form.formState;
  const field = (name: 'usesMax' | 'lastDay') => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: errors[name]?.message,
  });
  const apply = async (limits: Omit<Parameters<typeof change.mutateAsync>[0], 'code'>) => {
    try {
      await change.mutateAsync({ code: code.code, ...limits });
    } catch {
      // The banner shows the refusal.
      return;
    }
    showToast({ kind: 'success', title: `${code.code} saved` });
    onClose();
  };
  // If the operator has not changed the day, keep the exact time that is already stored.
  const submit = form.handleSubmit(({ usesMax, lastDay }) =>
    apply({
      usesMax: limitOf(usesMax, typedWhole),
      ...(dirtyFields.lastDay ? { expiresAt: endOf(lastDay) } : {}),
    }),
  );
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
