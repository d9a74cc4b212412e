// Lists the last changes of several pack types at once, by hand or by a file of prices. For a day, such a change can be
// undone as a whole, unless a pack was ordered under it.
import { listPackTypeChanges, undoPackTypeChange } from '#contract/catalogue-admin.ts';
import { PACK_TYPE_FIELD_WORDS } from '#domain/pack-type.ts';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { showToast } from '../../ui/toast.tsx';

/** By the names of the wire. */
const FIELD_WORDS: Record<string, string> = {
  ...PACK_TYPE_FIELD_WORDS,
  is_available: PACK_TYPE_FIELD_WORDS.isAvailable,
};

export function LastChanges() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        className="hit-44 mb-2"
        onClick={() => setOpen(true)}
      >
        Last changes
      </Button>
      {isOpen && (
        <Dialog isOpen title="Last changes" onClose={() => setOpen(false)}>
          <Changes />
        </Dialog>
      )}
    </>
  );
}

/** The last changes. `id`: the only one that is shown, if it is among them. */
export function Changes({ id: only }: { id?: string }) {
  const changes = useAsk(
    listPackTypeChanges,
    {},
    { select: (all) => all.filter(({ id }) => only === undefined || id === only) },
  );
  const [question, setQuestion] = useState<{ id: string; text: string } | null>(null);
  const undo = useDo(undoPackTypeChange, { untilFresh: true });
  const press = (id: string, isConfirmed: boolean) =>
    undo.mutate(
      { id, ...(isConfirmed && { confirmBelowExpectedValue: true }) },
      {
        onSuccess: ({ changed }) => {
          setQuestion(null);
          showToast({ kind: 'success', title: `${countOf(changed, 'pack type')} changed back` });
        },
        onError: (error) => {
          const text = messageOf(error);
          const isQuestion = asApiError(error).code === 'BELOW_EXPECTED_VALUE';
          setQuestion(isQuestion ? { id, text } : null);
          if (!isQuestion) showToast({ kind: 'error', title: 'Nothing was undone', text });
        },
      },
    );
  if (question !== null) {
    return (
      <Confirm
        title="Sell for less than half?"
        text={question.text}
        cancel="Keep the prices"
        confirm="Sell at these prices"
        busy={undo.isPending}
        onConfirm={() => press(question.id, true)}
        onCancel={() => setQuestion(null)}
      />
    );
  }
  return (
    <WhenLoaded list={changes} what="last changes">
      {(found) =>
        found.length === 0 ? (
          only === undefined && (
            <p className="text-text-2">Changes of several pack types at once appear here.</p>
          )
        ) : (
          <ul className="border-t border-line">
            {found.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">
                    {countOf(one.types, 'pack type')}:{' '}
                    {one.fields.map((name) => FIELD_WORDS[name] ?? name).join(', ')}
                  </p>
                  <p className="text-small break-words text-text-2">
                    {formatMoment(one.at)}, {one.by}
                    {one.problem !== null && `. ${one.problem}`}
                  </p>
                </div>
                {one.problem === null && (
                  <Button
                    size="small"
                    variant="secondary"
                    busy={undo.isPending && undo.variables.id === one.id}
                    onClick={() => press(one.id, false)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </WhenLoaded>
  );
}
