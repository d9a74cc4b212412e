// Manages the photographs of the cards in one pack. While the pack is sealed, the shop reveals to nobody which cards
// have photographs, not even to operators.
import { putCardPhotograph, removeCardPhotograph } from '#contract/stock-photographs-admin.ts';
import { useRef, useState } from 'react';
import { DrawerSection } from '../../admin-kit/drawer.tsx';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileInput, PICTURE_FILES } from '../../ui/file-input.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { readPictureFile } from '../../catalogue/admin/picture-file.ts';

export function PackPhotographs({ packId }: { packId: string }) {
  const [place, setPlace] = useState('1');
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const put = useDo(putCardPhotograph);
  const remove = useDo(removeCardPhotograph);
  const position = Number(place);
  const fail = (error: Error) => setProblem(messageOf(error));
  const confirmThat = (done: string) =>
    showToast({ kind: 'success', title: `Photograph of card ${position} ${done}` });

  const choose = async (chosen: File) => {
    setProblem(null);
    const read = await readPictureFile(chosen, 'photograph');
    if ('problem' in read) return setProblem(read.problem);
    put.mutate(
      { id: packId, position, picture: read.picture },
      {
        onSuccess: () => {
          confirmThat('saved');
          setPlace(String(position + 1));
        },
        onError: fail,
      },
    );
  };
  const takeAway = () => {
    setProblem(null);
    remove.mutate(
      { id: packId, position },
      { onSuccess: () => confirmThat('removed'), onError: fail },
    );
  };
  return (
    <DrawerSection title="Photographs">
      <p className="mb-3 text-small text-text-2">
        One for each card, by its place in the pack. Until the pack is opened, nobody sees them, or
        which cards have one.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label="Card"
          inputMode="numeric"
          autoComplete="off"
          value={place}
          onChange={({ target }) => setPlace(target.value)}
          className="w-20"
        />
        <FileInput
          ref={file}
          label="Photograph file"
          accept={PICTURE_FILES}
          onChoose={([chosen]) => void choose(chosen)}
        />
        <Button variant="secondary" busy={put.isPending} onClick={() => file.current?.click()}>
          Choose a photograph
        </Button>
        <Button variant="ghost" busy={remove.isPending} onClick={takeAway}>
          Remove
        </Button>
      </div>
      {problem !== null && (
        <div className="mt-3">
          <Banner>{problem}</Banner>
        </div>
      )}
    </DrawerSection>
  );
}
