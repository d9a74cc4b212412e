import type { forgotPassword } from '#contract/accounts-security.ts';
import type { checkEmail } from '#contract/accounts.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { Field } from '../ui/field.tsx';
import { AuthForm, frameOf } from './auth-frame.tsx';

type EmailFormProps = {
  title: string;
  intro: string;
  button: string;
  email: string;
  onBack: () => void;
  endpoint: typeof checkEmail | typeof forgotPassword;
  /** Sends the address. */
  send: (email: string) => Promise<void>;
  /** Returns the sentence for an error of `send`. */
  sentenceOf: (thrown: unknown) => string;
};

/** A step that asks only for an email address. */
export function EmailForm({ endpoint, email, send, sentenceOf, ...frame }: EmailFormProps) {
  const form = useEndpointForm(endpoint, {
    start: { email },
    send: (typed) => send(typed.email),
    problemOf: (thrown) => ({ field: null, message: sentenceOf(thrown) }),
  });
  return (
    <AuthForm {...frame} {...frameOf(form)}>
      <Field
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus
        spellCheck={false}
      />
    </AuthForm>
  );
}
