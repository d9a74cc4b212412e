import { login } from '#contract/accounts.ts';
import { asApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { signIn } from '../api/session.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import { PasswordField } from '../ui/field.tsx';
import { AuthForm, frameOf } from './auth-frame.tsx';
import { EmailLine } from './email-line.tsx';
import { loginProblem } from './messages.ts';

export function LoginStep({
  email,
  onBack,
  onForgot,
  onGuarded,
  onDone,
}: {
  email: string;
  onBack: () => void;
  onForgot: () => void;
  /** Called when the password was correct and the account requires a second factor. */
  onGuarded: (password: string) => void;
  onDone: () => void;
}) {
  const form = useEndpointForm(login, {
    start: { password: '' },
    requestOf: ({ password }) => ({ email, password }),
    send: async (typed) => {
      try {
        signIn(await call(login, typed));
        onDone();
      } catch (error) {
        if (asApiError(error).code !== 'TWO_FACTOR_REQUIRED') throw error;
        onGuarded(typed.password);
      }
    },
    problemOf: loginProblem,
  });
  return (
    <AuthForm title="Log in" button="Log in" onBack={onBack} {...frameOf(form)}>
      <EmailLine email={email} onChange={onBack} />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        autoFocus
        aside={
          <button type="button" onClick={onForgot} className="link hit-44 text-small">
            Forgot password
          </button>
        }
      />
    </AuthForm>
  );
}
