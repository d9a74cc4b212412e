// The panel in which an operator adds or changes an endpoint.
import { EVENTS } from '#contract/shop-events.ts';
import { addWebhook, changeWebhook, type WebhookEndpoint } from '#contract/webhooks.ts';
import { HEARD_TYPES } from '#domain/shop-event.ts';
import { useWatch } from 'react-hook-form';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import type { NewSecret } from './secret-dialogs.tsx';

type Props = {
  /** The endpoint to change. Null: a new one. */
  endpoint: WebhookEndpoint | null;
  /** Called with the secret of a new endpoint. */
  onSecret: (made: NewSecret) => void;
  onClose: () => void;
};

export function EndpointDrawer({ endpoint, onSecret, onClose }: Props) {
  const form = useForm({ endpoint, onSecret, onClose });
  const { field, problem, submit } = form;
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      side="right"
      width={560}
      title={endpoint?.name ?? 'New endpoint'}
      onClose={onClose}
      canClose={!isSubmitting}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <Field {...field('name')} label="Name" autoComplete="off" maxLength={60} />
        <Field
          {...field('url')}
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="https://"
          hint="It must be https, and outside of private networks unless a setting names them"
        />
        <EventChoice form={form} />
        {problem && <Banner>{problem.message}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSubmitting}>
            {endpoint === null ? 'Add endpoint' : 'Save'}
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useForm({ endpoint, onSecret, onClose }: Props) {
  const add = useDo(addWebhook, { untilFresh: true });
  const change = useDo(changeWebhook, { untilFresh: true });
  return useEndpointForm(addWebhook, {
    start: {
      name: endpoint?.name ?? '',
      url: endpoint?.url ?? '',
      events: [...(endpoint?.events ?? [])],
    },
    checks: 'left',
    problemOf: (thrown) => {
      const [refused] = asApiError(thrown).fields;
      return { field: refused?.path ?? null, message: refused?.message ?? messageOf(thrown) };
    },
    send: async (request) => {
      if (endpoint === null) {
        const { secret } = await add.mutateAsync(request);
        return onSecret({ name: request.name, secret });
      }
      await change.mutateAsync({ ...request, id: endpoint.id });
      showToast({ kind: 'success', title: `${request.name} saved` });
      onClose();
    },
  });
}

function EventChoice({ form }: { form: ReturnType<typeof useForm> }) {
  const { control, field, register, setValue } = form;
  const chosen = useWatch({ control, name: 'events' });
  const { error } = field('events');
  const isAll = chosen.length === HEARD_TYPES.length;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-small font-[560]">Events</legend>
      <Checkbox
        label="All of them"
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => setValue('events', isAll ? [] : [...HEARD_TYPES])}
      />
      {HEARD_TYPES.map((type) => (
        <Checkbox
          key={type}
          value={type}
          {...register('events')}
          label={
            <>
              <span className="font-semibold">{type}</span>{' '}
              <span className="text-text-2">{EVENTS[type].summary}</span>
            </>
          }
        />
      ))}
      {error !== undefined && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
