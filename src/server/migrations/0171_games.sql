-- The games of the shop's cards, which operators make and change.
-- needs are_game_words
create table games (
  id text primary key,
  name text not null,
  position integer not null,
  style jsonb not null,
  rarities jsonb not null,
  unknown_rarity text,
  finishes jsonb not null,
  version integer not null default 1,
  constraint games_id_form check (id ~ '^[a-z][a-z0-9-]{1,31}$'),
  constraint games_name_form check (name = btrim(name) and length(name) between 1 and 60),
  constraint games_have_a_style check (jsonb_typeof(style) = 'object'),
  constraint games_rarities_known check (are_game_words(rarities, 'rarity', array['common', 'uncommon', 'rare', 'mythic'])),
  constraint games_unknown_rarity_known check (unknown_rarity in ('common', 'uncommon', 'rare', 'mythic')),
  constraint games_finishes_known check (are_game_words(finishes, 'finish', array['normal', 'foil', 'reverse-foil']))
);
create unique index games_named_once on games (lower(name));
comment on table games is 'The games of the shop''s cards. Operators make and change them.';
comment on column games.position is 'Its place in lists of games.';
comment on column games.style is 'How its cards and packs are drawn: {sign, schemes, motifs, packMotifs, namesCreatures} (domain/game.ts).';
comment on column games.rarities is 'Its own words, from the lowest to the highest: a list of {word, rarity}.';
comment on column games.unknown_rarity is 'The rarity for a word that is not listed. Null: such a word is an error in a file.';
comment on column games.finishes is 'Its own words: a list of {word, finish}.';
comment on column games.version is 'Counts its changes, so that two operators don''t overwrite each other''s.';

insert into games (id, name, position, style, rarities, unknown_rarity, finishes) values
('magic', 'Magic: The Gathering', 1,
  '{"sign": "disc", "schemes": [[285, 35, "dusk"], [25, 80, "dawn"], [205, 120, "day"], [320, 20, "dusk"], [245, 190, "deep"], [12, 62, "ember"], [195, 140, "deep"], [262, 60, "dusk"]], "motifs": ["peaks", "moon", "castle", "flame", "wood", "prism", "hills", "storm", "plain", "planet"], "packMotifs": ["serpent", "stag", "castle", "planet", "moth", "prism", "flame"], "namesCreatures": false}',
  '[{"word": "common", "rarity": "common"}, {"word": "uncommon", "rarity": "uncommon"}, {"word": "rare", "rarity": "rare"}, {"word": "special", "rarity": "rare"}, {"word": "mythic", "rarity": "mythic"}, {"word": "bonus", "rarity": "mythic"}]', null,
  '[{"word": "nonfoil", "finish": "normal"}, {"word": "foil", "finish": "foil"}, {"word": "etched", "finish": "reverse-foil"}, {"word": "glossy", "finish": "foil"}]'),
('pokemon', 'Pokemon', 2,
  '{"sign": "three-rings", "schemes": [[275, 20, "dusk"], [235, 165, "deep"], [300, 250, "night"], [330, 40, "dusk"], [200, 155, "deep"], [248, 95, "day"], [215, 150, "day"], [345, 65, "dawn"], [185, 115, "day"], [265, 215, "deep"], [300, 355, "dawn"], [30, 88, "dawn"], [165, 95, "day"]], "motifs": ["hills", "spirit", "bloom", "plain", "egg", "wood", "moon", "tree", "peaks", "planet"], "packMotifs": ["stag", "moth", "bloom", "koi", "spirit", "storm"], "namesCreatures": true}',
  '[{"word": "Common", "rarity": "common"}, {"word": "None", "rarity": "common"}, {"word": "Uncommon", "rarity": "uncommon"}, {"word": "Rare", "rarity": "rare"}, {"word": "Rare Holo", "rarity": "rare"}, {"word": "Rare Holo EX", "rarity": "rare"}, {"word": "Rare Holo GX", "rarity": "rare"}, {"word": "Rare Holo LV.X", "rarity": "rare"}, {"word": "Rare Holo V", "rarity": "rare"}, {"word": "Rare Holo VMAX", "rarity": "rare"}, {"word": "Rare Holo VSTAR", "rarity": "rare"}, {"word": "Rare ACE", "rarity": "rare"}, {"word": "Rare BREAK", "rarity": "rare"}, {"word": "Rare Prime", "rarity": "rare"}, {"word": "Rare Prism Star", "rarity": "rare"}, {"word": "Rare Ultra", "rarity": "rare"}, {"word": "Trainer Gallery Rare Holo", "rarity": "rare"}, {"word": "Amazing Rare", "rarity": "rare"}, {"word": "Radiant Rare", "rarity": "rare"}, {"word": "Classic Collection", "rarity": "rare"}, {"word": "Promo", "rarity": "rare"}, {"word": "Double Rare", "rarity": "rare"}, {"word": "Illustration Rare", "rarity": "rare"}, {"word": "Ultra Rare", "rarity": "rare"}, {"word": "ACE SPEC Rare", "rarity": "rare"}, {"word": "Shiny Rare", "rarity": "rare"}, {"word": "Special Illustration Rare", "rarity": "mythic"}, {"word": "Hyper Rare", "rarity": "mythic"}, {"word": "Rare Secret", "rarity": "mythic"}, {"word": "Rare Rainbow", "rarity": "mythic"}, {"word": "LEGEND", "rarity": "mythic"}, {"word": "Rare Holo Star", "rarity": "mythic"}, {"word": "Rare Shining", "rarity": "mythic"}, {"word": "Rare Shiny", "rarity": "mythic"}, {"word": "Rare Shiny GX", "rarity": "mythic"}, {"word": "Shiny Ultra Rare", "rarity": "mythic"}]', 'common',
  '[{"word": "Normal", "finish": "normal"}, {"word": "Holofoil", "finish": "foil"}, {"word": "Reverse Holofoil", "finish": "reverse-foil"}]'),
('yugioh', 'Yu-Gi-Oh!', 3,
  '{"sign": "wedge", "schemes": [[292, 75, "night"], [268, 335, "night"], [215, 180, "night"], [18, 68, "ember"], [255, 300, "night"], [190, 150, "night"], [350, 45, "ember"], [280, 85, "night"]], "motifs": ["dial", "temple", "prism", "mask", "flame", "planet", "moon", "storm", "peaks"], "packMotifs": ["dial", "mask", "serpent", "prism", "flame", "planet", "temple"], "namesCreatures": false}',
  '[{"word": "Common", "rarity": "common"}, {"word": "Short Print", "rarity": "common"}, {"word": "Super Short Print", "rarity": "common"}, {"word": "Normal Parallel Rare", "rarity": "common"}, {"word": "Starfoil", "rarity": "common"}, {"word": "Starfoil Rare", "rarity": "common"}, {"word": "Shatterfoil Rare", "rarity": "common"}, {"word": "Mosaic Rare", "rarity": "common"}, {"word": "Duel Terminal Normal Parallel Rare", "rarity": "common"}, {"word": "Duel Terminal Normal Parallel", "rarity": "common"}, {"word": "New", "rarity": "common"}, {"word": "Reprint", "rarity": "common"}, {"word": "New artwork", "rarity": "common"}, {"word": "European debut", "rarity": "common"}, {"word": "Oceanian debut", "rarity": "common"}, {"word": "European & Oceanian debut", "rarity": "common"}, {"word": "Rare", "rarity": "uncommon"}, {"word": "Duel Terminal Rare Parallel Rare", "rarity": "uncommon"}, {"word": "Duel Terminal Normal Rare Parallel Rare", "rarity": "uncommon"}, {"word": "Super Rare", "rarity": "rare"}, {"word": "Super Parallel Rare", "rarity": "rare"}, {"word": "Duel Terminal Super Parallel Rare", "rarity": "rare"}, {"word": "Ultra Rare", "rarity": "rare"}, {"word": "Ultra Parallel Rare", "rarity": "rare"}, {"word": "Duel Terminal Ultra Parallel Rare", "rarity": "rare"}, {"word": "Gold Rare", "rarity": "rare"}, {"word": "Premium Gold Rare", "rarity": "rare"}, {"word": "Platinum Rare", "rarity": "rare"}, {"word": "Secret Rare", "rarity": "mythic"}, {"word": "Prismatic Secret Rare", "rarity": "mythic"}, {"word": "Gold Secret Rare", "rarity": "mythic"}, {"word": "Platinum Secret Rare", "rarity": "mythic"}, {"word": "Ultra Secret Rare", "rarity": "mythic"}, {"word": "Extra Secret Rare", "rarity": "mythic"}, {"word": "Extra Secret", "rarity": "mythic"}, {"word": "Quarter Century Secret Rare", "rarity": "mythic"}, {"word": "Ultimate Rare", "rarity": "mythic"}, {"word": "Ghost Rare", "rarity": "mythic"}, {"word": "Ghost/Gold Rare", "rarity": "mythic"}, {"word": "Starlight Rare", "rarity": "mythic"}, {"word": "Collector''s Rare", "rarity": "mythic"}, {"word": "Cr", "rarity": "mythic"}, {"word": "Ultra Rare (Pharaoh''s Rare)", "rarity": "mythic"}]', 'common',
  '[]');

alter table card_sets drop constraint card_sets_game_known;
alter table card_sets add constraint card_sets_game_fkey foreign key (game) references games (id);

revoke all on games from felt_and_foil_app;
grant select, insert, update (name, style, rarities, unknown_rarity, finishes, version), delete on games to felt_and_foil_app;
