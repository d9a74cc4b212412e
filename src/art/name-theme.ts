// Finds what a card's name says about its picture: a wide theme such as "beast", and often one motif such as "lion".

import type { GameStyle } from '#domain/game.ts';
import { kindsOfCreature, motifsOfCreature } from './creatures.ts';
import { THEMES, type Motif, type Theme } from './motif.ts';
import { nameWords, wordsSay } from './name-words.ts';
import { hashText } from './random.ts';

const NOUNS: Record<Theme, string> = {
  land: 'mountain mount peak ridge range cliff canyon valley vale hill hills highland plain plains field fields prairie steppe meadow fen mire forest woods wood woodland jungle taiga grove swamp marsh bog moor desert dune wasteland waste badlands land lands trail path pass summit crag bluff volcano avalanche landslide horizon frontier wilds wilderness country road crossroads territory terrain tundra glacier verge heath journey expedition trek ground earth rockfall highroad outland timberland homestead farm farmland meadows town frog toad tadpole croaking sand terraforming sludge overslime mucus amphibious',
  sky: 'moon sun star stars planet sky space comet meteor cosmos cosmic galaxy galactic nebula orbit eclipse constellation astral celestial solar lunar zodiac heaven heavens universe void satellite starlight moonlight sunlight dawn dusk twilight midnight aurora astronomer stargazer horoscope starship spacecraft asteroid gravity supernova nova pulsar quasar exile rift nether abyss paradox outer infinity night day darkness sunset moonrise light dimensional starfrost utopia parasomnia luminous',
  plant:
    'flower bloom blossom petal rose lily lotus orchid dahlia tulip daisy sunflower garden gardener flora floral bouquet plant plants leaf leaves vine vines seed seeds sprout bud root roots thorn thorns bramble briar herb grass nectar pollen spring harvest fruit berry apple tree oak elm branch foliage botanist florist dryad treefolk ent vegetation growth garland wreath violet scarlet predaplant cultivation nature autumn earth wrenn rootcoil creeper',
  dragon:
    'dragon dragons wyrm wyrms wurm serpent snake snakes viper cobra python basilisk hydra drake wyvern lizard salamander worm leviathan naga reptile crocodile alligator dinosaur raptor coil scales draconic dragonkin lindworm hellkite amphisbaena gorgon crawler tyrannosaur saurus leech leeches wyrmling pendulumgraph',
  crystal:
    'crystal crystals gem gems gemstone jewel stone stones shard shards prism diamond ruby sapphire emerald topaz opal amethyst quartz pearl amber jade onyx obsidian garnet mineral geode ore rock rocks glass ice iceberg icicle frost facet mox monolith boulder mana glow radiance sparks gleam shimmer',
  wings:
    'moth moths butterfly butterflies bat bats insect insects bug bugs beetle wasp bee bees hornet mosquito dragonfly firefly locust cricket mantis fly wing wings winged feather feathers bird birds hawk falcon eagle owl raven crow dove sparrow griffin pegasus phoenix cocoon larva caterpillar swarm swan goose geese fairy faerie faeries pixie sprite sylph angel angels seraph harpy spider spiders aven flight flyer soaring swoop glide gryff roost gull harrier swift weevil ant ants hive duck ducky chick penguin scorpion scarab egg nest sigarda sigardian',
  beast:
    'stag deer elk moose antler antlers hart hind doe fawn reindeer caribou beast beasts horn horns unicorn goat ram bull ox minotaur centaur satyr horse horses stallion mare steed wolf wolves hound hounds leopard jaguar lynx hyena coyote jackal bear bears lion lions tiger tigers panther fox foxes cat cats dog boar herd mammoth elephant rhino ape gorilla monkey primal wildborn werewolf animal predator prowler familiar ooze hunt howl howling howler fang fangs claw claws buffalo savage feral pack badger raccoon rampage',
  sea: 'sea ocean tide tides wave waves water waters river lake island isle coast shore beach bay harbor harbour port reef lagoon flood rain whirlpool waterfall current deep depths boat ship sail sailor pirate pirates voyage tsunami cove strait navigator fleet galleon raft stream brook splash surf surfing cyclone wind winds breeze gust drown drowned deluge flow dive diver shipwreck shipwrecks torrent tidal castaway boatman ferry yacht maelstrom moisture',
  building:
    'tower towers castle keep fortress citadel fort temple cathedral church mansion manor palace shrine sanctuary ziggurat pyramid monastery abbey hall halls house city town village gate gates wall walls bridge library academy school laboratory lab gym center centre stadium arena tomb crypt ruins ruin dungeon vault foundry forge workshop market bazaar monument spire spires sanctum bastion stronghold barracks outpost tavern inn base factory museum station lighthouse kingdom empire throne estate capital metropolis guildgate guildhall necropolis archive archives garrison rampart labyrinth chamber chapel hideout villa cottage prison domain chateau store cellar lair domain skypalace realm restaurant mine jail hostel headquarters studio artazon mesagoza',
  sprite:
    'imp sprout pup puppy cub kitten kitty bunny rabbit hare mouse mice squirrel hamster puff baby friend friends buddy companion plush doll toy slime blob goblin goblins kobold gremlin brownie homunculus familiar pet pal kuriboh piglet otter mole wisp belle',
  fungus:
    'mushroom mushrooms fungus fungi spore spores toadstool truffle mycelium mold moss lichen saproling thallid fungal rot decay compost poison toxic toxin venom powder myconid decomposition plague blight rotten',
  fish: 'koi fish fishes eel eels carp salmon trout shark sharks whale whales dolphin ray squid octopus kraken crab lobster shrimp shell merfolk mermaid merman siren pond pool aquarium angler fisherman fisher fishing bait coral seahorse jellyfish starfish fin goldfish piranha swimmer triton karp tuna crayfish sea-devil anemone turtle tortoise',
  thing:
    'metal steel lantern lanterns lamp relic relics ring rings dial clock clockwork hourglass time wheel compass amulet talisman pendant medallion coin coins treasure artifact idol orb sphere eye eyes seal signet sigil rune runes book tome scroll grimoire spellbook map key lens mirror chalice cup grail potion flask bottle cauldron engine machine gear gears construct automaton robot mech device rod staff wand scepter sceptre sword blade axe hammer spear lance bow arrow dagger shield armor armour helm helmet equipment signpost ball battery candy ticket puzzle box chest card cards pot magic spell spells ritual fusion polymerization trap summon contract calling oracle prophecy fate destiny catalyst ancient vessel switch belt bell drum horn crown jar urn altar cube dice dimension curse hex charm incantation rite ceremony needle pyramid memory secret secrets deck duel scale pendulum diadem formation staves flail mail vest elixir antidote tonic vial brew remedy medicine treaty decree globe lock mace knife saber katana codex bible diary journal ledger lore page motor recycler blaster cannon gun research letter invitation orders retrieval search transfer sticker goggles basket catcher grabber drone radar pokegear chestplate cap duster lait cape mathmech geomathmech primathmech capsule pad statue quiz question psychic reversal therapeutic medical leftovers timeater reasoning royal hieroglyph pact gaze shot celestus effigy window',
  person:
    'fighting mask masks face faces king queen emperor empress lord lady prince princess duke duchess baron count knight knights warrior warriors guard guards guardian guardians sentinel regent champion hero heroes soldier soldiers paladin samurai ninja monk cleric priest priestess bishop mage mages magician magicians wizard witch warlock sorcerer sorceress sorcery spellcaster enchanter enchantress necromancer conjurer summoner archer swordsman assassin thief rogue bandit barbarian berserker gladiator giant giants ogre troll orc elf elves dwarf vampire vampires demon demons devil devils fiend god gods goddess titan titans avatar human humans man woman boy girl professor researcher trainer leader boss master apprentice student scholar judge jester clown dancer singer bard planeswalker commander general marshal sheriff chief chieftain elder tyrant rebel traitor outlaw exile pilgrim seer sage prophet ambassador diplomat merchant trader blacksmith scientist engineer doctor nurse cook amazon valkyrie legion cavalry sphinx crusader inquisitor scout recruit squire veteran captain butcher tamer rider keeper warden cathar hermit smith silversmith channeler adversary fighter mystic villager peasant farmhand occultist tutor performer maiden maid spy avenger invader patrol watcher mentor gravekeeper cultist fanatic outcast survivor stranger butler acolyte duelist crafter caretaker vandal ruffian pioneer artisan bearer brawler raider slinger beggar trapper sanctifier chaplain savior mob horde outrider collector intruder hoarder archivist stitcher wrangler observer cutpurse awakener trespasser opportunist traveler specialist strangler elementalist foragers crasher painter alchemist ambusher stinger augur weaver liberator farmer troupe guide hauler huntmaster libromancer dragonmaid monarch monarchs envoy colonel actor grunt invoker herald destroyer punisher judgment mauler infiltrator seeker skaab helm helmet heroic sisters brotherhood sister brother artist visionary reaper stowaway interloper slayer druid shaman hunter huntress archmage scoundrel brigand burglar delver disciple dawnhart scion resurrector exosister performapal zaloog youngster servant pharaoh dezard richie naturalist sentry cavalier behemoth tracker ranger',
  fire: 'fire fires flame flames burn burning burned blaze blazing inferno infernal ember embers torch pyre lava magma incinerate immolation ignition ignite cinder cinders ash ashes ashen fireball fireblast heat scorch scorching sear kindle bonfire candle candles furnace hearth campfire charcoal flare flaming fiery firestorm wildfire meltdown eruption rage fury cremation bake baked burnt rekindling molten',
  storm:
    'lightning bolt bolts thunder thunderbolt shock spark sparks storm storms tempest typhoon hurricane electric electricity electrical volt voltage cyclonic squall raincloud cloud clouds weather forecast thunderstorm charge current static discharge eruptive monsoon raigeki galvanic',
  death:
    'skull skulls skeleton skeletons skeletal bone bones zombie zombies death dead grave graves graveyard corpse corpses burial bury buried lich mummy undead cemetery ghoul ghouls morbid slaughter massacre slay kill killer murder die dies dying carnage cadaver carcass remains execution executioner terminate perish perished bloodline bloodtithe necro necromancy decayed deathless sarcophagus famine hunger eaten defenestrate vanquish destroy destruction banishment banished exorcism reborn reincarnation vivisection morgue spirit spirits ghost ghosts specter phantom poltergeist soul souls geist geists haunt haunting apparition coffin souleater',
};

const THEME_BY_NOUN = new Map<string, Theme>();
for (const theme of THEMES) {
  for (const noun of NOUNS[theme].split(' ')) {
    if (!THEME_BY_NOUN.has(noun)) THEME_BY_NOUN.set(noun, theme);
  }
}

/** Beginnings and ends of words that reveal the theme of a longer word, such as "Stormwing". */
const STEMS: readonly (readonly [string, Theme])[] = [
  ['dragon', 'dragon'],
  ['master', 'person'],
  ['mancer', 'person'],
  ['maid', 'person'],
  ['caller', 'person'],
  ['slayer', 'person'],
  ['hunter', 'person'],
  ['keeper', 'person'],
  ['thief', 'person'],

  ['wyrm', 'dragon'],
  ['serpent', 'dragon'],
  ['mushroom', 'fungus'],
  ['shroom', 'fungus'],
  ['spore', 'fungus'],
  ['flower', 'plant'],
  ['blossom', 'plant'],
  ['bloom', 'plant'],
  ['petal', 'plant'],
  ['thorn', 'plant'],
  ['crystal', 'crystal'],
  ['diamond', 'crystal'],
  ['stone', 'crystal'],
  ['shard', 'crystal'],
  ['castle', 'building'],
  ['temple', 'building'],
  ['tower', 'building'],
  ['citadel', 'building'],
  ['spire', 'building'],
  ['butterfl', 'wings'],
  ['moth', 'wings'],
  ['wing', 'wings'],
  ['feather', 'wings'],
  ['antler', 'beast'],
  ['horn', 'beast'],
  ['beast', 'beast'],
  ['druid', 'person'],
  ['wolf', 'beast'],
  ['skull', 'death'],
  ['grave', 'death'],
  ['corpse', 'death'],
  ['bone', 'death'],
  ['necro', 'death'],
  ['ghoul', 'death'],
  ['zombie', 'death'],
  ['flame', 'fire'],
  ['fire', 'fire'],
  ['burn', 'fire'],
  ['pyro', 'fire'],
  ['inferno', 'fire'],
  ['thunder', 'storm'],
  ['lightning', 'storm'],
  ['volt', 'storm'],
  ['electr', 'storm'],
  ['angel', 'wings'],
  ['demon', 'person'],
  ['wizard', 'person'],
  ['magician', 'person'],
  ['fairy', 'wings'],
  ['storm', 'storm'],
  ['water', 'sea'],
  ['tide', 'sea'],
  ['wave', 'sea'],
  ['star', 'sky'],
  ['moon', 'sky'],
  ['sun', 'sky'],
  ['fish', 'fish'],
  ['mage', 'person'],
  ['guard', 'person'],
  ['knight', 'person'],
  ['mask', 'person'],
  ['lord', 'person'],
  ['forest', 'land'],
  ['wood', 'land'],
  ['mountain', 'land'],
  ['spirit', 'death'],
  ['ghost', 'death'],
  ['clock', 'thing'],
  ['blade', 'thing'],
  ['sword', 'thing'],
];

function themeOfWord(word: string, withStems: boolean): Theme | undefined {
  const found =
    THEME_BY_NOUN.get(word) ??
    (word.endsWith('s') ? THEME_BY_NOUN.get(word.slice(0, -1)) : undefined) ??
    (word.endsWith('es') ? THEME_BY_NOUN.get(word.slice(0, -2)) : undefined);
  if (found || !withStems) return found;
  for (const [stem, theme] of STEMS) {
    if (word.startsWith(stem) || word.endsWith(stem)) return theme;
  }
  return undefined;
}

/**
 * Returns the theme that the name states; undefined if the name states none. The last word before "of" or a comma is
 * tried first, because that word says what the thing is: a "Tower of Waves" is a tower. `withStems`: whether parts of
 * words are tried too.
 */
export function themeInName(name: string, withStems = true): Theme | undefined {
  const [head, separator = '', ...others] = name.split(/(,| of | from | in | with | - |:)/i) as [
    string,
    ...string[],
  ];
  for (const word of nameWords(head).toReversed()) {
    const theme = themeOfWord(word, withStems);
    if (theme) return theme;
  }
  const rest = others.join('');
  if (/^[:-]$/.test(separator.trim())) return themeInName(rest, withStems);
  for (const word of nameWords(rest)) {
    const theme = themeOfWord(word, withStems);
    if (theme) return theme;
  }
  return undefined;
}

/** Words for animals and angels, and what shows them. An animal that the shop cannot draw is shown by the place where it lives. */
const ANIMALS: readonly (readonly [motif: Motif, words: string])[] = [
  [
    'dragon',
    'dragon hellkite wyvern drake lizard salamander dinosaur dinomorphia tyrannosaur raptor nidhogg ernus nudyarl lorpar tinkhec',
  ],
  [
    'serpent',
    'serpent snake viper cobra cobraman python basilisk hydra wyrm wurm naga eel orochi jormungandr',
  ],
  ['angel', 'angel archangel seraph valkyrie sigarda sigardian'],
  ['owl', 'owl'],
  ['moth', 'moth butterfl* caterpillar larva'],
  [
    'bird',
    'bird birdface hawk falcon falcos eagle raven crow dove sparrow griffin* pegasus phoenix* aven goose geese duck chick swan penguin gryff hippogriff* gull harpy*',
  ],
  [
    'beetle',
    'beetle bug ant weevil cricket mantis locust spider scorpion scarab insect bee wasp hornet dragonfly firefly mosquito',
  ],
  [
    'stag',
    'stag deer elk moose antler hart hind doe fawn reindeer caribou unicorn goat ram bull ox',
  ],
  ['lion', 'lion'],
  ['tiger', 'tiger leopard jaguar panther lynx cat'],
  ['bear', 'bear badger'],
  ['wolf', 'wolf wolves werewol* direwol* hound dreadhound fox dog jackal coyote hyena raccoon'],
  ['koi', 'koi fish carp salmon trout goldfish piranha'],
  ['turtle', 'turtle tortoise'],
  ['shell', 'shell* clam oyster crab lobster'],
  ['jellyfish', 'jellyfish squid octopus tentac*'],
  ['whale', 'whale leviathan kraken dolphin shark'],
  ['plain', 'horse mare steed buffalo elephant mammoth rhino'],
  ['tree', 'ape gorilla monkey squirrel'],
  ['marsh', 'frog toad tadpole croaking leech* crocodile alligator'],
  ['moon', 'bat'],
];

/** Words that state a motif, by the theme of the name. */
const WORDS: Partial<Record<Theme, readonly (readonly [motif: Motif, words: string])[]>> = {
  land: [
    ['wood', 'forest wood woods woodland jungle* grove pine taiga'],
    ['marsh', 'swamp marsh bog moor fen mire sludge overslime mucus amphibious'],
    ['plain', 'plain field meadow prairie steppe farm farmland homestead earth ground'],
    ['desert', 'desert dune wasteland waste badlands sand'],
    ['volcano', 'volcano*'],
    ['hills', 'hill valley vale road path trail crossroads pass'],
    ['peaks', 'mountain mount peak ridge cliff summit crag'],
  ],
  sky: [
    ['moon', 'moon lunar* luna meteor comet eclipse night midnight darkness parasomnia'],
    ['planet', 'planet star astral celestial galaxy cosmos'],
  ],
  plant: [
    ['tree', 'tree oak elm branch treefolk ent dryad apple wrenn rootcoil'],
    [
      'bloom',
      'flower bloom blossom petal rose lily lotus orchid dahlia tulip daisy sunflower bouquet violet scarlet',
    ],
  ],
  dragon: [['dragon', 'tyrant']],
  wings: [
    ['angel', 'angel* archangel* seraph*'],
    ['moth', 'cocoon fairy faerie* pixie sprite'],
    ['bird', 'feather* roost* talon* plume wing* harrier swift flyer flight soaring swoop glide'],
    ['beetle', 'hive swarm'],
    ['egg', 'egg nest'],
  ],
  beast: [
    ['stag', 'horn centaur satyr'],
    ['wolf', 'predator prowler wildborn* hunt howl* fang pack rampage'],
  ],
  fish: [['koi', 'angler fisher fisherman fishing bait merfolk mermaid triton pond pool fin']],
  sea: [['island', 'island isle atoll beach tropic coast shore lagoon water']],
  building: [
    ['castle', 'castle keep tower fort* manor* mansion palace spire house hostel town village'],
    ['temple', 'temple ziggurat pyramid tomb shrine crypt'],
  ],
  thing: [
    ['sword', 'sword* blade* dagger knife saber scimitar katana spear lance needle'],
    ['axe', 'axe hammer mace flail pickaxe'],
    ['staff', 'staff staves wand rod scepter sceptre duster'],
    ['bow', 'bow arrow crossbow shot'],
    ['shield', 'shield bulwark aegis'],
    ['helmet', 'helmet helm'],
    ['hat', 'cap'],
    ['mask', 'statue effigy'],
    ['armour', 'armor armour chestplate breastplate mail vest belt cape'],
    [
      'book',
      'book tome grimoire spellbook ledger codex bible diary journal dictionary encyclopedia page lore pad quiz question reasoning curse hex spell',
    ],
    [
      'scroll',
      'scroll map letter invitation sticker contract orders treaty pact hieroglyph summon* calling research proclamation decree',
    ],
    ['chalice', 'chalice cup grail goblet lait rite ritual'],
    ['jar', 'pot jar urn vase cauldron vessel pitcher basket candy leftovers'],
    [
      'flask',
      'potion flask bottle elixir antidote tonic vial brew remedy medicine medical therapeutic',
    ],
    ['key', 'key lock secret'],
    ['orb', 'orb sphere ball globe psychic'],
    ['crown', 'crown royal tiara diadem throne'],
    ['mirror', 'mirror lens reflection goggles search reversal gaze window'],
    [
      'gears',
      'gear machine engine mech* robot automaton device switch construct factory cyber* motor metal steel drone radar pokegear transfer catcher grabber trap mathmech geomathmech primathmech',
    ],
    ['cards', 'card deck duel draw dice'],
    ['lantern', 'lantern lamp'],
    ['dial', 'dial clock* time* hourglass wheel compass pendulum* charm amulet talisman celestus'],
  ],
  fire: [
    ['volcano', 'lava magma'],
    ['flame', 'fire* flame* blaz* burn* inferno*'],
  ],
  storm: [['storm', 'storm* thunder* lightning electric* tempest raigeki galvanic']],
  death: [
    ['hood', 'spirit ghost phantom specter geist haunt* apparition poltergeist soul'],
    ['skull', 'skull skelet* zombie bone mummy death slaughter massacre corpse'],
  ],
  person: [
    ['mask', 'mask performapal jester clown'],
    ['stag', 'druid archdruid shaman'],
    ['book', 'professor scholar researcher judge judgment'],
    ['jar', 'kitchen cook'],
    ['chalice', 'parlor'],
    ['flask', 'nurse doctor alchemist'],
    ['castle', 'house'],
    [
      'helmet',
      'knight warrior guard guardian soldier paladin champion hero* crusader gladiator captain legion* cavalry commander general marshal squire sword* samurai sentinel cathar patrol avenger raider adversary fighting sentry colonel dreadknight dawnguard battleguard',
    ],
    [
      'hood',
      'mage magician wizard witch* warlock sorcer* necromancer spellcaster enchant* seer sage priest* cleric monk prophet acolyte cultist conjurer summoner lich reaper assassin thief skull mystic hermit channeler occultist gravekeeper spy ghoulcaller libromancer exorcist chaplain vampire* stowaway interloper bishop archmage delver disciple dawnhart resurrector exosister apprentice dezard richie bloodthief',
    ],
    [
      'hat',
      'outlaw outrider hunter* huntmaster trapper travel* farmer farmhand guide scout rogue bandit pirate sheriff trader merchant beggar tracker wanderer vagabond rider cavalier settler adventurer pathfinder forager collector ranger duelist scoundrel brigand cutpurse peasant villager musketeer gunslinger detective cowboy burglar zaloog youngster huntress brawler trespasser observer liberator ambusher slayer',
    ],
    ['fiend', 'demon* devil fiend ogre troll giant titan minotaur orc behemoth'],
    [
      'monarch',
      'queen king emperor empress prince princess lord overlord darklord lady ladies baron duke tyrant monarch regent ruler scion',
    ],
  ],
};

/** Returns the motif that the name states within its theme, such as the book of a "Secret Diary"; else undefined. */
function motifInWords(theme: Theme, words: readonly string[]): Motif | undefined {
  return motifOnList(WORDS[theme] ?? [], words);
}

function motifOnList(
  list: readonly (readonly [motif: Motif, words: string])[],
  words: readonly string[],
): Motif | undefined {
  for (const word of words.toReversed()) {
    const found = list.find(([, names]) => wordsSay([word], names));
    if (found) return found[0];
  }
  return undefined;
}

interface ThemeMotifs {
  /** Motifs that show the theme itself. Names of the theme use them in turn. */
  own: readonly Motif[];
  /**
   * Motifs that replace the theme's own motifs if the neighbours have all of those. The closest match comes first. None
   * is an animal or a person.
   */
  near: readonly Motif[];
}

const THEME_MOTIFS: Record<Theme, ThemeMotifs> = {
  land: {
    own: ['peaks', 'hills', 'wood', 'plain', 'marsh'],
    near: ['tree', 'volcano', 'desert', 'island', 'temple', 'castle', 'bloom'],
  },
  sky: {
    own: ['planet', 'moon'],
    near: ['dial', 'orb', 'peaks', 'desert', 'island', 'lantern', 'hills'],
  },
  plant: {
    own: ['bloom', 'tree'],
    near: ['fungi', 'wood', 'plain', 'hills', 'egg', 'marsh'],
  },
  dragon: {
    own: ['serpent', 'dragon'],
    near: ['flame', 'volcano', 'egg', 'storm', 'peaks', 'desert', 'castle'],
  },
  crystal: {
    own: ['prism'],
    near: ['orb', 'peaks', 'desert', 'volcano', 'dial', 'gears', 'shield', 'crown', 'hills'],
  },
  wings: {
    own: ['bird', 'moth', 'owl', 'beetle'],
    near: ['tree', 'hills', 'peaks', 'wood', 'moon', 'plain', 'island', 'egg'],
  },
  beast: {
    own: ['stag', 'wolf', 'bear', 'lion', 'tiger'],
    near: ['wood', 'hills', 'plain', 'peaks', 'tree', 'moon', 'desert'],
  },
  sea: {
    own: ['boat', 'island'],
    near: ['shell', 'marsh', 'storm', 'moon', 'peaks'],
  },
  building: {
    own: ['castle', 'temple'],
    near: ['lantern', 'key', 'peaks', 'hills', 'island', 'plain', 'gears'],
  },
  sprite: {
    own: ['spirit'],
    near: ['bloom', 'hills', 'plain', 'tree', 'moon', 'egg', 'lantern'],
  },
  fungus: {
    own: ['fungi'],
    near: ['marsh', 'wood', 'flask', 'lantern', 'tree', 'jar', 'skull'],
  },
  fish: {
    own: ['koi', 'turtle', 'jellyfish', 'shell', 'whale'],
    near: ['island', 'marsh', 'boat', 'moon', 'storm', 'bloom'],
  },
  thing: {
    own: ['dial', 'orb', 'book', 'mirror', 'chalice', 'key', 'jar', 'scroll'],
    near: ['crown', 'lantern', 'cards', 'flask', 'staff', 'shield', 'sword', 'prism', 'temple'],
  },
  person: {
    own: ['mask', 'helmet', 'hood', 'hat', 'monarch'],
    near: [
      'shield',
      'sword',
      'castle',
      'book',
      'staff',
      'armour',
      'bow',
      'axe',
      'lantern',
      'crown',
    ],
  },
  fire: {
    own: ['flame'],
    near: ['volcano', 'lantern', 'desert', 'prism', 'storm'],
  },
  storm: {
    own: ['storm'],
    near: ['hills', 'peaks', 'moon', 'planet', 'island', 'desert', 'prism', 'orb', 'staff'],
  },
  death: {
    own: ['skull'],
    near: ['lantern', 'marsh', 'moon', 'jar', 'temple', 'key'],
  },
};

/** Themes whose own motifs are animals or persons. */
const LIVING: ReadonlySet<Theme> = new Set(['dragon', 'wings', 'beast', 'fish', 'person']);

/** Returns the motif of a theme that the words state. If they state none, the theme's own motifs take turns. */
export function motifOfTheme(theme: Theme, words: readonly string[], step: number): Motif {
  const { own } = THEME_MOTIFS[theme];
  return motifOnList(ANIMALS, words) ?? motifInWords(theme, words) ?? own[step % own.length]!;
}

/** Motifs that replace a stated motif before any other motif of the theme does, such as a tree for a forest. */
const KIN: Partial<Record<Motif, readonly Motif[]>> = {
  wood: ['tree', 'fungi', 'bloom', 'hills'],
  plain: ['bloom', 'hills', 'tree', 'desert'],
  marsh: ['fungi', 'moon'],
  peaks: ['volcano', 'hills', 'desert'],
  desert: ['volcano', 'temple'],
  island: ['boat', 'shell'],
  book: ['scroll', 'lantern'],
  gears: ['dial', 'orb'],
  orb: ['planet', 'moon'],
  helmet: ['sword', 'shield', 'armour'],
  hood: ['staff', 'book', 'lantern'],
  hat: ['bow', 'lantern'],
  monarch: ['crown', 'castle'],
  dragon: ['serpent'],
  angel: ['moon', 'temple'],
};

/** The theme of a motif; undefined if no theme has the motif as its own. */
function themeOfMotif(motif: Motif): Theme | undefined {
  return THEMES.find((theme) => THEME_MOTIFS[theme].own.includes(motif));
}

/**
 * Returns the words of a creature's name; undefined if the name is of something else. Some games invent names of
 * creatures. A name with a noun, such as "Beach Court", is of no creature, unless the creature is known.
 */
function wordsOfCreature(name: string, { namesCreatures }: GameStyle): string[] | undefined {
  if (!namesCreatures) return undefined;
  const words = nameWords(name);
  const isKnown = kindsOfCreature(words).length > 0;
  return isKnown || themeInName(name, false) === undefined ? words : undefined;
}

/** Returns the motifs that a name states, the best first. An animal counts anywhere: a "Tiger King" shows a tiger. */
export function statedMotifs(name: string, style: GameStyle): Motif[] {
  const creature = wordsOfCreature(name, style);
  const kinds = creature === undefined ? [] : kindsOfCreature(creature);
  return kinds.length > 0 ? kinds : meaningOf(name).stated;
}

/** Returns the theme of what a name states first, and all motifs that it states. */
function meaningOf(name: string): { theme: Theme | undefined; stated: Motif[] } {
  const words = nameWords(name);
  const animal = motifOnList(ANIMALS, words);
  const theme = themeInName(name);
  const noun = theme && motifInWords(theme, words);
  const stated = [animal, noun].filter((motif) => motif !== undefined);
  return { theme: (animal && themeOfMotif(animal)) ?? theme, stated };
}

/**
 * Returns the motifs that fit a name, the best fit first. Returns an empty list if the name says nothing. After a
 * stated motif come its kin, land, weather and things, but no other animal or person (choice 1094).
 */
export function motifsInName(name: string, style: GameStyle): Motif[] {
  const creature = wordsOfCreature(name, style);
  const ofCreature = creature && motifsOfCreature(creature, themeOfMotif);
  if (ofCreature !== undefined) return ofCreature;
  const { theme, stated } = meaningOf(name);
  if (theme === undefined) return [];
  const { own, near } = THEME_MOTIFS[theme];
  const [first] = stated;
  if (first !== undefined) {
    const alike = LIVING.has(theme) ? [] : own;
    return [...new Set([...stated, ...(KIN[first] ?? []), ...alike, ...near])];
  }
  const turn = hashText(name) % own.length;
  return [...own.slice(turn), ...own.slice(0, turn), ...near];
}
