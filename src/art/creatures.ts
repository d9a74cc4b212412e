// Chooses motifs for cards of invented creatures. A creature that resembles something which the shop can draw gets
// that: a bird, a turtle, a lamp. All others get the land, the sea or the weather that suits them, and never a thing (choice 946).

import { themeBySound } from './creature-names.ts';
import type { Motif, Theme } from './motif.ts';
import { lightInWords, type HueArc } from './name-light.ts';
import { wordsSay } from './name-words.ts';

/** What creatures resemble. A name with a star stands for all names that begin with it. */
const KINDS: readonly (readonly [kind: Motif, names: string])[] = [
  [
    'wolf',
    'growlithe arcanine vulpix ninetales houndour houndoom houndstone greavard fidough dachsbun maschiff mabosstiff lillipup herdier stoutland lycanroc rockruff riolu lucario absol nickit thievul eevee snubbull granbull zacian zamazenta zigzagoon linoone obstagoon yungoos gumshoos fennekin braixen delphox zorua zoroark mightyena poochyena smeargle electrike manectric yamper boltund furfrou suicune okidogi silvally',
  ],
  ['lion', 'litleo pyroar shinx luxio luxray entei solgaleo'],
  [
    'tiger',
    'meowth persian perrserker purrloin liepard sprigatito floragato meowscarada raikou skitty delcatty glameow purugly litten torracat incineroar espurr meowstic chien sneasel weavile sneasler zeraora espeon',
  ],
  [
    'bear',
    'cubchoo beartic teddiursa ursaring ursaluna snorlax munchlax spinda pancham pangoro stufful bewear slakoth vigoroth slaking kubfu urshifu',
  ],
  [
    'stag',
    'ponyta rapidash tauros bouffalant skiddo gogoat girafarig farigiraf blitzle zebstrika mareep flaaffy ampharos deerling sawsbuck miltank stantler wyrdeer mudbray mudsdale wooloo dubwool ting cobalion terrakion virizion keldeo xerneas glastrier spectrier arceus',
  ],
  ['owl', 'hoothoot noctowl rowlet dartrix decidueye'],
  [
    'bird',
    'pidgey pidgeot* spearow fearow farfetch* sirfetch* doduo dodrio articuno zapdos moltres natu xatu murkrow honchkrow skarmory delibird starly staravia staraptor wingull pelipper swablu altaria taillow swellow pidove tranquill unfezant ducklett swanna rufflet braviary vullaby mandibuzz fletch* talonflame hawlucha rookidee corvisquire corviknight wattrel kilowattrel flamigo bombirdier squawkabilly flittle espathra oricorio pikipek trumbeak toucannon cramorant quaxly quaxwell quaquaval psyduck golduck piplup torchic combusken blaziken lugia hooh yveltal chatot tornadus archen archeops',
  ],
  ['angel', 'togekiss'],
  ['egg', 'togepi togetic exeggcute chansey blissey happiny'],
  [
    'moth',
    'butterfree venonat venomoth masquerain vivillon larvesta volcarona slither mothim beautifly dustox cutiefly ribombee frosmoth gligar gliscor zubat golbat crobat noibat woobat swoobat',
  ],
  [
    'beetle',
    'caterpie metapod weedle kakuna beedrill combee vespiquen scyther scizor kleavor pinsir heracross pineco forretress orbeetle blipbug dottler rellor rabsca tarountula spidops nymble lokix joltik galvantula durant dwebble crustle wimpod golisopod scatterbug spewpa surskit ledyba ledian spinarak ariados yanm* wurmple silcoon nincada ninjask shedinja volbeat illumise kricke* burmy venipede whirlipede scolipede karrablast escavalier shelmet accelgor grubbin charjabug vikavolt dewpider araquanid sizzlipede centiskorch anorith armaldo skorupi drapion genesect buzzwole pheromosa',
  ],
  [
    'dragon',
    'charizard dragonite garchomp gible gabite salamence latias latios hydreigon deino zweilous noivern drampa cyclizar koraidon miraidon axew fraxure haxorus frigibax arctibax baxcalibur tyranitar aerodactyl palkia dialga zekrom reshiram kyurem goodra sliggoo goomy druddigon tyrunt tyrantrum duraludon archaludon dreepy drakloak dragapult hakamo* kommo* jangmo* bagon shelgon flygon regidrago eternatus kingdra turtonator roaring',
  ],
  [
    'serpent',
    'ekans arbok onix steelix gyarados milotic dratini dragonair seviper silicobra sandaconda orthworm dunsparce dudunsparce eelektrik eelektross tynamo rayquaza zygarde snivy servine serperior giratina',
  ],
  [
    'koi',
    'magikarp goldeen seaking feebas luvdisc carvanha sharpedo bruxish finneon lumineon barboach whiscash alomomola basculin basculegion remoraid veluza arrokuda barraskewda chi dondozo relicanth wishiwashi horsea seadra vaporeon stunfisk qwilfish chinchou lanturn mantyke mantine',
  ],
  [
    'turtle',
    'squirtle wartortle blastoise torkoal turtwig grotle torterra tirtouga carracosta chewtle drednaw terapagos lapras',
  ],
  [
    'shell',
    'shellder cloyster omanyte omastar kabuto kabutops shuckle krabby kingler klawf crabrawler crabominable corphish crawdaunt clauncher clawitzer clamperl huntail gorebyss staryu starmie corsola mareanie toxapex binacle barbaracle pincurchin slowbro lileep cradily fossil',
  ],
  [
    'jellyfish',
    'tentacool tentacruel octillery inkay malamar frillish jellicent grapploct clobbopus nihilego',
  ],
  [
    'whale',
    'wailmer wailord cetoddle cetitan kyogre dewgong seel spheal sealeo walrein finizen palafin popplio brionne primarina',
  ],
  [
    'tree',
    'exeggutor trevenant phantump sudowoodo bonsly smoliv dolliv arboliva applin flapple appletun dipplin hydrapple treecko tropius celebi grookey thwackey rillaboom abomasnow snover pansage simisage nuzleaf shiftry',
  ],
  [
    'bloom',
    'ivysaur venusaur bulbasaur oddish gloom vileplume bellossom bellsprout weepinbell victreebel hoppip skiploom jumpluff sunkern sunflora roselia roserade budew cherubi cherrim petilil lilligant flabe* floette florges bounsweet steenee tsareena comfey eldegoss gossifleur cottonee whimsicott maractus shaymin tangela tangrowth chikorita bayleef meganium morelull',
  ],
  [
    'fungi',
    'bonnet paras parasect shroomish breloom foongus amoonguss shiinotic toedscool toedscruel',
  ],
  [
    'flame',
    'charmander charmeleon magmar magby magmortar flareon darumaka darmanitan heatmor victini charcadet fuecoco crocalor skeledirge cyndaquil quilava typhlosion slugma magcargo tepig pignite emboar pansear simisear chimchar monferno infernape salandit salazzle scorbunny raboot cinderace heatran',
  ],
  ['volcano', 'groudon camerupt numel volcanion coalossal carkol rolycoly'],
  [
    'storm',
    'shocks pikachu raichu pichu jolteon electabuzz elekid electivire thundurus plusle minun magnemite magneton magnezone pachirisu dedenne emolga togedemaru morpeko pawmi pawmo pawmot rotom helioptile heliolisk toxtricity toxel tadbulb bellibolt regieleki xurkitree tapu castform',
  ],
  [
    'prism',
    'glimmet glimmora nacli naclstack garganacl geodude graveler golem nosepass probopass stonjourner carbink diancie boldore gigalith roggenrola vanill* cryogonal bergmite avalugg snorunt glalie froslass eiscue regirock regice porygon* sableye beldum metang',
  ],
  ['planet', 'minior deoxys jirachi solrock elgyem beheeyem cosmog cosmoem necrozma mewtwo mew'],
  [
    'moon',
    'lunatone clefairy clefable cleffa umbreon darkrai cresselia lunala drowzee hypno munna musharna',
  ],
  ['skull', 'cubone marowak gastly haunter gengar duskull dusclops dusknoir'],
  [
    'spirit',
    'ralts kirlia gardevoir audino tandemaus maushold rattata raticate marill azumarill azurill jigglypuff wigglytuff igglybuff ditto skwovet greedent bunnelby diggersby shroodle grafaiai lechonk oinkologne mawile misdreavus mismagius shuppet banette spiritomb mimikyu drifloon drifblim',
  ],
  ['lantern', 'litwick lampent chandelure pumpkaboo gourgeist'],
  ['sword', 'honedge doublade aegislash gallade'],
  ['chalice', 'sinistea polteageist sinistcha poltchageist'],
  ['mask', 'yamask cofagrigus runerigus baltoy claydol mime'],
  ['castle', 'sandygast palossand'],
  ['key', 'klefki'],
  ['gears', 'iron varoom revavroom meltan melmetal klink klang klinklang magearna'],
  ['mirror', 'bronzor bronzong'],
  ['axe', 'tinkatink tinkatuff tinkaton conkeldurr gurdurr timburr'],
  ['helmet', 'pawniard bisharp kingambit falinks'],
  ['armour', 'armarouge ceruledge golurk'],
  ['crown', 'slowking gholdengo calyrex'],
  ['orb', 'voltorb electrode kadabra alakazam spoink grumpig'],
  [
    'desert',
    'sandshrew sandslash sandile krokorok krookodile cacnea cacturne hippopotas hippowdon trapinch bramblin brambleghast capsakid scovillain',
  ],
  [
    'marsh',
    'poliwag poliwhirl poliwrath politoed tympole palpitoad seismitoad froakie frogadier greninja wooper quagsire clodsire croagunk toxicroak grimer muk koffing weezing trubbish garbodor gulpin swalot lotad lombre ludicolo mudkip marshtomp swampert',
  ],
];

/** The motif of what a creature resembles; undefined if it resembles nothing that the shop can draw. */
export function kindOfCreature(words: readonly string[]): Motif | undefined {
  return KINDS.find(([, names]) => wordsSay(words, names))?.[0];
}

/** Motifs that suit creatures, by the theme of their name, the closest first. */
const HABITATS: Record<Theme, readonly Motif[]> = {
  land: ['hills', 'peaks', 'plain', 'wood'],
  sky: ['planet', 'moon', 'orb', 'prism'],
  plant: ['bloom', 'tree', 'hills', 'wood', 'plain'],
  dragon: ['peaks', 'desert', 'hills', 'storm', 'volcano', 'flame'],
  crystal: ['prism', 'peaks', 'desert', 'hills', 'volcano'],
  wings: ['tree', 'peaks', 'hills', 'plain', 'moon'],
  beast: ['plain', 'hills', 'wood', 'tree', 'peaks'],
  sea: ['island', 'marsh', 'storm', 'moon'],
  building: ['hills', 'plain', 'peaks', 'desert'],
  sprite: ['spirit', 'plain', 'hills', 'bloom', 'moon'],
  fungus: ['fungi', 'marsh', 'wood', 'tree'],
  fish: ['island', 'marsh', 'moon', 'storm', 'plain'],
  thing: ['gears', 'prism', 'planet', 'peaks'],
  person: ['moon', 'peaks', 'planet', 'prism', 'hills'],
  fire: ['flame', 'volcano', 'desert', 'planet'],
  storm: ['storm', 'spirit', 'prism', 'peaks', 'hills'],
  death: ['moon', 'marsh', 'skull', 'wood'],
};

/** Motifs that suit any creature. They say nothing about it. */
const NEUTRAL: readonly Motif[] = [
  'spirit',
  'egg',
  'hills',
  'plain',
  'tree',
  'wood',
  'peaks',
  'bloom',
  'moon',
  'island',
  'marsh',
  'desert',
  'storm',
  'prism',
  'planet',
  'flame',
  'volcano',
];

/**
 * Returns the motifs of a creature, the best fit first. Returns undefined if the words name no creature. `themeOf`: the
 * theme of the motif of a kind.
 */
export function motifsOfCreature(
  words: readonly string[],
  themeOf: (kind: Motif) => Theme | undefined,
): Motif[] | undefined {
  const kind = kindOfCreature(words);
  const theme = themeBySound(words) ?? (kind && themeOf(kind));
  if (kind === undefined && theme === undefined) return undefined;
  const [first, ...others] = HABITATS[theme ?? 'beast'];
  const suiting: Motif[] = [first!, ...(kind === undefined ? NEUTRAL.slice(0, 1) : []), ...others];
  return [...new Set([...(kind === undefined ? [] : [kind]), ...suiting, ...NEUTRAL])];
}

/** A word with the light of a theme. The light of all other themes follows from the number of the card. */
const LIGHT_OF_THEME: Partial<Record<Theme, string>> = {
  fire: 'fire',
  fish: 'water',
  plant: 'leaf',
  storm: 'gold',
  death: 'ghost',
};

/** Returns the hues of light that suit a creature; undefined if all do. A creature of fire stands in warm light. */
export function lightOfCreature(words: readonly string[]): HueArc | undefined {
  const theme = themeBySound(words);
  const word = theme && LIGHT_OF_THEME[theme];
  return word === undefined ? undefined : lightInWords([word]);
}
