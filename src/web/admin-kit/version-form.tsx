// Forms of what is saved as a version. Another version is another form: the caller's `key`, so that nothing that was
// typed from an older one is saved over it.
import type { Endpoint, Sent } from '#contract/endpoint.ts';
import { useState, type ReactNode, type SubmitEventHandler } from 'react';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

/** What was refused; `isOld`: somebody else had saved meanwhile. */
type Problem = { sentence: string; isOld: boolean };

/** Saving by an endpoint, and what there is to say where it is refused. `what`: `settings` */
export function useVersion<One extends Endpoint>(endpoint: One, what: string) {
  const [problem, setProblem] = useState<Problem | null>(null);
  // The form of the version that was saved is there before anybody is told to go on.
  const { mutateAsync, isPending } = useDo(endpoint, { onlyIfDone: true, untilFresh: true });
  const refuse = (thrown: unknown) => {
    const error = asApiError(thrown);
    setProblem({ sentence: messageOf(error), isOld: error.code === 'CHANGED_MEANWHILE' });
  };
  const save = async (sent: Sent<One>) => {
    setProblem(null);
    try {
      await mutateAsync(sent);
      showToast({ kind: 'success', title: `${what[0]!.toUpperCase()}${what.slice(1)} saved` });
    } catch (thrown) {
      refuse(thrown);
    }
  };
  return { what, save, refuse, problem, isSaving: isPending };
}

type VersionFormProps = {
  version: Pick<ReturnType<typeof useVersion>, 'what' | 'problem' | 'isSaving'>;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** Fetches what somebody else saved meanwhile. */
  onReload: () => Promise<unknown>;
  /** Beside the button that saves: what was saved when, or what else can be done. */
  note?: string;
  more?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function VersionForm({
  version: { what, problem, isSaving },
  onSubmit,
  onReload,
  note,
  more,
  className = 'grid gap-6',
  children,
}: VersionFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className={className}>
      {/* What were typed now would go with this form. */}
      <div inert={isSaving} className={className}>
        {children}
      </div>
      {problem !== null && <Banner>{problem.sentence}</Banner>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isSaving}>
          Save {what}
        </Button>
        {problem?.isOld === true && (
          <Button variant="secondary" onClick={() => void onReload()}>
            Show the saved version
          </Button>
        )}
        {more}
        {note !== undefined && <p className="text-small text-text-2">{note}</p>}
      </div>
    </form>
  );
}
