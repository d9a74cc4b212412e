import { useRef, useState, type FormEvent } from 'react';
import { securityProblem } from '../accounts/messages.ts';
import { CODE_LENGTH } from '../ui/code-field.tsx';

/**
 * A code field. It submits when the last digit is typed or the form is submitted. If `send` fails, the field shows the
 * error and gets the focus.
 */
export function useCodeEntry(send: (code: string) => Promise<void>, isPending: boolean) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);

  const confirm = async (complete: string) => {
    try {
      await send(complete);
    } catch (error) {
      setProblem(securityProblem(error).message);
      form.current?.querySelector('input')?.focus();
    }
  };

  const change = (next: string) => {
    setCode(next);
    setProblem(undefined);
    if (next.length === CODE_LENGTH) void confirm(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (code.length < CODE_LENGTH) setProblem('Please enter the 6-digit code');
    else void confirm(code);
  };

  return { form, code, problem, change, submit, isWhole: code.length === CODE_LENGTH };
}
