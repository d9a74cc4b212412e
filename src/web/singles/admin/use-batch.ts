// The batch of cards that an operator takes in hand: a line for each number that was typed or scanned.
import { findSingle, takeInHand, type Single } from '#contract/singles-admin.ts';
import type { Condition } from '#domain/card.ts';
import { TAKEN_AT_ONCE_MAX } from '#domain/house-card-moves.ts';
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { tabMemory } from '../../browser/tab-memory.ts';
import { addLine, foundLine, isLoading, isWrong, withProblems, type Line } from './batch.ts';

export type Taken = { taken: number; onSale: number };

/** The batch that an operator has typed and not sent. Its times are texts, which the page does not show. */
const draft = tabMemory<{ shelf: string; lines: Line[] }>('take-in-hand');

export function useBatch(userId: string, onTaken: (taken: Taken) => void) {
  const [{ shelf: lastShelf, lines: lastLines }] = useState(
    () => draft.recall(userId) ?? { shelf: '', lines: [] },
  );
  const [shelf, setShelf] = useState(lastShelf);
  const [lines, setLines] = useState(lastLines);
  /** The last thing that happened, announced to screen readers and shown at the field. */
  const [news, setNews] = useState('');
  const keys = useRef(Math.max(0, ...lastLines.map(({ key }) => key)));
  const taking = useDo(takeInHand, { onlyIfDone: true });

  useEffect(() => {
    if (lines.length === 0) draft.forget();
    else draft.store(userId, { shelf, lines });
  }, [userId, shelf, lines]);
  useEffect(() => {
    const find = async ({ key, number }: Line) => {
      const found = await findByNumber(number);
      setLines((all) => foundLine(all, key, found));
    };
    // A reload interrupted the requests for these lines.
    for (const line of lastLines.filter(isLoading)) void find(line);
  }, [lastLines]);

  const add = async (typed: string) => {
    const number = typed.trim();
    if (number === '') return;
    keys.current += 1;
    const key = keys.current;
    taking.reset();
    setNews('');
    if (lines.length >= TAKEN_AT_ONCE_MAX) {
      return setNews(`A batch has at most ${TAKEN_AT_ONCE_MAX} cards: take these in hand first.`);
    }
    const before = lines.find((line) => line.number.toUpperCase() === number.toUpperCase());
    if (before !== undefined && !isWrong(before))
      return setNews(`${number} is in the batch already.`);
    setLines((all) => addLine(all, { key, number }));
    const found = await findByNumber(number);
    setLines((all) => foundLine(all, key, found));
    setNews(
      found.problem === null && found.single !== null
        ? `${found.single.name}, ${found.single.condition}`
        : `${number}: ${found.problem}`,
    );
  };

  const change = (key: number, condition: Condition) =>
    setLines((all) => all.map((line) => (line.key === key ? { ...line, condition } : line)));

  const remove = (key: number) => setLines((all) => all.filter((line) => line.key !== key));

  /** Sends the batch in the order in which it was typed, which is from the last line to the first. */
  const take = () => {
    const sent = lines.toReversed();
    taking.mutate(
      {
        shelf: shelf.trim(),
        cards: sent.map(({ number, condition }) => ({ number, condition: condition! })),
      },
      {
        onSuccess: (taken) => {
          setLines([]);
          setNews('');
          onTaken(taken);
        },
        onError: (thrown) => setLines((all) => withProblems(all, sent, asApiError(thrown).fields)),
      },
    );
  };

  return {
    shelf,
    setShelf,
    lines,
    news,
    add,
    change,
    remove,
    take,
    isTaking: taking.isPending,
    error: taking.error,
  };
}

async function findByNumber(
  number: string,
): Promise<{ single: Single | null; problem: string | null }> {
  try {
    return await call(findSingle, { number });
  } catch (error) {
    return { single: null, problem: messageOf(error) };
  }
}
