// Gives credits to a user, with a reason that both the user and operators see.
import { giveCredits } from '#contract/profile.ts';
import { typedCad } from '#domain/decimals.ts';
import { formatCad } from '#domain/money.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { newKey } from '../../api/call.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

const { amount, reason, topUpId } = giveCredits.body.def.shape;

const GIFT = z.object({
  /** The amount as typed. The endpoint's schema decides whether it is valid. */
  amount: z.string().check(({ value, issues }) => {
    const [problem] = amount.safeParse(typedCad(value)).error?.issues ?? [];
    if (problem) issues.push({ code: 'custom', input: value, message: problem.message });
  }),
  reason,
  /** Empty: they are given for no top-up. */
  topUpId: z.string().check(z.trim(), ({ value, issues }) => {
    const [problem] = topUpId.safeParse(value || null).error?.issues ?? [];
    if (problem) issues.push({ code: 'custom', input: value, message: problem.message });
  }),
});

type Props = { user: { id: string; email: string }; onClose: () => void };

export function GiveCreditsDialog({ user, onClose }: Props) {
  // One idempotency key per form, so that a second press after a failure does not give the credits twice.
  const [key] = useState(newKey);
  const give = useDo(giveCredits, { key });
  const form = useForm({
    resolver: zodResolver(GIFT),
    defaultValues: { amount: '', reason: '', topUpId: '' },
    reValidateMode: 'onBlur',
  });
  const { errors } = form.formState;
  const field = (name: 'amount' | 'reason' | 'topUpId') => ({
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
    error: errors[name]?.message,
  });
  const submit = form.handleSubmit(async (typed) => {
    const given = z.decode(amount, typedCad(typed.amount));
    try {
      await give.mutateAsync({
        userId: user.id,
        amount: given,
        reason: typed.reason,
        topUpId: typed.topUpId || null,
      });
    } catch {
      // The banner shows the error.
      return;
    }
    showToast({ kind: 'success', title: `${formatCad(given)} given to ${user.email}` });
    onClose();
  });
  return (
    <Dialog isOpen title="Give credits" onClose={onClose} canClose={!give.isPending}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-small break-words text-text-2">
          {user.email} gets them at once, as a bonus, and sees the reason.
        </p>
        <Field {...field('amount')} label="Amount in CAD" inputMode="decimal" autoComplete="off" />
        <Field {...field('reason')} label="Reason" maxLength={200} />
        <Field
          {...field('topUpId')}
          label="For a top-up (optional)"
          hint="The ID of its transaction: the credits then go back with it."
          autoComplete="off"
        />
        {give.isError && <Banner title="Nothing was given">{messageOf(give.error)}</Banner>}
        <div className="flex justify-end gap-3">
          <Button variant="secondary" onClick={onClose} disabled={give.isPending}>
            Cancel
          </Button>
          <Button type="submit" busy={give.isPending}>
            Give credits
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
