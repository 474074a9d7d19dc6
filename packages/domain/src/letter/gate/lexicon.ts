/**
 * The words the rules look at, by class. Phrases are separated by commas; of two that begin at one word the longest
 * counts. English and Spanish stand together: a class says what a word does in a sentence, in whichever language.
 * A word of no class is read as `.`; one of class '' (articles, prepositions) is passed over.
 */
export const LEXICON: Readonly<Record<string, string>> = {
  '': `
    a, an, the, to, of, and, so, that, which, this, at, on, in, into, for, with, about, just, really, very, please,
    then, also, next to, custody order, custody agreement, joint custody, 's, 've, little, own, some of, even, easily, gladly, simply, surely, be sure to, el, la, los, las,
    un, una, de, del, al, en, que, y, con, por, para, lo, le, les, se, este, esta, esto, mas`,
  // Who speaks, and who acts for them.
  I: `
    my wife, my husband, my father, my dad, my crew, my boys, my buddy, my buddies, my nephew, my nephews, a couple
    of friends, some guys, people i know, mi familia, mi esposo, mi tio, mis sobrinos, unos amigos, mi gente, nos,
    i, we, my brother, my brothers, my cousin, my cousins, my friend, my friends, some friends, a friend, friends of
    mine, some friends of mine, my uncle, my people, my guys, someone, somebody, some people, my son, my lawyer, my
    family, yo, nosotros, mis hermanos, mi hermano, mis amigos, mis primos, alguien`,
  U: `you, u, ya, yourself, yourselves, usted, ustedes, tu mismo, te`,
  Y: `your, yours, ur, his, her, their, su, sus, tu, tus`,
  // Acts to come.
  M: `
    has to, has no choice but to, will not hesitate to, wouldn't hesitate to, would not hesitate to, happy to,
    planning to, thinking of, considering, intending to, tempted to, free to, forced to, may have to, might have to,
    within my rights to, reserve right to, bound to, likely to, set to, 'm going, am going, tienen que, va, puedan,
    pensamos, estoy por, estamos por, queremos, quiero, will, wil, shall, 'll, going to, gonna, can, may, must, am
    going to, are going to, is going to, 'm going to, 're going to, plan to, intend to, about to, prepared to, ready
    to, have to, need to, want to, will have to, am having, i will, not hesitate to, no problem, willing to, no
    choice but to, no choice but, make sure, see to it, see that, seeing to it, would love to, would like to, 'd
    love to, 'd be happy to, would be interested, would love, would be very interested, am bringing, 'm bringing, 'm
    having, am asking, ought to, should, better, had better, voy a, va a, vas a, vamos a, van a, puedo, puede,
    pueden, podemos, podra, podria, tendra que, tendre que, vamos, tengo que, hare que, pienso, sera, seran,
    quedara, saldra, terminara, acabara, enfrentara, enfrente`,
  m: `
    estaria, estarian, seria, serian, gustaria, le gustaria, would, 'd, could, might, was going to, were going to,
    iba a, iban a, podria haber`,
  N: `not, never, no, nt, dont, wont, cant, nunca, jamas`,
  B: `am, 'm, are, 're, is, be, being, get, gets, getting, esta, estoy, estan, son, es, estar, ser`,
  H: `have, has`,
  D: `was, were, had, did, been, didnt, wasnt, me dijo, fue, fueron, era, estaba, habia, had to, used to, ha, han`,
  C: `
    pay now, or it is, or it's, last warning, final warning, one last, otra oportunidad, ultima oportunidad, salvo
    que, caso contrario, o si no, hasta, in case, depending on, pay up, if, unless, or, else, otherwise, before,
    until, till, either, whether, failure to, o, si, antes, de lo contrario, a menos que, you have ten days, last
    chance, one more chance, instead of, rather than, pague o`,
  W: `
    forever, quickly, this week, by friday, this afternoon, in morning, first thing, on monday, at once,
    immediately, next month, this weekend, pronto, hoy, manana mismo, la proxima semana, tomorrow, tonight, monday,
    tuesday, wednesday, thursday, friday, saturday, sunday, soon, next week, today, right now, any time, next time,
    every day, every morning, at midnight, manana, lunes, martes, miercoles, jueves, viernes, sabado, domingo, esta
    noche`,
  Z: `yet, so far, todavia, por ahora`,
  // Said, and past.
  T: `
    said, told, tell me, threatened, threatens, threatening, threat, threats, claimed, wrote, promised, warned,
    agreed, offered, asked, yelled, shouted, screamed, swore, insisted, bragged, grito, juro, according to, answered, dijo, amenazo, prometio, segun, contesto, pidio`,
  E: `
    caught fire, appeared, declined, ended, pleaded, dropped, ordered, fined, refused, arrived, called, filed,
    reported, contacted, went, came, took, gave, got, informed, notified, spoke, talked, showed, visited, sent,
    brought, found, ran, made, left, saw, broke, hit, burned, burnt, killed, beat up, cut, shot, bit, paid, bought,
    sold, kept, met, read, chose, lost, fell, stole, threw, drove, knew, began, became, won, held, gone, known,
    done, taken, written, seen, stolen, posted, closed, llame, llamo a mi, vino, puse, fui, pague, firmo, recibio,
    rompio, escribio, vio, llego, llegaron, mordio, mande, encontre, lei, trabaje, despidio, cobro, dejo, prestó,
    choco, causo, firmamos`,
  V: `
    call, calls, cal, calling, phone, phoning, ring, dial, dialing, dialling, contact, contacting, inform,
    informing, notify, notifying, report, reporting, alert, alerting, warn, warning, involve, involving, involved,
    tell, telling, tells, let, bring, bringing, go, goes, going, speak, speaking, talk, talking, write, writing,
    complain, complaining, send, sending, give, giving, ask, asking, turn, message, email, text, reach out, expose,
    show, share, sharing, post, posting, publish, put, putting, put up, hang, leave, press, pressing, pursue,
    pursuing, swear, start, spread, take this to, make public, going to the, dropping by, take, sic, discuss, visit,
    hear, hears, get a call, get a phone call, gets a phone call, get a copy, getting a copy, touch, llamar, llamo,
    llamando, denunciar, denuncio, avisar, aviso, reportar, reportarlo, reporto, presentar, decir, decirle, hablar,
    contar, contarle, contarles, publicar, mandar, enviar, denunciarlo, llevar, ir, avisada, avisadas, avisados,
    saber, dar explicaciones, poner una denuncia, presentar una denuncia, enterar, enteraran`,
  // To make a report.
  f: `
    file, files, filing, make, making, lodge, submit, submitting, fill out, put in, swear out, poner, interponer,
    levantar`,
  // One word that says who, when and what.
  IMV: `
    llamare, llamaremos, denunciare, denunciaremos, presentare, pondre, hare, dire, hablare, hablaremos, publicare,
    llevare, dejare, reportare, avisare, avisaremos, contare, mandare, enviare, subire, haremos, presentaremos`,
  MG: `ira, iran`,
  IMU: `
    le voy a, lo voy a, te voy a, la voy a, los voy a, le vamos a, lo vamos a, te vamos a, le puedo, lo puedo, te
    puedo`,
  IMX: `golpeare, matare, rompere, quemare, envenenare, lastimare`,
  UM: `se va a`,
  IMG: `iremos, ire, esperare, pasaremos, pasaran, visitare, vendre, buscare, nos vemos`,
  // What meets the other side.
  A: `
    curious, meet, meets, deal with, dealing, find, finding, talk to, read, reading, enterara, vera, veran, vendra,
    vendran, llegara, buscar, tocar, visitar, escuchar, know, knows, see, sees, seeing, explain, explaining, answer,
    facing, look, looking, want, interested, waiting, waits, visiting, stop by, stops by, come by, come for, comes
    for, come, comes, coming, knock, knocking, ask you, take care of, care, in touch, show up, end up, go through,
    enjoy, contactar, enterarse, explicaciones`,
  S: `
    todo el mundo, everyone will, everybody will, whole world, the whole world, all of your, guess what, take good
    care of, picture, ask yourself, you know what, do not be surprised, don't be surprised, look out for, wave, say
    hi to, preguntele, cuide, cuide a, cuidado con, expect, get ready, be ready for, enjoy, say hello to, say
    goodbye to, think about, think of, imagine, prepare for, be prepared for, remember, beware of, keep in mind, how
    would, what would, what will, wait until, piense en, piensa en, preparese para, espere, atengase`,
  F: `
    leave me no choice, leaves me no choice, leave us no choice, push me to, push me, no other choice, make us, make
    it come to, me haga, me obliguen, no quiero, make me, force me, forcing me, do not want to, don't make me,
    prefer not to, rather not, would hate to, 'd hate to, hate to, hate for, not want, obligue a, me obligue,
    obligues`,
  J: `
    waiting for your name, your choice, choice is yours, usted decide, tu decides, you decide, decide quickly, so
    decide, an appointment, appointment with, coming your way, on its way to, heading your way, then it is, then
    it's, phone in my hand, on my list, go straight to, straight to, is where, comes next, what comes next, number
    saved, in my phone, on standby, lo que sigue, lo siguiente, my finger, drafted, is ready, is drafted, ready to
    be, all set, next step, next call, next stop, next visit, next, last resort, who i am, a call, phone call, one
    call, a phone call, speed dial, a matter, becomes, is waiting, on the line, all it takes, friend on, proximo
    paso, proxima llamada, siguiente paso`,
  h: `
    would not like to, would not want to, not like to, hope nothing, not want anything, be unlucky, be awful, be
    tragic, be bad if, hate to see, not like to see, hate it if, be such a shame, hate for anything, seria terrible,
    seria triste, que pena, que lastima, no quisiera, wouldn't want, be a pity, be a shame, be sad, be too bad, be
    terrible, hate for, be unfortunate, a pity, a shame, sad, seria una pena, seria una lastima`,
  n: `know where, know were, know which, know what school, se donde, se a que, sabemos donde, find out where`,
  p: `
    happen, happens, happening, happened to, suffer, suffers, pagar por esto, le pase, pasar algo, le puede pasar,
    pasar, pay for what you, pay for what he, poison`,
  // Topics of class A.
  P: `
    police force, squad car, state police, precinct, feds, badge, police officers, city police, local
    police, a cop, police involvement, policeman, policemen, agentes, patrulla, oficial de policia, police, polices,
    cop, cops, sheriff, sheriffs, sheriff s, 911, law enforcement, authorities, the authorities, fbi, detective,
    detectives, officers, police officer, police station, police department, a police report, swat, patrol car,
    policia, autoridades, guardia civil, comisaria, officer, constable, state troopers, troopers`,
  O: `
    police officer at door, police station is, police auction, police lights, gun safe, hospital bed, hospital bill,
    fire alarm, fire department, fire place, dead battery, bill, bills, invoice, police report, police reports,
    report number, incident report, accident report, police file, police record, police records, former police,
    retired police, police car, case number, port authority, tax authority, building authorities, operating officer,
    officer of, security officer, loan officer, post officer, sheriff s department, detective novel, informe de
    policia, informe, reporte de policia, copy, witness, testify, confirm, confirmed, enclosed, attached, adjunto,
    proof, receipt, receipts, approved`,
  Q: `
    bring charges, bringing charges, lay charges, laying charges, face charges, facing charges, filing charges,
    filing criminal charges, charges against, charges will, put away, slammer, mug shot, mugshot, grand theft,
    larceny, theft charge, theft charges, fraud charges, penitentiary, juvenile hall, in orange, misdemeanor,
    misdemeanors, criminally, convict, years behind, carcelaria, encarcelar, detener, detenido, detenida, metan
    preso, cargos, tras las rejas, rejas, imputado, orden de arresto, press charges, pressing charges, file charges,
    charges get filed, charges will be filed, criminal charges, charges drawn up, criminal complaint, criminal
    complaints, criminal action, criminal prosecution, criminal record, prosecute, prosecuted, prosecution,
    prosecutor, prosecutors, prosecuting, arrest, arrested, arresting, jail, jailed, jail time, prison, prisons,
    behind bars, locked up, lock you up, handcuffs, cuffs, in cuffs, do time, doing time, felony, felonies, a cell,
    in a cell, district attorney, da, state attorney, state s attorney, bail, bondsman, warrant, a warrant,
    criminal, a crime, is a crime, five years, years in, be charged, are charged, see you charged, charge you,
    indicted, convicted, carcel, prision, preso, presa, arrestar, arresten, arrestado, cargos penales, cargos
    criminales, denuncia penal, querella, fiscal, fiscalia, delito, incarcerated, grand jury`,
  q: `attorney general, ag`,
  o: `criminal case, criminal court, jail visitation, prison account, my arrest, late charge, warranty`,
  R: `
    ice agents, ice agent, immigration authorities, work permit, visas, immigration service, immigration office,
    immigration police, green cards, residency, su visa, residencia, permiso de trabajo, deporting you, customs,
    immigration, imigration, immigrations, immigration officers, uscis, homeland security, green card, visa, la
    migra, migra, inmigracion, migracion, immigration status, visa status, estatus migratorio, estatus,
    naturalization, citizenship, border patrol, your status, his status, their status, your papers, legal status,
    his papers`,
  r: `
    illegally here, detained by, kicked out of country, out of this country, leave country, removed from country,
    without papers, not have papers, don't have papers, illegal here, ilegales, ilegalmente, deportacion, deporte,
    devuelvan a su pais, a su pais, kick you out of country, overstay, overstays, expired visa, deport, deported,
    deports, deportation, deporting, deportar, deportado, deportada, deporten, undocumented, illegals, illegal
    immigrant, illegal immigrants, illegal alien, illegal aliens, here illegally, no papers, no green card,
    overstayed, sent back to your country, back to your country, indocumentado, indocumentada, ilegal, no tiene
    papeles, sin papeles, family is legal`,
  i: `ice`,
  k: `
    my immigration, immigration lawyer, immigration papers, immigration form, immigration forms, immigration
    application, my green card, green card application, visa application, my visa, visa forms, papeles de
    inmigracion, mis papeles, immigration attorney`,
  // Harm.
  X: `
    burns, dies, die, wreck, attack, assault, whip, rough up, rough you up, mess up, mess you up, mess with, bury,
    crush, bash, snap, drown, run over, set fire to, set on fire, trash, lay hands on, put hands on, put my hands
    on, killing, beating, smashing, burning, slap, whoop, destrozar, reventar, dejar sin, apunalar, ahorcar,
    incendiar, rip, kill, hurt, hurting, harm, beat, break, breaking, break your, smash, burn, shoot, stab, choke,
    slash, knock out, knock you out, punch, kick, torch, destroy, strangle, cut, poison, murder, hit, blow up,
    matar, matarlo, golpear, pegar, romper, quemar, envenenar, hacerle dano, hacer dano, dano, lastimar, disparar,
    partir`,
  x: `
    run you over, run you down, knock you down, will not be standing, won't be standing, no longer be standing, not
    have store, nice face, pretty face, in blood, pay in blood, put you in ground, put you in grave, put you in
    hospital, a dead man, dead woman, you 're dead, on you like, on my bad side, my bad side, wrong family, picked
    wrong, i know people who, know some people, know guys, know dangerous people, dangerous people, rough people,
    rough guys, my people will, send some guys, will not be pretty, won't be pretty, not be pretty, wo not be
    pretty, get messy, get nasty, turn ugly, turn nasty, go badly for you, end badly for you, not end well, won't
    end well, be last mistake, mistake of your life, watch where you, be careful where, be careful who, careful when
    you, walk alone, dark alley, dark street, parking lot at night, alone at night, at night alone, catch you, when
    i catch you, if i catch you, see you on street, man to man, a menos que quiera, hecho pedazos, a golpes, a
    palos, a balazos, a tiros, plomo, muerto, quebrar, quebrarle, los huesos, rompo, le rompo, te rompo, la madre,
    nobody steals from me, no one steals from me, nobody cheats me, no one cheats me, nobody rips me off, tires will
    be flat, tires might be flat, a fire would be, no le pase nada, le pase algo, better watch, watch how you, you
    will see what i, you'll see what i, you will see who, you'll see who, make me angry, make me mad, when i 'm
    angry, when i am angry, not like me when, pushed too far, push me too far, not responsible for what, cannot
    promise what i, can not promise what i, i might do something, do something stupid, do something crazy, do
    something we both, lose control, pay for what you did, pay for what you have done, pay dearly, cost you more
    than money, get you for this, i will get you, i 'll get you, get even, settle this like men, settle this our
    way, settle it my way, my own way, my own justice, take matters into, street justice, old fashioned way, life
    miserable, make you sorry, make him sorry, no one can protect, nobody can protect, safe from me, not be safe,
    won't be safe, no longer safe, are not safe, isn't safe for you, it would be safer for you, safer for you, for
    your own safety, if you value your, value your life, stay in one piece, keep breathing, smack you, whip you,
    kick you, punch you, stab you, shoot you, kill you, hurt you, beat you, bury you, burn you, a beating, brass
    knuckles, crowbar, baseball bat, tire iron, le pego, te pego, se las vera conmigo, se las vera, te las veras, me
    las paga, me las pagara, me la paga, hacer justicia, mis propias manos, vas a ver, va a ver lo que, ya vera, no
    sabe lo que le espera, lo que le espera, lo que te espera, cuidese, tiene los dias contados, dias contados,
    corre peligro, en peligro, need a doctor when, need an ambulance, done with you, walks away from it, not be
    standing, be left standing, my fists, two fists, found in rivers, wring your neck, how to hurt people, hurt
    people, with a cane, wish you had paid, wish you had never, wish you were never, your teeth out, not test me,
    don't test me, try me, nothing to lose, last thing you do, last thing you see, last thing you ever, one way or
    another with, violent man, violent person, get violent, turn violent, lose my temper, my temper, turn around
    and, for your health, bad for your health, out of your skin, carry a pistol, carry a gun, have a weapon, want a
    war, get a war, deal with thieves, be afraid of me, should be afraid, should be scared, be very afraid, fear me,
    cannot imagine what i will, no idea what i will, no idea what i am, not know what i am, not know who i am, know
    who i am, who i am and, ruin your life, destroy your life, over your shoulder, see what happens, watch what
    happens, say your prayers, get physical, leave this town in a box, what happens to people, happens to people
    who, happened to last, last person who, last man who, last guy who, people disappear, make you disappear, blood
    will, broken bones, broken nose, broken legs, broken arms, your bones, your skull, your fingers, your arms, your
    kneecaps, kneecaps, every bone, pay for this with, pay with blood, with blood, soy capaz, de lo que soy capaz,
    no le tengo miedo, con sangre, la sangre, termina en hospital, terminar en hospital, terminara en hospital, pase
    nada a su, no respondo de mi, va a saber quien soy, va a conocer quien soy, su cuerpo, sus huesos, sus dientes,
    lo mato, te mato, los mato, partir la cara, pay with your life, come after you, coming after you, coming for
    you, come for you, teach you lesson, deal with you, take care of you, make your life hell, life hell, hell to
    pay, make you suffer, will suffer, your last day, last breath, be your last, in ditch, your days are numbered,
    days are numbered, eye for an eye, end up in hospital, ending up in hospital, wind up in hospital, in emergency
    room, my gun, a machete, in wheelchair, in coma, beat out of you, out of your hide, beg for mercy, make you cry,
    not walk again, never walk again, not be able to walk, unable to walk, in your grave, a grave, a coffin, watch
    yourself, better run, run and hide, nowhere to hide, you can't hide, cannot hide, hunt you down, hunt you, track
    you down, your blood, te va a ir mal, le va a ir mal, mal parado, con su vida, pagara caro, lo va a lamentar, se
    va a lamentar, watch your back, watch ur back, dead man, dead meat, one eye open, accidents happen, arrepentir,
    bad things happen, hard way, keep your teeth, your teeth, things will get ugly, get ugly, break bones, breaks
    bones, who break bones, bones, what is coming to you, what's coming to you, am capable of, ways of making people
    pay, making people pay, own a gun, got a gun, bring a gun, not afraid of you, start your car, knock you out,
    bringing a bat, who you are dealing with, get hurt, gets hurt, in hospital tonight, have windows tomorrow, 'll
    be sorry, will be sorry, be sorry you, you bleed, me pay in, six feet under, a bullet, your funeral, cuide su
    espalda, cuidate la espalda, con quien se metio, con quien te metiste, hacerle dano, pasar algo malo, algo malo,
    a las consecuencias, body bag, your knees, your legs, your neck, your face in`,
  // Of the body, of weapons and of death: harmless in what happened, not in what is to come.
  d: `
    leg, legs, tooth, teeth, bone, bones, neck, throat, skull, finger, fingers, knee, knees, kneecap, kneecaps, jaw,
    nose, ribs, blood, face, hands, two hands, eyes, brakes, piernas, brazos, huesos, dientes, cara, sangre, cuello`,
  u: `
    die, dies, dying, coffin, grave, funeral, morgue, cemetery, hospital, ambulance, emergency room, doctor,
    wheelchair, six feet, bleed, suffer, morir, muerto, muerta, tumba, ataud, sufrir`,
  v: `
    gun, guns, pistol, rifle, shotgun, weapon, weapons, machete, bomb, bullet, bullets, baseball bat, bat, brass
    knuckles, gasoline, knife, pistola, arma, cuchillo, bate, gasolina, escopeta`,
  b: `pay, pays, paid for, paying, pagar, pagando, cost, costs, owe, owes`,
  // Other people's hands.
  a: `my, mine, our, mi, mis`,
  z: `regret, regrets, regretting, sorry you, arrepentirse, arrepentira, arrepientas, lamentara`,
  // The home of the other side.
  L: `
    inside your house, your residence, your homes, your family home, your back door, your stairs, your steps, your
    mailbox, your front yard, your front lawn, your flat, your room, your hotel, outside his house, your bed, in
    your living room, su puerta, tu puerta, su apartamento, su hogar, frente a su casa, frente a tu casa, la puerta
    de su casa, en su casa, a su casa, su residencia, a domicilio, your house, your home, your home address, your
    place, your door, your front door, front door, your doorstep, your porch, your lawn, your garage, your
    apartment, your driveway, your yard, your bedroom, your window, your windows, you at home, over there, outside
    your, your family's house, where you live, where you sleep, wherever you live, su casa, tu casa, puerta de tu
    casa, puerta de su casa, afuera de su casa, his house, her house, their house, your gate, you home`,
  l: `
    know exactly where you live, where you live and, come find you, come and find you, come get you, coming to get
    you, come and get you, outside your window, watching your house, watch your house, watching you, know your
    house, know your street, know what street, come looking for you, knock on your door, bang on your door, knocking
    on your door, banging on your door, kick in your door, kick your door, break into your, ir a buscarlo, a
    buscarlo, a buscarte, tocar su puerta, tocar a su puerta, se donde duerme, conozco su casa, se su direccion,
    tengo su direccion, se cual es su casa, know where you live, know were you live, know where u live, know where
    you sleep, know your address, know your home address, have your home address, have your address, pay you a
    visit, pay a visit, follow you home, find you wherever, find you, at your house at midnight, outside your home,
    outside your house, outside your apartment, se donde vive, se donde vives, sabemos donde vive, sabemos donde vives, conozco su
    direccion, camp on your lawn`,
  G: `
    sleep, stay, come over, coming over, swing, drop in, knock, stand outside, wait outside, park, parking, park
    outside, come around, be waiting, be outside, be there, arrive, aparecer, llegar, venir, entrar, presentarme,
    pararme, dormir, come, coming, go over, stop by, show up, stopping by, drop by, wait, waiting, sit, sitting,
    stand, camp, drive past, drive by, walk past, follow, be at, be on, see you, meet, visit, visiting, ir, voy,
    pasar, esperar, cobrar, pass by, swing by`,
  g: `pick up, return the key, return the keys, deliver, delivered, drop off, mail, recoger, entregar, collect my`,
  // Children and animals of the other side.
  K: `
    your little ones, your kid 's, your teenage, your teenager, your infant, your nephew, your grandson, your
    granddaughter, your grandkids, your kiddos, your loved ones, your animals, your bird, your cattle, your rabbit,
    your pup, sus mascotas, su mascota, su cachorro, sus perros, sus gatos, mis hijos no, your kid, your kids, your
    child, your children, your daughter, your daughters, your son, your sons, your boy, your boys, your girl, your
    little girl, your little boy, your baby, your toddler, your grandchildren, your dog, your dogs, your cat, your
    cats, your puppy, your pet, your pets, your horse, ur kids, his kids, her kids, su hijo, sus hijos, su hija, sus
    hijas, sus ninos, su nino, tus hijos, tu hijo, tu hija, su perro, tu perro, su gato, tu gato, su bebe, sus
    nietos, lovely children, lovely kids, beautiful kids, beautiful children`,
  // Both a family and those who could be told.
  y: `your family, your whole family, su familia, tu familia, your loved ones, your folks`,
  e: `or else`,
  SM: `nobody has to, no one has to, nobody needs to, no one needs to, nobody will have to, nadie tiene que`,
  GL: `come over there, go over there, come down there, come out there`,
  w: `
    need you alive, alive and well, where is your dog, where are your kids, where is your, your little ones, donde
    estan sus hijos, dcf, dcfs, child welfare, foster care, lose your kids, lose your children, unfit mother, unfit
    parent, unfit father, animal control, take your dog, take your cat, let your dog out, from school, which school,
    what school, their school, your kids' school, school your, bus stop, vanish, poisoned meat, quitar a sus hijos,
    quiten a sus hijos, quiten los hijos, quiten sus hijos, quitar los ninos, la escuela de sus, child services,
    child protective services, cps, social services, lose custody, custody, keep them safe, keep an eye on, home
    alone, walking home alone, gets it, cuide mucho, after school, where your kids, a que escuela, not be there
    when, you love your, ran off, love your puppy, take your children, take your kids, servicios sociales`,
};
