// Forms for data that is saved in versions. The caller gives each version its own form through `key`, so that edits of
// an older version never overwrite a newer version.
import type { Endpoint, Sent } from '#contract/endpoint.ts';
import { useState, type ReactNode, type SubmitEventHandler } from 'react';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';

/**
 * The server's refusal to save. `isOld`: this form's version is outdated, because another operator has saved a newer
 * version in the meantime.
 */
type Problem = { sentence: string; isOld: boolean };

/**
 * Returns a function that saves a version through an endpoint, and the error if the endpoint refuses. `what`: the name
 * of the data in messages, such as "settings". `then`: what the shop does after it has saved.
 */
export function useVersion<One extends Endpoint>(endpoint: One, what: string, then?: string) {
  const [problem, setProblem] = useState<Problem | null>(null);
  // With `untilFresh`, the success message appears only after the form has loaded the saved version.
  const { mutateAsync, isPending } = useDo(endpoint, { onlyIfDone: true, untilFresh: true });
  const refuse = (thrown: unknown) => {
    const error = asApiError(thrown);
    setProblem({ sentence: messageOf(error), isOld: error.code === 'CHANGED_MEANWHILE' });
  };
  const save = async (sent: Sent<One>) => {
    setProblem(null);
    try {
      await mutateAsync(sent);
      showToast({
        kind: 'success',
        title: `${what[0]!.toUpperCase()}${what.slice(1)} saved`,
        text: then,
      });
    } catch (thrown) {
      refuse(thrown);
    }
  };
  return { what, save, refuse, problem, isSaving: isPending };
}

type VersionFormProps = {
  version: Pick<ReturnType<typeof useVersion>, 'what' | 'problem' | 'isSaving'>;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  /** Fetches the newer version that another operator has saved. */
  onReload: () => Promise<unknown>;
  /** A text beside the save button, such as the date of the saved version. */
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
      {/* While the form is saved, its fields are locked, because the saved version will replace the form and any
          new input. */}
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
