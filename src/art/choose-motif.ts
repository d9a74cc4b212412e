// Chooses the motif of a card. If the name says what the card shows, that decides. Otherwise the game's motifs take
// turns by collector number, so that neighbours differ.

import type { Game } from '#domain/card.ts';
import { motifBySound } from './creature-names.ts';
import { MOTIFS, type Motif } from './motif.ts';
import { nameWords } from './name-words.ts';
import { hashText } from './random.ts';

/** Motifs of each game, for names that don't say what they show. */
export const GAME_MOTIFS: Record<Game, readonly Motif[]> = {
  magic: [
    'ridge',
    'orbit',
    'serpent',
    'citadel',
    'flame',
    'moth',
    'stag',
    'prism',
    'tide',
    'storm',
  ],
  pokemon: [
    'spirit',
    'bloom',
    'spirit',
    'tide',
    'spirit',
    'koi',
    'spirit',
    'stag',
    'spirit',
    'moth',
  ],
  yugioh: ['relic', 'citadel', 'prism', 'mask', 'flame', 'orbit', 'serpent', 'storm'],
};

const NOUNS: Record<Motif, string> = {
  ridge:
    'mountain mount peak ridge range cliff canyon valley vale hill hills highland plain plains field fields prairie steppe meadow fen mire forest woods wood woodland jungle taiga grove swamp marsh bog moor desert dune wasteland waste badlands land lands trail path pass summit crag bluff volcano avalanche landslide horizon frontier wilds wilderness country road crossroads territory terrain tundra glacier verge heath journey expedition trek ground earth rockfall highroad outland timberland homestead farm farmland meadows town',
  orbit:
    'moon sun star stars planet sky space comet meteor cosmos cosmic galaxy galactic nebula orbit eclipse constellation astral celestial solar lunar zodiac heaven heavens universe void satellite starlight moonlight sunlight dawn dusk twilight midnight aurora astronomer stargazer horoscope starship spacecraft asteroid gravity supernova nova pulsar quasar exile rift nether abyss paradox outer infinity night day darkness sunset moonrise light dimensional starfrost utopia',
  bloom:
    'flower bloom blossom petal rose lily lotus orchid dahlia tulip daisy sunflower garden gardener flora floral bouquet plant plants leaf leaves vine vines seed seeds sprout bud root roots thorn thorns bramble briar herb grass nectar pollen spring harvest fruit berry apple tree oak elm branch foliage botanist florist dryad treefolk ent vegetation growth garland wreath violet scarlet predaplant cultivation nature autumn earth',
  serpent:
    'dragon dragons wyrm wyrms wurm serpent snake snakes viper cobra python basilisk hydra drake wyvern lizard salamander worm leviathan naga reptile crocodile alligator dinosaur raptor coil scales draconic dragonkin lindworm hellkite amphisbaena gorgon crawler tyrannosaur saurus leech leeches wyrmling pendulumgraph',
  prism:
    'crystal crystals gem gems gemstone jewel stone stones shard shards prism diamond ruby sapphire emerald topaz opal amethyst quartz pearl amber jade onyx obsidian garnet mineral geode ore rock rocks glass ice iceberg icicle frost facet mox monolith boulder energy mana glow radiance sparks gleam shimmer',
  moth: 'moth moths butterfly butterflies bat bats insect insects bug bugs beetle wasp bee bees hornet mosquito dragonfly firefly locust cricket mantis fly wing wings winged feather feathers bird birds hawk falcon eagle owl raven crow dove sparrow griffin pegasus phoenix cocoon larva caterpillar swarm swan goose geese fairy faerie faeries pixie sprite sylph angel angels seraph harpy spider spiders aven flight flyer soaring swoop glide gryff roost gull harrier swift weevil ant ants hive',
  stag: 'stag deer elk moose antler antlers hart hind doe fawn reindeer caribou druid beast beasts elder horn horns unicorn goat ram bull ox minotaur centaur satyr horse horses stallion mare steed wolf wolves hound hounds leopard jaguar lynx hyena coyote jackal bear bears lion lions tiger tigers panther fox foxes cat cats dog boar hunter huntress ranger shaman herd mammoth elephant rhino ape gorilla monkey primal wildborn werewolf creature animal predator prowler tracker familiar ooze behemoth hunt howl howling howler fang fangs claw claws buffalo savage feral pack',
  tide: 'sea ocean tide tides wave waves water waters river lake island isle coast shore beach bay harbor harbour port reef lagoon flood rain whirlpool waterfall current deep depths boat ship sail sailor pirate pirates captain voyage tsunami cove strait navigator fleet galleon raft stream brook splash surf surfing cyclone wind winds breeze gust drown drowned deluge flow dive diver shipwreck shipwrecks torrent tidal castaway stowaway boatman ferry yacht maelstrom',
  citadel:
    'tower towers castle keep fortress citadel fort temple cathedral church mansion manor palace shrine sanctuary ziggurat pyramid monastery abbey hall halls house city town village gate gates wall walls bridge library academy school laboratory lab gym center centre stadium arena tomb crypt ruins ruin dungeon vault foundry forge workshop market bazaar monument spire spires sanctum bastion stronghold barracks outpost tavern inn base factory museum station lighthouse kingdom empire throne estate capital metropolis guildgate guildhall necropolis archive archives garrison rampart labyrinth chamber chapel hideout villa cottage prison domain chateau store court cellar lair domain skypalace realm restaurant mine jail',
  spirit:
    'spirit spirits ghost ghosts kin imp sprout pup puppy cub kitten kitty bunny rabbit hare mouse mice squirrel hamster puff baby friend friends buddy companion plush doll toy slime blob goblin goblins kobold gremlin brownie homunculus familiar pet pal kuriboh tadpole frog frogs toad turtle duck ducky chick piglet penguin otter badger mole raccoon specter phantom wisp poltergeist soul souls geist geists haunt haunting apparition belle',
  fungi:
    'mushroom mushrooms fungus fungi spore spores toadstool truffle mycelium mold moss lichen cap caps saproling thallid fungal rot decay compost poison toxic toxin venom powder lantern lanterns lamp myconid decomposition strain plague blight rotten',
  koi: 'koi fish fishes eel eels carp salmon trout shark sharks whale whales dolphin ray squid octopus kraken crab lobster shrimp shell merfolk mermaid merman siren pond pool aquarium angler fisherman fisher fishing bait coral seahorse jellyfish starfish fin goldfish piranha swimmer triton karp tuna crayfish sea-devil anemone',
  relic:
    'relic relics ring rings dial clock clockwork hourglass time wheel compass amulet talisman pendant medallion coin coins treasure artifact idol orb sphere eye eyes seal signet sigil rune runes book tome scroll grimoire spellbook map key lens mirror chalice cup grail potion flask bottle cauldron engine machine gear gears golem construct automaton robot mech device rod staff wand scepter sceptre sword blade axe hammer spear lance bow arrow dagger shield armor armour helm helmet equipment signpost ball battery candy ticket puzzle box chest card cards pot magic spell spells ritual fusion polymerization trap summon contract calling oracle prophecy fate destiny catalyst ancient vessel switch belt bell drum horn crown jar urn altar cube dice dimension curse hex charm incantation rite ceremony needle pyramid memory secret secrets deck duel scale pendulum diadem formation staves flail mail vest elixir antidote tonic vial brew remedy medicine treaty decree globe lock mace knife saber katana codex bible diary journal ledger lore page motor recycler blaster cannon gun',
  mask: 'mask masks face faces king queen emperor empress lord lady prince princess duke duchess baron count knight knights warrior warriors guard guards guardian guardians sentinel regent champion hero heroes soldier soldiers paladin samurai ninja monk cleric priest priestess bishop mage mages magician magicians wizard witch warlock sorcerer sorceress sorcery spellcaster enchanter enchantress necromancer conjurer summoner archer swordsman assassin thief rogue bandit barbarian berserker gladiator giant giants ogre troll orc elf elves dwarf vampire vampires demon demons devil devils fiend god gods goddess titan titans avatar human humans man woman boy girl professor researcher trainer leader boss master apprentice student scholar judge jester clown dancer singer bard planeswalker commander general marshal sheriff chief chieftain elder tyrant rebel traitor outlaw exile pilgrim seer sage prophet ambassador diplomat merchant trader blacksmith scientist engineer doctor nurse cook amazon valkyrie legion cavalry sphinx crusader inquisitor scout recruit squire veteran captain butcher tamer rider keeper warden cathar hermit smith silversmith channeler adversary fighter mystic villager peasant farmhand occultist tutor performer maiden maid spy avenger invader patrol watcher mentor gravekeeper cultist fanatic outcast survivor stranger butler acolyte duelist crafter caretaker vandal ruffian pioneer artisan bearer brawler raider slinger beggar trapper sanctifier chaplain savior mob horde outrider collector intruder hoarder archivist stitcher wrangler observer cutpurse awakener trespasser opportunist traveler specialist strangler elementalist foragers crasher painter alchemist ambusher stinger augur weaver liberator farmer troupe guide hauler huntmaster libromancer dragonmaid monarch monarchs envoy colonel actor grunt invoker herald destroyer punisher judgment mauler infiltrator seeker skaab helm helmet heroic sisters brotherhood sister brother artist visionary reaper',
  flame:
    'fire fires flame flames burn burning burned blaze blazing inferno infernal ember embers torch pyre lava magma incinerate immolation ignition ignite cinder cinders ash ashes ashen fireball fireblast heat scorch scorching sear kindle bonfire candle candles furnace hearth campfire charcoal flare flaming fiery firestorm wildfire meltdown eruption rage fury cremation bake baked burnt',
  storm:
    'lightning bolt bolts thunder thunderbolt shock spark sparks storm storms tempest typhoon hurricane electric electricity electrical volt voltage cyclonic squall raincloud cloud clouds weather forecast thunderstorm charge current static discharge eruptive monsoon',
  skull:
    'skull skulls skeleton skeletons skeletal bone bones zombie zombies death dead grave graves graveyard corpse corpses burial bury buried lich mummy undead cemetery ghoul ghouls morbid slaughter massacre slay slayer kill killer murder die dies dying carnage cadaver carcass remains execution executioner terminate perish perished bloodline bloodtithe necro necromancy decayed deathless sarcophagus famine hunger eaten defenestrate vanquish destroy destruction banishment banished exorcism reborn reincarnation vivisection morgue',
};

const MOTIF_BY_NOUN = new Map<string, Motif>();
for (const motif of MOTIFS) {
  for (const noun of NOUNS[motif].split(' ')) {
    if (!MOTIF_BY_NOUN.has(noun)) MOTIF_BY_NOUN.set(noun, motif);
  }
}

/** Beginnings and ends of words that reveal a motif inside a longer word ("Stormwing"). */
const STEMS: readonly (readonly [string, Motif])[] = [
  ['dragon', 'serpent'],
  ['master', 'mask'],
  ['mancer', 'mask'],
  ['maid', 'mask'],
  ['caller', 'mask'],
  ['slayer', 'mask'],
  ['hunter', 'mask'],
  ['keeper', 'mask'],
  ['thief', 'mask'],

  ['wyrm', 'serpent'],
  ['serpent', 'serpent'],
  ['mushroom', 'fungi'],
  ['shroom', 'fungi'],
  ['spore', 'fungi'],
  ['flower', 'bloom'],
  ['blossom', 'bloom'],
  ['bloom', 'bloom'],
  ['petal', 'bloom'],
  ['thorn', 'bloom'],
  ['crystal', 'prism'],
  ['diamond', 'prism'],
  ['stone', 'prism'],
  ['shard', 'prism'],
  ['castle', 'citadel'],
  ['temple', 'citadel'],
  ['tower', 'citadel'],
  ['citadel', 'citadel'],
  ['spire', 'citadel'],
  ['butterfl', 'moth'],
  ['moth', 'moth'],
  ['wing', 'moth'],
  ['feather', 'moth'],
  ['antler', 'stag'],
  ['horn', 'stag'],
  ['beast', 'stag'],
  ['druid', 'stag'],
  ['wolf', 'stag'],
  ['skull', 'skull'],
  ['grave', 'skull'],
  ['corpse', 'skull'],
  ['bone', 'skull'],
  ['necro', 'skull'],
  ['ghoul', 'skull'],
  ['zombie', 'skull'],
  ['flame', 'flame'],
  ['fire', 'flame'],
  ['burn', 'flame'],
  ['pyro', 'flame'],
  ['inferno', 'flame'],
  ['thunder', 'storm'],
  ['lightning', 'storm'],
  ['volt', 'storm'],
  ['electr', 'storm'],
  ['angel', 'moth'],
  ['demon', 'mask'],
  ['wizard', 'mask'],
  ['magician', 'mask'],
  ['fairy', 'moth'],
  ['golem', 'relic'],
  ['storm', 'storm'],
  ['water', 'tide'],
  ['tide', 'tide'],
  ['wave', 'tide'],
  ['star', 'orbit'],
  ['moon', 'orbit'],
  ['sun', 'orbit'],
  ['fish', 'koi'],
  ['mage', 'mask'],
  ['guard', 'mask'],
  ['knight', 'mask'],
  ['mask', 'mask'],
  ['lord', 'mask'],
  ['forest', 'ridge'],
  ['wood', 'ridge'],
  ['mountain', 'ridge'],
  ['spirit', 'spirit'],
  ['ghost', 'spirit'],
  ['clock', 'relic'],
  ['blade', 'relic'],
  ['sword', 'relic'],
];

function motifOfWord(word: string): Motif | undefined {
  const found =
    MOTIF_BY_NOUN.get(word) ??
    (word.endsWith('s') ? MOTIF_BY_NOUN.get(word.slice(0, -1)) : undefined) ??
    (word.endsWith('es') ? MOTIF_BY_NOUN.get(word.slice(0, -2)) : undefined);
  if (found) return found;
  for (const [stem, motif] of STEMS) {
    if (word.startsWith(stem) || word.endsWith(stem)) return motif;
  }
  return undefined;
}

/**
 * The motif in the name itself; undefined if there is none. The last word before "of" or a comma counts first,
 * because it says what the thing is: a "Tower of Waves" is a tower.
 */
export function motifInName(name: string): Motif | undefined {
  const [head, separator = '', ...others] = name.split(/(,| of | from | in | with | - |:)/i) as [
    string,
    ...string[],
  ];
  for (const word of nameWords(head).toReversed()) {
    const motif = motifOfWord(word);
    if (motif) return motif;
  }
  const rest = others.join('');
  if (/^[:-]$/.test(separator.trim())) return motifInName(rest);
  for (const word of nameWords(rest)) {
    const motif = motifOfWord(word);
    if (motif) return motif;
  }
  return undefined;
}

/** The number in a collector number ("MP23-EN080" is 80, "TG12/TG30" is 12). Without digits, a hash. */
export function collectorIndex(number: string): number {
  const inSet = number.slice(number.lastIndexOf('-') + 1);
  const digits = /\d{1,6}(?!\d)/.exec(inSet) ?? /\d{1,6}(?!\d)/.exec(number);
  return digits ? Number(digits[0]) : hashText(number) % 1000;
}

/** The picture for a card or pack. */
export function chooseMotif(name: string, game: Game, number: string, set: string): Motif {
  const named =
    motifInName(name) ?? (game === 'pokemon' ? motifBySound(nameWords(name)) : undefined);
  if (named) return named;
  const list = GAME_MOTIFS[game];
  return list[(hashText(set) + collectorIndex(number)) % list.length] as Motif;
}
