// The tables of the yardstick. They are the minimum for a shop of packs, without any of the shop's constraints.

export type Sizes = {
  packTypes: number;
  packs: number;
  /** How many more packs the first type has, which every buyer wants. */
  wantedPacks: number;
  accounts: number;
  cardsAPack: number;
};

/**
 * Creates and fills the tables. The caller must vacuum the tables afterwards, because a vacuum is impossible inside a
 * transaction.
 */
export function yardstickSchema(sizes: Sizes): string {
  const { packTypes, packs, wantedPacks, accounts, cardsAPack } = sizes;
  const allPacks = packs + wantedPacks;
  return `
    create table products (
      id int primary key, name text not null, slug text not null, price int not null, image text not null
    );
    insert into products
    select n, 'Pack ' || n, 'pack-' || n, 300 + 100 * (n % 9), 'http://localhost/pictures/pack-' || n || '.jpg'
    from generate_series(1, ${packTypes}) n;

    create table accounts (id int primary key, balance bigint not null check (balance >= 0));
    insert into accounts select n, 1000000000 from generate_series(1, ${accounts}) n;

    create table packs (
      id int primary key, product_id int not null, state smallint not null default 0, owner_id int, sold_at timestamptz
    );
    insert into packs (id, product_id)
    select n, case when n <= ${wantedPacks} then 1 else 1 + n % ${packTypes} end from generate_series(1, ${allPacks}) n;
    create index packs_for_sale on packs (product_id, id) where state = 0;

    create table cards (id bigint primary key, pack_id int not null, card_def_id int not null, owner_id int);
    insert into cards (id, pack_id, card_def_id)
    select n, 1 + (n - 1) / ${cardsAPack}, 1 + n % ${CARD_DEFS} from generate_series(1, ${cardsAPack * allPacks}) n;
    create index cards_of_pack on cards (pack_id);
    create index cards_of_owner on cards (owner_id);

    create table purchases (
      id bigint generated always as identity primary key, account_id int not null references accounts,
      pack_id int not null unique references packs, price int not null, created_at timestamptz not null default now()
    );
    create index purchases_of_account on purchases (account_id);
    create table openings (
      id bigint generated always as identity primary key, account_id int not null references accounts,
      pack_id int not null unique references packs, purchase_id bigint not null references purchases,
      created_at timestamptz not null default now()
    );
    create table entries (
      id bigint generated always as identity primary key, purchase_id bigint not null references purchases,
      account text not null, amount bigint not null, created_at timestamptz not null default now()
    );
    create index entries_of_purchase on entries (purchase_id);
    create index entries_of_account on entries (account);`;
}

/** The number of different cards. */
export const CARD_DEFS = 500;
