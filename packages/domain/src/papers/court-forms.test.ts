import fc from 'fast-check';
import { stateByCode } from '../jurisdictions/index.ts';
import { aClaim } from '../testing/claims.ts';
import { caseFileOf } from './case-file.ts';
import { courtForm } from './court-forms.ts';
import { COURT_FORMS, fitWords, formWords, writePapers } from './index.ts';

const input = { data: aClaim({ incidentState: 'CA' }), state: stateByCode('CA'), madeOn: '2026-11-21' };
const [form] = COURT_FORMS;

it('loses no word: what a box does not hold stands whole on the added page, and the box says so where it can', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(80), (words, room) => {
      const { box, added } = fitWords(words, room);
      expect(box.length).toBeLessThanOrEqual(room);
      expect(added ?? box).toBe(words);
      if (added !== null && room >= 'Added'.length) expect(box).toMatch(/[Aa]dded/);
    }),
  );
});

it('keeps letters that a form’s font lacks off the form', () => {
  expect(fitWords('José “Pepe” Núñez', 40)).toEqual({ box: 'José “Pepe” Núñez', added: null });
  expect(fitWords('山田太郎', 40)).toEqual({ box: 'See the added page', added: '山田太郎' });
});

it('puts the claim into the boxes of SC-100, each name once, and ticks or signs nothing', () => {
  const words = form ? formWords(form, input) : new Map<string, string>();
  const at = (end: string) => [...words].find(([name]) => name.endsWith(end))?.[1];
  expect(words.size).toBe(form?.fields.length);
  expect(at('PlaintiffName1[0]')).toBe('Ana Núñez');
  expect(at('PlaintiffAddress1[0]')).toBe('5 Oak Ave, Apt 2');
  expect(at('DefendantState1[0]')).toBe('AL');
  expect(at('PlaintiffClaimAmount1[0]')).toBe('1,250.50');
  expect(at('Lia[0].FillField2[0]')).toContain('“I made a website for you. You use it but did not pay the invoice.”');
  expect(at('Lic[0].FillField1[0]')).toBe('Invoice 7 is for the whole amount.');
  expect([...words.keys()].filter((name) => /Checkbox|Sign|CaseNumber/.test(name))).toEqual([]);
});

it('says on the checklist where the form is kept and which revision was read', () => {
  const checklist = (code: string) =>
    JSON.stringify(writePapers('small-claims', { ...input, state: stateByCode(code) })[5]);
  expect(checklist('CA')).toContain('https://www.courts.ca.gov/documents/sc100.pdf');
  expect(checklist('CA')).toContain('We have read no revision of it');
  expect(checklist('CA')).not.toContain('Which form do I use');
  const [, statement] = writePapers('small-claims', input);
  expect(JSON.stringify(statement)).toContain('The form of your court is SC-100: the filing checklist has its boxes.');
  expect(checklist('AL')).not.toContain('The form of the court');
});

it('names the revision that was read, and says when a form is no longer kept', () => {
  const said = (over: object) => JSON.stringify(courtForm(caseFileOf(input), form ? [{ ...form, ...over }] : []));
  expect(said({ read: { revision: '2024-01-01', sha256: '' } })).toContain('the revision of January 1, 2024.');
  expect(said({ goneOn: '2026-10-02' })).toMatch(
    /has not been kept at https:\S+ since October 2, 2026\. Ask the clerk/,
  );
});
