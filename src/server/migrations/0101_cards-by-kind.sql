-- Few of a hundred thousand cards may be of one rarity and finish: they are looked up, and not met along the order of all.
create index cards_by_kind on cards (finish, rarity);
