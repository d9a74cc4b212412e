-- CSV files that operators import.
create table imports (
  id uuid primary key,
  kind text not null,
  file_name text not null,
  heads text[] not null,
  file bytea,
  state text not null default 'reading',
  mode text,
  accepts_warnings boolean not null default false,
  lines integer not null default 0,
  worked integer not null default 0,
  position integer not null default 0,
  new_lines integer not null default 0,
  changed_lines integer not null default 0,
  same_lines integer not null default 0,
  wrong_lines integer not null default 0,
  warned_lines integer not null default 0,
  problem text,
  made_by_id uuid not null,
  created_at timestamptz not null default shop_clock(),
  finished_at timestamptz,
  session_id uuid,
  ip text,
  request_id text,
  constraint imports_made_by_id_fkey foreign key (made_by_id) references users (id),
  constraint imports_kind_known check (kind in ('catalogue', 'prices', 'stock', 'people')),
  constraint imports_state_known check (
    state in ('reading', 'checking', 'checked', 'applying', 'stopped', 'done', 'discarded', 'unreadable')),
  constraint imports_mode_known check (mode in ('all', 'right')),
  constraint imports_are_applied_by_somebody check (state <> 'applying' or (mode is not null and session_id is not null))
);
create index imports_by_time on imports (created_at, id);
create index imports_to_work on imports (created_at, id) where state in ('reading', 'checking', 'applying');
comment on table imports is 'CSV files that operators import. A job reads, checks and applies them in batches.';
comment on column imports.heads is 'The first line of the file.';
comment on column imports.file is 'The file as it came. Null: its lines are read.';
comment on column imports.accepts_warnings is 'Whether its operator accepted the lines that look like typing errors.';
comment on column imports.worked is 'How many lines the present step has done.';
comment on column imports.position is 'The last line that the present step has done. The next batch begins after it.';
comment on column imports.session_id is 'The session in whose name it is applied, as the next two. The audit log names its user.';

create table import_lines (
  import_id uuid not null,
  line integer not null,
  cells jsonb not null,
  keys text[] not null,
  outcome text,
  subject text,
  problem text,
  warning text,
  changes jsonb,
  constraint import_lines_pkey primary key (import_id, line),
  constraint import_lines_import_id_fkey foreign key (import_id) references imports (id),
  constraint import_lines_outcome_known check (outcome in ('new', 'changed', 'same', 'wrong'))
);
create index import_lines_by_outcome on import_lines (import_id, outcome, line);
create index import_lines_warned on import_lines (import_id, line) where warning is not null;
comment on table import_lines is 'The lines of imports. A line is deleted when it is applied, in the same transaction: it may hold what is in a sealed pack.';
comment on column import_lines.cells is 'The cells as they are in the file.';
comment on column import_lines.keys is 'What no other line of the file may name.';
comment on column import_lines.changes is 'A list of {field, before, after}.';
grant select, insert, update on imports to felt_and_foil_app;
grant select, insert, update, delete on import_lines to felt_and_foil_app;
