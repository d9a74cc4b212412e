// Chooses motifs for cards of invented creatures. A creature that resembles something which the shop can draw gets
// that: a bird, a turtle, a lamp. All others get the land, the sea or the weather that suits them, and never a thing (choice 946).

import { themeBySound } from './creature-names.ts';
import type { Motif, Theme } from './motif.ts';
import { lightInWords, type HueArc } from './name-light.ts';
import { wordsSay } from './name-words.ts';

/**
 * What creatures resemble, the closest first, and what their trainers are known for. A name with a star stands for all
 * names that begin with it.
 */
const KINDS: readonly (readonly [kind: Motif, names: string])[] = [
  [
    'wolf',
    'growlithe arcanine vulpix ninetales houndour houndoom houndstone greavard fidough dachsbun maschiff mabosstiff lillipup herdier stoutland lycanroc rockruff riolu lucario absol nickit thievul eevee snubbull granbull zacian zamazenta zigzagoon linoone obstagoon yungoos gumshoos fennekin braixen delphox zorua zoroark mightyena poochyena smeargle electrike manectric yamper boltund furfrou suicune okidogi silvally',
  ],
  ['lion', 'litleo pyroar shinx luxio luxray entei solgaleo'],
  [
    'tiger',
    'meowth persian perrserker purrloin liepard sprigatito floragato raikou skitty delcatty glameow purugly litten torracat incineroar espurr meowstic sneasel weavile sneasler zeraora espeon pao',
  ],
  [
    'bear',
    'cubchoo beartic teddiursa ursaring ursaluna snorlax munchlax spinda pancham pangoro stufful bewear slakoth vigoroth slaking kubfu urshifu norman',
  ],
  [
    'stag',
    'tauros bouffalant skiddo gogoat deerling sawsbuck stantler wyrdeer ting cobalion terrakion virizion keldeo xerneas glastrier spectrier arceus',
  ],
  ['owl', 'hoothoot noctowl rowlet dartrix decidueye'],
  [
    'bird',
    'pidgey pidgeot* spearow fearow farfetch* sirfetch* doduo dodrio articuno zapdos moltres natu xatu murkrow honchkrow skarmory delibird starly staravia staraptor wingull pelipper swablu altaria taillow swellow pidove tranquill unfezant ducklett swanna rufflet braviary vullaby mandibuzz fletch* talonflame hawlucha rookidee corvisquire corviknight wattrel kilowattrel flamigo bombirdier squawkabilly flittle espathra oricorio pikipek trumbeak toucannon cramorant quaxly quaxwell quaquaval psyduck golduck piplup torchic combusken blaziken lugia hooh yveltal chatot tornadus archen archeops falkner',
  ],
  ['angel', 'togekiss gardevoir'],
  ['egg', 'togepi togetic exeggcute chansey blissey happiny'],
  [
    'moth',
    'butterfree venonat venomoth masquerain vivillon larvesta volcarona slither mothim beautifly dustox cutiefly ribombee frosmoth',
  ],
  [
    'beetle',
    'caterpie metapod weedle kakuna beedrill combee vespiquen scyther scizor kleavor pinsir heracross pineco forretress orbeetle blipbug dottler rellor rabsca tarountula spidops nymble lokix joltik galvantula durant dwebble crustle wimpod golisopod scatterbug spewpa surskit ledyba ledian spinarak ariados yanm* wurmple silcoon nincada ninjask shedinja volbeat illumise kricke* burmy venipede whirlipede scolipede karrablast escavalier shelmet accelgor grubbin charjabug vikavolt dewpider araquanid sizzlipede centiskorch anorith armaldo skorupi drapion genesect buzzwole pheromosa gligar gliscor',
  ],
  [
    'dragon',
    'charizard dragonite garchomp gible gabite salamence latias latios hydreigon deino zweilous noivern drampa cyclizar koraidon miraidon axew fraxure haxorus frigibax arctibax baxcalibur tyranitar aerodactyl palkia dialga zekrom reshiram kyurem goodra sliggoo goomy druddigon tyrunt tyrantrum duraludon archaludon dreepy drakloak dragapult hakamo* kommo* jangmo* bagon shelgon flygon regidrago eternatus kingdra turtonator roaring',
  ],
  [
    'serpent',
    'ekans arbok onix steelix gyarados milotic dratini dragonair seviper silicobra sandaconda orthworm dunsparce dudunsparce eelektrik eelektross tynamo rayquaza zygarde snivy servine serperior giratina koraidon miraidon palkia zweilous hydreigon latios drampa cyclizar baxcalibur zekrom salamence',
  ],
  [
    'koi',
    'magikarp goldeen seaking feebas luvdisc carvanha sharpedo bruxish finneon lumineon barboach whiscash alomomola basculin basculegion remoraid veluza arrokuda barraskewda chi dondozo relicanth wishiwashi horsea seadra vaporeon stunfisk qwilfish chinchou lanturn mantyke mantine tatsugiri',
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
    'exeggutor trevenant phantump sudowoodo bonsly smoliv dolliv arboliva applin flapple appletun dipplin hydrapple treecko tropius celebi grookey thwackey rillaboom abomasnow snover pansage simisage nuzleaf shiftry wo aipom ambipom sprigatito brassius capsakid tangela tangrowth mankey primeape annihilape',
  ],
  [
    'bloom',
    'ivysaur venusaur bulbasaur oddish gloom vileplume bellossom bellsprout weepinbell victreebel hoppip skiploom jumpluff sunkern sunflora roselia roserade budew cherubi cherrim petilil lilligant flabe* floette florges bounsweet steenee tsareena comfey eldegoss gossifleur cottonee whimsicott maractus shaymin tangela tangrowth chikorita bayleef meganium morelull floragato capsakid erika katy poppy',
  ],
  [
    'fungi',
    'bonnet paras parasect shroomish breloom foongus amoonguss shiinotic toedscool toedscruel',
  ],
  [
    'flame',
    'charmander charmeleon magmar magby magmortar flareon darumaka darmanitan heatmor victini charcadet fuecoco crocalor skeledirge cyndaquil quilava typhlosion slugma magcargo tepig pignite emboar pansear simisear chimchar monferno infernape salandit salazzle scorbunny raboot cinderace heatran ponyta rapidash charizard vulpix ninetales growlithe arcanine moltres entei volcarona litleo pyroar houndour houndoom talonflame fletchinder chi reshiram torkoal scovillain mela',
  ],
  ['volcano', 'groudon camerupt numel volcanion coalossal carkol rolycoly'],
  [
    'storm',
    'shocks pikachu raichu pichu jolteon electabuzz elekid electivire thundurus plusle minun magnemite magneton magnezone pachirisu dedenne emolga togedemaru morpeko pawmi pawmo pawmot rotom helioptile heliolisk toxtricity toxel tadbulb bellibolt regieleki xurkitree tapu castform mareep flaaffy ampharos blitzle zebstrika zapdos raikou luxray luxio shinx zekrom miraidon joltik galvantula kilowattrel wattrel',
  ],
  [
    'peaks',
    'geodude graveler golem larvitar pupitar machop machoke machamp hitmonlee hitmonchan makuhita hariyama onix grusha',
  ],
  ['hills', 'diglett dugtrio drilbur excadrill dunsparce dudunsparce'],
  [
    'plain',
    'ponyta rapidash girafarig farigiraf miltank mudbray mudsdale wooloo dubwool tusk copperajah cufant kangaskhan zangoose',
  ],
  [
    'prism',
    'glimmet glimmora nacli naclstack garganacl nosepass probopass stonjourner carbink diancie boldore gigalith roggenrola vanill* cryogonal bergmite avalugg snorunt glalie froslass eiscue regirock regice porygon* sableye beldum metang frigibax arctibax baxcalibur pao roark geodude graveler golem onix',
  ],
  ['planet', 'minior deoxys jirachi solrock elgyem beheeyem cosmog cosmoem necrozma'],
  [
    'moon',
    'lunatone clefairy clefable cleffa umbreon darkrai cresselia lunala drowzee hypno munna musharna gardevoir zubat golbat crobat noibat woobat swoobat roaring absol misdreavus mismagius giacomo ortega',
  ],
  ['fiend', 'gengar haunter'],
  [
    'skull',
    'cubone marowak gastly duskull dusclops dusknoir koffing weezing yveltal skeledirge greavard houndstone',
  ],
  [
    'spirit',
    'ralts kirlia audino tandemaus maushold rattata raticate marill azumarill azurill jigglypuff wigglytuff igglybuff ditto skwovet greedent bunnelby diggersby shroodle grafaiai lechonk oinkologne mawile shuppet banette mimikyu drifloon drifblim pikachu raichu pichu plusle minun pachirisu dedenne mew lickitung whismur loudred exploud indeedee scream',
  ],
  ['hood', 'misdreavus mismagius iono'],
  ['lantern', 'litwick lampent chandelure pumpkaboo gourgeist shauntal'],
  ['sword', 'honedge doublade aegislash gallade bisharp kabutops zacian farfetch* sirfetch*'],
  ['shield', 'honedge doublade aegislash'],
  ['bow', 'decidueye'],
  ['book', 'shauntal clavell'],
  ['chalice', 'sinistea polteageist sinistcha poltchageist'],
  ['mask', 'yamask cofagrigus runerigus baltoy claydol mime spiritomb meowscarada jynx'],
  ['castle', 'sandygast palossand'],
  ['key', 'klefki'],
  ['axe', 'tinkatink tinkatuff tinkaton conkeldurr gurdurr timburr'],
  [
    'gears',
    'iron varoom revavroom meltan melmetal klink klang klinklang magearna tinkatink tinkatuff tinkaton orthworm steelix poppy penny',
  ],
  ['jar', 'arven saguaro'],
  ['flask', 'miriam'],
  ['mirror', 'bronzor bronzong'],
  ['helmet', 'pawniard kingambit falinks bisharp'],
  ['armour', 'armarouge ceruledge golurk bisharp pawniard kingambit golisopod hands valiant'],
  ['monarch', 'giovanni'],
  ['crown', 'slowking gholdengo calyrex gimmighoul vespiquen tsareena geeta giovanni'],
  ['orb', 'voltorb electrode kadabra alakazam spoink grumpig mewtwo abra nemona'],
  [
    'desert',
    'sandshrew sandslash sandile krokorok krookodile cacnea cacturne hippopotas hippowdon trapinch bramblin brambleghast garchomp gible gabite sandy rika',
  ],
  [
    'marsh',
    'poliwag poliwhirl poliwrath politoed tympole palpitoad seismitoad froakie frogadier greninja wooper quagsire clodsire croagunk toxicroak grimer muk trubbish garbodor gulpin swalot lotad lombre ludicolo mudkip marshtomp swampert weezing bellibolt tadbulb arbok ekans',
  ],
];

/** The motifs of what a creature resembles, the closest first; empty if the shop can draw nothing like it. */
export function kindsOfCreature(words: readonly string[]): Motif[] {
  return KINDS.filter(([, names]) => wordsSay(words, names)).map(([kind]) => kind);
}

/** Motifs that suit creatures, by the theme of their name, the closest first. */
const HABITATS: Record<Theme, readonly Motif[]> = {
  land: ['hills', 'peaks', 'plain', 'wood'],
  sky: ['planet', 'moon', 'orb', 'prism'],
  plant: ['bloom', 'tree', 'hills', 'wood', 'plain'],
  dragon: ['peaks', 'hills', 'storm', 'volcano', 'flame', 'desert'],
  crystal: ['prism', 'peaks', 'desert', 'hills', 'volcano'],
  wings: ['tree', 'peaks', 'hills', 'plain', 'moon'],
  beast: ['plain', 'hills', 'wood', 'tree', 'peaks'],
  sea: ['island', 'marsh', 'storm', 'moon'],
  building: ['hills', 'plain', 'peaks', 'desert'],
  sprite: ['plain', 'hills', 'bloom', 'moon'],
  fungus: ['fungi', 'marsh', 'wood', 'tree'],
  fish: ['island', 'marsh', 'moon', 'storm', 'plain'],
  thing: ['gears', 'prism', 'planet', 'peaks'],
  person: ['moon', 'peaks', 'planet', 'prism', 'hills'],
  fire: ['flame', 'volcano', 'desert', 'planet'],
  storm: ['storm', 'wood', 'hills', 'plain', 'peaks'],
  death: ['moon', 'marsh', 'skull', 'wood'],
};

/** Motifs that suit any creature. They say nothing about it. */
const NEUTRAL: readonly Motif[] = [
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
  'egg',
];

/**
 * Returns the motifs of a creature, the best fit first. Returns undefined if the words name no creature. `themeOf`: the
 * theme of the motif of a kind.
 */
export function motifsOfCreature(
  words: readonly string[],
  themeOf: (kind: Motif) => Theme | undefined,
): Motif[] | undefined {
  const kinds = kindsOfCreature(words);
  const theme = themeBySound(words) ?? (kinds[0] && themeOf(kinds[0]));
  if (kinds.length === 0 && theme === undefined) return undefined;
  const [first, ...others] = HABITATS[theme ?? 'beast'];
  const small: Motif[] = kinds.length === 0 ? ['spirit'] : [];
  return [...new Set([...kinds, first!, ...small, ...others, ...NEUTRAL])];
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
