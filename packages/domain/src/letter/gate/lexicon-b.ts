/** Topics of class B: other people, other places and other pressure. The classes of `lexicon.ts` say what is done with them. */
import type { ClassBKind } from './kinds.ts';

/** Each is a class of its own, numbered in this order from U+E000 on. */
export const TOPICS_B: Readonly<Record<ClassBKind, string>> = {
  employer: `
    your boss, ur boss, your bosses, your employer, your employers, your workplace, hr, hr department, human
    resources department, your supervisor, your coworkers, your coworker, your co workers, your colleagues, your
    school district, where you work, you fired, get you fired, you get fired, get fired, losing your job, lose your
    job, lose this job, su jefe, tu jefe, su empleador, su patron, board at your job, your paycheck, your principal,
    write to your company, call your company, tell your company, contact your company, inform your company, let your
    company know, to your work, at your work, at your job, lose your job, cost you your job, your job over, from
    your pay, tell your manager, what your manager, manager says about, your manager what, perder su trabajo, perder
    tu trabajo, a su trabajo, a su empresa`,
  family: `
    your wife, your husband, your spouse, your partner, your mother, your father, your mom, your dad, your parents,
    your brother, your sister, your girlfriend, your boyfriend, your church, your pastor, your in laws, your
    relatives, your friends, your kids' teacher, your grandmother, in your family, su esposa, su esposo, tu esposa,
    tu esposo, sus padres, tus padres, su madre, su padre, su mujer, su marido, su novia, su novio, su iglesia`,
  neighbors: `
    your neighbor, your neighbors, your neighbour, your neighbours, neighborhood, whole neighborhood, whole town,
    everybody in town, everyone in town, every mailbox, flyers, your hoa, vecinos, sus vecinos, todo el barrio, el
    barrio, todo el pueblo, in your building, on your street, on your block, in your community, everybody in town,
    your landlord what, tell your landlord, all over town`,
  press: `
    newspapers, newspaper, the media, journalist, journalists, reporter, reporters, tv station, tv stations, channel
    7, local news, headline, headlines, in the paper, prensa, tribune, gazette, herald, radio host, radio station, local station, news crew, producer, periodicos, periodico, noticias, television,
    univision, telemundo, local news, news station, news channel, on the news, in the news, to the news, on tv, tv
    crew, the media, to the press, contact the press, call the press, in the papers, channel 7, channel 5, channel
    4, a las noticias, en las noticias`,
  reviews: `
    bad review, bad reviews, negative review, negative reviews, honest review, one star, one star review, one star
    reviews, 1 star, reviews, my review, yelp, facebook, tiktok, instagram, twitter, social media, go public, viral,
    go viral, my followers, followers, reputation, trustpilot, nextdoor, reddit, youtube, a website about, whole
    world, everyone will know, resena, mala resena, resenas, redes sociales, una estrella, a review, leave review,
    post review, post online, put this online, put it online, go online, reputation online, online reputation, on
    google, in google, to google, your page to google, all over internet, on internet, hare publico, hacerlo
    publico, en google, en internet`,
  photos: `
    your picture, your pictures, your photo, your photos, your face, pictures of you, photos of you, picture of you,
    photo of you, video of you, videos of you, posters, pictures go online, your mugshot, su foto, sus fotos, tu
    foto, fotos que tengo, fotos de usted`,
  license: `
    licensing board, license board, state board, medical board, your license, your licence, contractor's license,
    contractor 's license, contractors license, your certification, better business bureau, bbb, bar association,
    real estate commission, department of health, health department, irs, osha, epa, code enforcement, licensing
    authority, consumer affairs, junta de licencias, su licencia, departamento de salud, hacienda, sus impuestos,
    your permit pulled, lose your permit, perder tu licencia`,
  credit: `
    credit report, credit reports, credit bureau, credit bureaus, credit score, credit rating, credit history,
    credit file, your credit, credit agency, credit agencies, experian, equifax, transunion, collections, to
    collections, buro de credito, su credito, tu credito, historial de credito`,
  health: `
    hiv, aids, bipolar, alcoholic, alcoholism, depression, depressed, antidepressant, antidepressants, anxiety
    disorder, drug addict, drug addiction, addiction, addict, schizophrenic, schizophrenia, miscarriage, abortion,
    chemotherapy, chemo, cancer, eating disorder, zoloft, prozac, xanax, lexapro, psychiatrist, psychiatric, mental
    illness, mentally ill, medication for, off his medication, off her medication, ptsd, suicidal, hepatitis, rehab, drunk, senile, on drugs, the drugs, las drogas, on the oxy, hit the bottle, cirrhosis, your liver, his liver, her liver, herpes, std,
    diabetic, diabetes, epilepsy, dementia, sleeping pills, vih, sida, alcoholico, alcoholica, depresion, ansiedad,
    drogadicto, esquizofrenia, aborto`,
  insult: `
    idiot, idiots, moron, morons, imbecile, scumbag, scumbags, scum, liar, liars, crook, crooks, thief, thieves, scammer,
    scammers, fraudster, fraudsters, con artist, con man, stupid, disgusting, deadbeat, deadbeats, slumlord, shameless,
    pathetic, disgrace, disgraceful, greedy, bastard, bastards, asshole, assholes, bitch, bitches, jerk, loser, losers,
    pig, pigs, rat, rats, snake, coward, cowards, parasite, parasites, leech, lowlife, trash, garbage, piece of shit,
    piece of crap, son of a bitch, dirtbag, sleazebag, sleazy, dishonest, fat, ugly, dumb, worthless, clown, clowns,
    psycho, crazy, ladron, ladrona, ladrones, mentiroso, mentirosa, mentirosos, estafador, estafadora, estafadores,
    sinverguenza, sinverguenzas, rata, ratas, basura, cobarde, imbecil, estupido, estupida, maldito, maldita, hijo de
    puta, hijueputa, pendejo, cabron, desgraciado, desgraciada, miserable, asco, caradura, chorro`,
  publicity: `
    everyone, everybody, whole town, whole world, the public, the world, public shame, shame you, expose you, exposed,
    exposing you, embarrass you, humiliate you, billboard, banner, banners, sign in front of, signs in front of, picket,
    picketing, protest outside, flyer, flyers, leaflets, website about, your name everywhere, your name all over, word of
    mouth, word spreads, spread the word, group chat, whatsapp group, public record, todo el mundo, todos sepan, todos
    van a saber, hacer publico, se enteren todos, pancarta, volantes, exhibir`,
  collectors: `
    collector, collectors, debt collector, debt collectors, collection agency, collection agencies, collections agency,
    collection company, bill collector, bill collectors, repo man, repo men, bounty hunter, sell your debt, sell debt,
    sell this debt, cobrador, cobradores, agencia de cobro, agencia de cobranza, cobranza, despacho de cobranza`,
};
