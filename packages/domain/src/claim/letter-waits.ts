/** What a letter waits for that the specification's clients do not send (R46a): it is paid and shown, and not mailed. */
import { asksWhoseDebt } from './claim-stop.ts';
import type { ClaimFormData, ExtraRecipient } from './form-data.ts';

/**
 * debt: whose debt it is. role: the reason for a copy. addressee: whether a copy really goes to one of those
 * who may get one (R37): its name is that of an office or a relation.
 */
export type LetterWait = { readonly for: 'debt' } | { readonly for: 'role' | 'addressee'; readonly recipient: number };

const NO_PARTY =
  /\b(?:human resources|h\.?r\.?(?: dep(?:artmen)?t\.?)?$|payroll|personnel|employers?|boss|manager|supervisor|co-?workers?|colleagues?|neighbou?rs?|wife|husband|spouse|girlfriend|boyfriend|fianc[eé]e?|ex|mother|father|mom|mum|dad|parents?|brother|sister|son|daughter|aunt|uncle|cousin|grand(?:ma|pa|mother|father)|famil(?:y|ia)|friends?|pastor|priest|church|school|landlord|recursos humanos|jefe|jefa|patr[oó]n|vecin[oa]s?|espos[oa]|marido|madre|padre|herman[oa]|hij[oa]|amig[oa]s?)\b/iu;
const RELATION =
  /^(?:(?:his|her|their|your|the|my|su|tu|el|la|mi)\b|human resources|recursos humanos|h\.?r\.?\b|payroll|personnel)|\((?:his|her|their|your|my|su|tu|mi)\b/iu;
const OFFICE =
  /\b(?:h\.?r\.? (?:at|of)|(?:head|director|chief|manager) of (?:h\.?r\.?|human resources))\b|\b(?:police|sheriff'?s?|immigration|ice) (?:dep(?:artmen)?t|office|field office|station)\b|\bnews(?:paper|room)?$|\b(?:channel|tv) \d/iu;
/** A firm may bear any name: "The Boss Construction LLC". */
const FIRM = /\b(?:llc|l\.l\.c\.|inc\.?|corp\.?|co\.|company|ltd\.?|pc|llp|bank|credit union)$/iu;

/** Whether the name of a copy's addressee reads like an employer, a relative, a neighbor, the press or an authority. */
export const asksAboutAddressee = (name: string): boolean => {
  const line = name.trim();
  return OFFICE.test(line) || (NO_PARTY.test(line) && RELATION.test(line) && !FIRM.test(line));
};

/** @param recipients - of the copies that are paid for */
export function letterWaits(data: ClaimFormData, recipients: readonly ExtraRecipient[]): readonly LetterWait[] {
  return [
    ...(asksWhoseDebt(data) && data.debtOwner !== 'own' ? [{ for: 'debt' as const }] : []),
    ...recipients.flatMap(({ name, role, confirmed }, recipient): LetterWait[] => [
      ...(role ? [] : [{ for: 'role' as const, recipient }]),
      ...(asksAboutAddressee(name ?? '') && confirmed !== true ? [{ for: 'addressee' as const, recipient }] : []),
    ]),
  ];
}
