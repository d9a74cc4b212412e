// The operators' search, in a dialog: a combobox with matches below it. The focus stays in the field; arrow keys choose
// a match and Enter opens it.
import {
  findPackBySerial,
  searchCatalogue,
  searchMoney,
  searchPacking,
  searchSupport,
} from '#contract/admin-search.ts';
import { isAdmitted, type Right } from '#domain/access.ts';
import { DESK_SEARCH_MIN } from '#domain/desk-search.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { asApiError } from '../api/api-error.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { inputClass } from '../ui/input-class.ts';
import { ALONG_COLUMN, stepByKey } from '../ui/step-by-key.ts';
import { matchesOf, searchedText, searchHint, type Match, type DeskPage } from './desk-matches.ts';
import { SingleKeys } from './single-keys.tsx';

/** The delay from the last typed letter to the request. */
const TYPING_PAUSE_MS = 120;

/**
 * The shortest text that the search offers as a serial. The audit log records each look-up of a serial, so shorter
 * texts would fill it with mistakes.
 */
const SERIAL_MIN = 4;

type DeskSearchProps = {
  rights: readonly Right[];
  pages: readonly DeskPage[];
  onClose: () => void;
};

export function DeskSearch({ rights, pages, onClose }: DeskSearchProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  /** Whether Enter was pressed before the matches to the typed text arrived. */
  const isEntered = useRef(false);
  const typed = useTyped(text);
  const searched = searchedText(typed, rights);
  const asked = useFound(searched, rights);
  const groups = matchesOf(text, asked.found, { rights, pages });
  const matches = groups.flatMap((group) => group.matches);
  const bySerial = usePackBySerial(onClose);
  const serial = text.trim();
  const offersSerial =
    serial.length >= SERIAL_MIN &&
    searchedText(text, rights) === serial &&
    isAdmitted(rights, findPackBySerial.audience);
  const count = matches.length + (offersSerial ? 1 : 0);
  const current = Math.min(at, count - 1);
  const optionId = (index: number) => optionIdOf(id, index);
  const isPending = text !== typed || asked.isFetching;

  const press = () => document.getElementById(optionId(current))?.click();
  // Enter must not open a match of an earlier text, so it waits for the matches of the current text.
  useEffect(() => {
    if (!isEntered.current || isPending) return;
    isEntered.current = false;
    document.getElementById(optionIdOf(id, current))?.click();
  }, [isPending, id, current]);

  const type = (next: string) => {
    setText(next);
    setAt(0);
    isEntered.current = false;
    bySerial.reset();
    field.current?.focus();
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isPending) isEntered.current = true;
      else press();
      return;
    }
    if (event.key === 'Home' || event.key === 'End' || count === 0) return;
    const next = stepByKey(event.key, ALONG_COLUMN, current, count);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };

  let index = 0;
  return (
    <Dialog isOpen title="Search" hideTitle width={640} initialFocus={field} onClose={onClose}>
      <div className="pr-11">
        <input
          ref={field}
          role="combobox"
          aria-label="Search the shop"
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={count > 0 ? optionId(current) : undefined}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={steer}
          className={inputClass}
        />
      </div>
      <p id={`${id}-hint`} className="mt-2 text-small text-text-3">
        {searchHint(rights)}
      </p>
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A list of a combobox can't be a <select>.
        role="listbox"
        aria-label="Matches"
        className="mt-3 max-h-[55dvh] overflow-y-auto"
      >
        {groups.map((group, place) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An <optgroup> belongs to a <select>.
          <div key={group.title} role="group" aria-labelledby={`${id}-group-${place}`}>
            <p
              id={`${id}-group-${place}`}
              role="presentation"
              className="mt-3 mb-1 px-3 text-head font-[560] text-text-3"
            >
              {group.title}
            </p>
            {group.matches.map((match) => {
              const own = index++;
              return (
                <Option
                  key={match.key}
                  id={optionId(own)}
                  isCurrent={own === current}
                  match={match}
                  onType={type}
                  onClose={onClose}
                />
              );
            })}
          </div>
        ))}
        {offersSerial && (
          <button
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- An <option> belongs to a <select>.
            role="option"
            id={optionId(index)}
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => bySerial.find(serial)}
            className={classNames(optionClass, index === current && 'bg-surface-3')}
          >
            <span className="break-all">Find the pack whose number is “{serial}”</span>
            <span className="text-text-2">
              Also if somebody has it sealed, which the audit log records
            </span>
          </button>
        )}
      </div>
      <output className="mt-3 block text-small text-text-2">
        {bySerial.problem ??
          (asked.error === null
            ? statusOf(text, matches.length, isPending)
            : messageOf(asked.error))}
      </output>
      <div className="mt-5 border-t border-line pt-4 text-small">
        <SingleKeys />
      </div>
    </Dialog>
  );
}

const optionIdOf = (id: string, index: number) => `${id}-${index}`;

const optionClass =
  'grid min-h-11 w-full content-center rounded-control px-3 py-1.5 text-left text-small text-text no-underline hover:bg-surface-2';

type OptionProps = {
  id: string;
  isCurrent: boolean;
  match: Match;
  onType: (text: string) => void;
  onClose: () => void;
};

function Option({ id, isCurrent, match, onType, onClose }: OptionProps) {
  const { name, detail, leads } = match;
  const option = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isCurrent,
    className: classNames(optionClass, isCurrent && 'bg-surface-3'),
    children: (
      <>
        <span className="font-[560] break-words">{name}</span>
        {detail !== '' && <span className="break-words text-text-2">{detail}</span>}
      </>
    ),
  };
  if ('text' in leads) {
    return <button type="button" {...option} onClick={() => onType(leads.text)} />;
  }
  const { to, search, begins } = leads;
  return (
    <Link
      {...option}
      to={to}
      search={search as never}
      {...(begins === null ? {} : { state: { begins } })}
      onClick={onClose}
    />
  );
}

/**
 * Searches by each right that the operator has, and returns everything found. Returns nothing until the text is long
 * enough.
 */
function useFound(search: string, rights: readonly Right[]) {
  const isAsking = search.length >= DESK_SEARCH_MIN;
  const inputOf = (right: Right) => (isAsking && rights.includes(right) ? { search } : null);
  const all = [
    useAsk(searchPacking, inputOf('packing'), { keepsPrevious: true }),
    useAsk(searchSupport, inputOf('support'), { keepsPrevious: true }),
    useAsk(searchCatalogue, inputOf('catalogue'), { keepsPrevious: true }),
    useAsk(searchMoney, inputOf('money'), { keepsPrevious: true }),
  ];
  return {
    found: isAsking ? all.flatMap(({ data }) => data?.found ?? []) : [],
    isFetching: all.some((one) => one.isFetching),
    error: isAsking ? (all.find((one) => one.error !== null)?.error ?? null) : null,
  };
}

/** Returns the text after a short pause in typing. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** Finds a pack by its whole serial, and opens it. */
function usePackBySerial(onClose: () => void) {
  const navigate = useNavigate();
  const find = useDo(findPackBySerial, {
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: '/admin/stock', search: { id } });
    },
  });
  const { error } = find;
  return {
    find: (serial: string) => find.mutate({ serial }),
    reset: find.reset,
    problem:
      error === null
        ? null
        : asApiError(error).code === 'NOT_FOUND'
          ? 'No pack has this serial or certification number.'
          : messageOf(error),
  };
}

function statusOf(text: string, count: number, isPending: boolean): string {
  if (text.trim() === '') return '';
  if (count > 0) return count === 1 ? '1 match' : `${count} matches`;
  return isPending ? 'Searching…' : 'Nothing found';
}
