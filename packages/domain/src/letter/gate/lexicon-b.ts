/** Topics of class B: other people, other places and other pressure. The classes of `lexicon.ts` say what is done with them. */
import type { ClassBKind } from './kinds.ts';

/** Each is a class of its own, numbered in this order from U+E000 on. */
export const TOPICS_B: Readonly<Record<ClassBKind, string>> = {
  employer: `
    your boss, ur boss, your bosses, your employer, your employers, your work, your workplace, your job, hr, hr
    department, human resources department, your manager, your supervisor, your coworkers, your coworker, your co
    workers, your colleagues, your company, your school district, where you work, you fired, your firm, get you
    fired, you get fired, get fired, losing your job, lose your job, lose this job, su jefe, tu jefe, su empleador,
    su patron, su trabajo, tu trabajo, su empresa, board at your job, your paycheck, your pay, your principal`,
  family: `
    your wife, your husband, your spouse, your partner, your mother, your father, your mom, your dad, your parents,
    your brother, your sister, your girlfriend, your boyfriend, your church, your pastor, your in laws, your
    relatives, your friends, your kids' teacher, your grandmother, in your family, su esposa, su esposo, tu esposa,
    tu esposo, sus padres, tus padres, su madre, su padre, su mujer, su marido, su novia, su novio, su iglesia`,
  neighbors: `
    your neighbor, your neighbors, your neighbour, your neighbours, neighborhood, whole neighborhood, your building,
    your street, your block, in town, whole town, everybody in town, everyone in town, every mailbox, flyers, your
    landlord, your hoa, your community, vecinos, sus vecinos, todo el barrio, el barrio, todo el pueblo`,
  press: `
    newspapers, newspaper, the press, the media, media, journalist, journalists, reporter, reporters, tv station, tv
    stations, channel, channel 7, local news, news, headline, headlines, in the paper, the papers, tv, prensa,
    periodicos, periodico, noticias, television, univision, telemundo`,
  reviews: `
    bad review, bad reviews, negative review, negative reviews, honest review, one star, one star review, one star
    reviews, 1 star, review, reviews, my review, yelp, facebook, tiktok, instagram, twitter, social media, go
    public, public, viral, go viral, my followers, followers, reputation, online, your page, google, trustpilot,
    nextdoor, reddit, youtube, internet, a website about, whole world, everyone will know, resena, mala resena,
    resenas, redes sociales, publico, una estrella`,
  photos: `
    your picture, your pictures, your photo, your photos, your face, pictures of you, photos of you, picture of you,
    photo of you, video of you, videos of you, posters, pictures go online, your mugshot, su foto, sus fotos, tu
    foto, fotos que tengo, fotos de usted`,
  license: `
    licensing board, license board, state board, medical board, your license, your licence, contractor's license,
    contractor 's license, contractors license, your permit, your certification, better business bureau, bbb, bar
    association, real estate commission, department of health, health department, irs, osha, epa, code enforcement,
    licensing authority, consumer affairs, junta de licencias, su licencia, tu licencia, departamento de salud,
    hacienda, sus impuestos`,
  credit: `
    credit report, credit reports, credit bureau, credit bureaus, credit score, credit rating, credit history,
    credit file, your credit, credit agency, credit agencies, experian, equifax, transunion, collections, to
    collections, buro de credito, su credito, tu credito, historial de credito`,
  health: `
    hiv, aids, bipolar, alcoholic, alcoholism, depression, depressed, antidepressant, antidepressants, anxiety
    disorder, drug addict, drug addiction, addiction, addict, schizophrenic, schizophrenia, miscarriage, abortion,
    chemotherapy, chemo, cancer, eating disorder, zoloft, prozac, xanax, lexapro, psychiatrist, psychiatric, mental
    illness, mentally ill, medication for, off his medication, off her medication, ptsd, suicidal, herpes, std,
    diabetic, diabetes, epilepsy, dementia, sleeping pills, vih, sida, alcoholico, alcoholica, depresion, ansiedad,
    drogadicto, esquizofrenia, aborto`,
};
