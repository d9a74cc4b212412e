-- Roles that the owner of the shop makes, and invitations of people to work in the shop (choices 970 and 971).
create table staff_roles (
  id uuid primary key,
  name text not null,
  rights text[] not null,
  created_at timestamptz not null default shop_now(),
  constraint staff_roles_name_length check (length(name) between 1 and 40),
  constraint staff_roles_rights_known check (
    rights <@ array['packing', 'support', 'catalogue', 'money'] and cardinality(rights) > 0)
);
create unique index staff_roles_name_unique on staff_roles (lower(name));
comment on table staff_roles is 'Roles made in this shop, each a set of rights (docs/product.md, section 8). The roles `moderator` and `admin` are in the code.';
comment on column staff_roles.rights is 'As in `domain/access.ts`. No role made here has the right `owner`.';

alter table users add column staff_role_id uuid;
alter table users add constraint users_staff_role_fk foreign key (staff_role_id) references staff_roles (id) on delete set null not valid;
alter table users drop constraint users_role_known;
alter table users add constraint users_role_known check (role in ('user', 'moderator', 'admin', 'staff')) not valid;
alter table users add constraint users_staff_have_a_role check (role <> 'staff' or staff_role_id is not null) not valid;
comment on column users.staff_role_id is 'The role made in this shop. It counts only while `role` is `staff`.';

create table staff_invitations (
  id uuid primary key,
  email text,
  role text not null,
  staff_role_id uuid references staff_roles (id) on delete cascade,
  invited_by_id uuid not null references users (id),
  invited_at timestamptz not null default shop_now(),
  expires_at timestamptz not null,
  accepted_by_id uuid references users (id),
  constraint staff_invitations_role_known check (role in ('moderator', 'admin', 'staff')),
  constraint staff_invitations_role_made_here check ((role = 'staff') = (staff_role_id is not null)),
  constraint staff_invitations_address_until_accepted check ((email is null) = (accepted_by_id is not null))
);
create unique index staff_invitations_email_unique on staff_invitations (email);
create index staff_invitations_staff_role on staff_invitations (staff_role_id);
create index staff_invitations_accepted_by on staff_invitations (accepted_by_id);
create index staff_invitations_invited_by on staff_invitations (invited_by_id);
comment on table staff_invitations is 'Invitations to work in the shop. Whoever has proven the address may accept one.';
comment on column staff_invitations.email is 'In lower case. Null once the invitation is accepted: the account has the address.';

revoke all on staff_roles, staff_invitations from felt_and_foil_app;
grant select, insert, update (name, rights), delete on staff_roles to felt_and_foil_app;
grant select, insert, update (email, accepted_by_id), delete on staff_invitations to felt_and_foil_app;
