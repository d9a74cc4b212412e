// Finds a theme in invented names of creatures: "Floette" contains a flower, "Voltorb" a storm.

import type { Theme } from './motif.ts';

/** Beginnings of names, by theme. If several beginnings fit a name, the longest one decides. */
const BEGINNINGS: Partial<Record<Theme, string>> = {
  plant:
    'flor floe flab bulba ivys venusa bell oddi gloom vilep tangel tangr exegg bayl chiko megan hopp jumpl skipl sunk sunf cele treec grov scep seed nuzl shift lota lombr ludic rosel roser cact cacn turt grot torter cheru cherr carni snov abom snive serv leavan sewad swad cotto whims petil lilli maract foli ferro chesp quill skid gogo phant treve rowl darti decid fomant lura boun stee tsar apple applin grook thwac rilla smoli doll arbol brambl capsak scovil sprig flora spew tropi',
  fire: 'charm charc chari charj charl vulp ninet ponyt rapida magma magmo flareo moltr cynda quil typhl slugm magca houndo entei torchi combu blazi numel camer torko chimch monfer infern heatr tepig pigni embo pansea simise darum darman litwi lampe chandel heatm larves volcaron fenn braix fletchi talonf litle pyroa litte torra salandi blace scorb cinder rabo carkol coalos sizzl centi fueco croca skele armar cerul growl arcan pawn ho-oh',
  fish: 'karp magik gyara squir wart blasto golde seak horse seadr kingd poliw poliwh tentac seel dewg shell cloys krab kingl psyd goldu slowp slowb slowk lapra vapor omany kabut totod croco feral chinch lant corso remor octil mantin mantyk suicu mudk marsht swamp carva sharp waili wailo barboa whisc corph crawd feeba milot clamp hunt gorey relica luvd spheal seale walre kyog piplu prinpl empol buize float finneo lumin phion manap oshaw dewot samur panpou simipo tymp palpi seism basc tirto carrac frill jelli alomo keldeo froak frogad grenin skrel claun clawi inkay malam brion prima wishi mareani toxap pyuk brux sobbl drizz intele chewt dredn arrok barras cramo quaxl quaxw quaqua wigle wugt finiz palaf veluz dondo tatsu cetod cetit wooper quags clods',
  wings:
    'cater metap butter weedl kakun beedr pidge pidgi spear fearo zubat golba croba doduo dodri venon venom scyth pins farfe sirf artic zapd ledy ledi spina ariad hoot noct murkr honch natu xatu yanm pineco forret scizor herac skarm delib lugia wurmp silco beauti cascoo dust taill swello wingu pelip surski masque nincad ninja shedi volbe illum swabl alta starl starav starap krico burm worma mothi combe vesp chat yanme pidov tranq unfez venip whirl scolip dweb crust karrab escava accel shelm ducklet swann emol joltik galv ruffl braviar vull mandi durant scat spewp vivil fletc hawl noib noive piki trum toucan grubb charja vikav crabra cutief ribom orico dewpi araq golis rowlet rooki corvis corvik blipb dottl orbee cramor frosm snom tarou spido nymb lokix rello rabs wattr kilow squawk bombir flami espat flitt',
  storm:
    'pika raic raik pich magnem magnet magnez volto elect electa elek joltik mareep flaaf amphar shinx luxi luxr plusl minun manec electr pachi rotom thundur blitz zebstr tyna eel helio emolg dedenn togede tapuk xurk zera yamp bolt toxel toxtr pincu morpe dracoz regiel tadb belli pawm mirai ironh zapdo jolteo tornad',
  beast:
    'mank primea annihi rattat eevee niner nido rhyh rhyd rhyp tauro milt meow persi glame purug houndou houndoom growli arcani fidou dachs greav mabos stant girafa farigi ursar teddi snorl munch slakot vigor slaki zangoo absol shinxx bidoo bibar deerl sawsb bouff terrak viriz cobali sandi krok krook pancha pango furfr espurr meowst lycan rockr mudbr muds stuff bewea kom oranguru passim wooloo dubw yampe nicki thiev zacia zamaz lecho oinkol wyrd sprigat meowsc florag tinka riolu lucar machop machok macham hitmon entei raikou suic mosw piloswine swinub mamos cubchoo beart purrl liepar rattl ratic sents furret zigz lino obstag skitty delcat poochy mighty sharpe',
  crystal:
    'geodu grave golem onix steelix nosep probop lunat solro rogge bold gigal carbi dian stonj nacli nacls garga glimm bronzo klink klang klink sable lairo aron aggro regir regis regice minior rolyc klef cryog metan metag beldu bergm avalu vanill snoru glali frosl crabom naganad orthw',
  dragon:
    'dragon dragona draga dratin dragap dreep drakl bagon shelgo salam gible gabit garch deino zweil hydrei axew fraxu haxor goomy slig good jangm hakam komm dramp dural archal frigib arctib baxcal cyclizar korai ekans arbok sevip raiqu rayq latia latio giratin dialg palk zekr reshi kyur tyrun tyran aurorus amaur larvit pupit tyranit aerod crany bastio shiel rampa silico sandac applet flapp eterna regidra noivern trapi vibra flygon seviper',
  fungus:
    'paras shroomi breloo foong amoong morel shiin toeds brutebon muk grime garbod trubb koff weezi gulpi swalot stunk skunt croag toxic salazz mareanie',
  sky: 'cleff clefa clefai jirac deoxy elgy beheey orbee cosmog cosmoe lunala solgal starm stary umbre espeo cressel darkra mew ditto porygon baltoy clayd beldum metagross solos duos reun necro',
  death:
    'ghast gastl haunt genga cubo marow miss mismag dusku duscl dusknoi shup banet yamas cofag runer drifl drifb golet golur honed doubl aegis pumpka gourg dhel sinist poltea polteag spectr mimik sandyg palos greava hound dreadn froslass spiritomb litwick flutter brut gholdengo gimmig',
  person:
    'ralts kirli gardev galla medit medich drowz hypno abra kadab alakaz mime mrm jynx smooc delph hatten hattr hatter armaroug ceruledge pawnia bishar kingam impid morg grimm gothi gotho gotita sigil chimech meowscarada throh sawk mienf miensh scraf scragg maract kricket zorua zoroark hoopa diancie marshad zarude calyr urshi kubfu',
};

const BY_LENGTH: readonly (readonly [beginning: string, theme: Theme])[] = Object.entries(
  BEGINNINGS,
)
  .flatMap(([theme, list]) =>
    list.split(' ').map((beginning) => [beginning, theme as Theme] as const),
  )
  .toSorted(([a], [b]) => b.length - a.length);

/** Finds the first word that starts with a beginning of `BY_LENGTH`, and returns the theme of that beginning. */
export function themeBySound(words: readonly string[]): Theme | undefined {
  for (const word of words) {
    const found = BY_LENGTH.find(([beginning]) => word.startsWith(beginning));
    if (found) return found[1];
  }
  return undefined;
}
