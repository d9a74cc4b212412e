// Stores the reader's trust policy in this browser. The checks of packs that are opened in this browser use the policy.
import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { inputClass } from '../ui/input-class.ts';
import { Panel } from '../ui/panel.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { forgetPolicy, storePolicy, ownPolicy } from './own-policy.ts';

export function OwnPolicyPanel({ onChange }: { onChange: () => void }) {
  const id = useId();
  const [stored, setStored] = useState(ownPolicy);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState<{ problem?: string; about?: string }>({});
  const heading = useRef<HTMLHeadingElement>(null);
  const stay = useFocusFallback(() => heading.current);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const { aboutPolicy } = await import('./read-own-policy.ts');
      // A newline is added at the end, because pasted text often lacks it.
      const policy = `${typed.trim()}\n`;
      setSaid({ about: aboutPolicy(policy) });
      storePolicy(policy);
      setStored(policy);
      setTyped('');
      onChange();
    } catch (error) {
      setSaid({ problem: `${(error as Error).message}.` });
    }
  };
  const forget = () => {
    forgetPolicy();
    setStored(null);
    setSaid({ about: 'This browser no longer uses a policy.' });
    onChange();
  };
  return (
    <div {...stay}>
      <Panel title="Your own policy" headingRef={heading}>
        <p className="text-small text-text-2">
          Without a policy of your own, only the shop says when a drop was locked, so that check
          rests on its word. Packs that you open in this browser are checked by the policy that you
          save here.
        </p>
        {stored === null ? (
          <form onSubmit={(event) => void save(event)} className="mt-4 grid gap-2">
            <label htmlFor={id} className="text-small font-[560]">
              Keys of logs and witnesses that you trust
            </label>
            <textarea
              id={id}
              rows={3}
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              aria-invalid={said.problem !== undefined}
              className={`${inputClass} h-auto py-2 font-mono text-small`}
            />
            <Button type="submit" variant="secondary" className="justify-self-start">
              Save this policy
            </Button>
          </form>
        ) : (
          <StoredPolicy policy={stored} onForget={forget} />
        )}
        {said.problem && (
          <p role="alert" className="mt-3 text-small text-danger">
            {said.problem}
          </p>
        )}
        <output className="mt-3 block text-small empty:hidden">{said.about}</output>
      </Panel>
    </div>
  );
}

function StoredPolicy({ policy, onForget }: { policy: string; onForget: () => void }) {
  return (
    <>
      <p className="mt-4 rounded-control bg-surface-2 p-3 font-mono text-small break-all whitespace-pre-wrap">
        {policy.trim()}
      </p>
      <Button variant="secondary" className="mt-3" onClick={onForget}>
        Forget this policy
      </Button>
    </>
  );
}
