// A form for the request of an endpoint. It has the fields, validates them, and sends the request.
import type { Endpoint } from '#contract/endpoint.ts';
import { useState } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { messageOf } from '../api/messages.ts';
import { judgeRequest, type Requested, type RequestRules } from './judge-typed.ts';

/** The form object that a form passes on to the components of its sections. */
export type FormFor<One extends Endpoint, Typed extends FieldValues> = UseFormReturn<
  Typed,
  unknown,
  Requested<One>
>;

/** An error to show beside `field`. If the form has no such field, the error is about the whole form. */
type Problem = { field: string | null; message: string; reason?: string };

const MODES = {
  /** Checks a field when the user leaves it, and from then on at each edit. */
  touched: { mode: 'onTouched' },
  /** Checks the fields on submit. An edit removes a field's error; leaving the field checks it again. */
  left: { mode: 'onSubmit', reValidateMode: 'onBlur' },
  /** Checks the fields on submit, and from then on at each edit. */
  sent: { mode: 'onSubmit' },
} as const;

type FormOptions<One extends Endpoint, Typed extends FieldValues> = {
  /** The fields with their initial values. */
  start: Typed;
  /** When the fields are checked. */
  checks?: keyof typeof MODES;
  /** Sends the valid request. If it throws, the form shows the error. */
  send: (request: Requested<One>) => unknown;
  problemOf?: (thrown: unknown) => Problem;
};

const ofWholeForm = (thrown: unknown): Problem => ({ field: null, message: messageOf(thrown) });

export function useEndpointForm<One extends Endpoint, Typed extends FieldValues>(
  endpoint: One,
  options: FormOptions<One, Typed> & RequestRules<One, Typed>,
) {
  // Tells the React compiler not to memoise this hook, because the form's state changes inside the same object.
  'use no memo';
  const { start, checks = 'touched', send, problemOf = ofWholeForm } = options;
  const [problem, setProblem] = useState<Problem | null>(null);
  const form: FormFor<One, Typed> = useForm({
    resolver: judgeRequest(endpoint, options),
    defaultValues: start as DefaultValues<Typed>,
    ...MODES[checks],
  });
  const register = <Name extends FieldPath<Typed>>(name: Name) =>
    form.register(name, checks === 'left' ? { onChange: () => form.clearErrors(name) } : {});
  return {
    ...form,
    problem,
    register,
    /** The props of a field's input. */
    field: (name: FieldPath<Typed>) => ({
      ...register(name),
      error: (get(form.formState.errors, name) as { message?: string } | undefined)?.message,
    }),
    submit: form.handleSubmit(
      async (request) => {
        setProblem(null);
        try {
          await send(request);
        } catch (thrown) {
          const found = problemOf(thrown);
          const { field, message } = found;
          if (field === null || get(start, field) === undefined) setProblem(found);
          else form.setError(field as FieldPath<Typed>, { message }, { shouldFocus: true });
        }
      },
      (errors) => {
        // The error belongs to no field of this form. For example, it may be about an address that an earlier step
        // asked for.
        const stray = Object.keys(errors).find((name) => !(name in start));
        const { message } = (get(errors, stray ?? '') ?? {}) as { message?: string };
        if (message !== undefined) setProblem({ field: null, message });
      },
    ),
  };
}
