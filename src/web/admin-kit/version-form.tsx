// Forms for data that is saved in versions. Each version gets a form of its own through the caller's `key`, so that
// input based on an older version never overwrites a newer one.
import type { Endpoint, Sent } from '#contract/endpoint.ts';
import { useState, type ReactNode, type SubmitEventHandler } from 'react';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

/** The refusal; `isOld`: another operator had saved in the meantime. */
type Problem = { sentence: string; isOld: boolean };

/** Saves through an endpoint, and provides the message if the endpoint refuses. `what`: `settings` */
export function useVersion<One extends Endpoint>(endpoint: One, what: string) {
  const [problem, setProblem] = useState<Problem | null>(null);
  // The form of the saved version is loaded before the success message appears.
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
  /** Fetches the version that another operator has saved in the meantime. */
  onReload: () => Promise<unknown>;
  /** Shown beside the save button: what was saved and when, or an alternative. */
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
      {/* Locked while saving, because this form and any new input are about to be replaced. */}
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
