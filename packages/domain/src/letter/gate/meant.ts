/** Which known word an unknown one was meant to be. */
import { own } from '../../own.ts';
import { vocabulary } from './vocabulary.ts';

interface Keys {
  /** By each way to spell a known word wrong, the word. */
  readonly byKey: ReadonlyMap<string, string>;
  /** Known words by their length, for those with letters left open. */
  readonly byLength: readonly (readonly string[])[];
  readonly skeletons: ReadonlyMap<string, string>;
}

/** As they are said. */
const BY_EAR: Readonly<Record<string, string>> = {
  i: 'aye ai eye', you: "yoo yew yu joo y'all yall", your: 'yer yor yur yore', will: 'wil wiil', call: 'kawl kall cawl cal', come: 'kum cum coem',
  house: 'hous howss hause haus', bring: 'breeng brng', my: 'mai mah', door: 'dore dor', gun: 'guhn gunn', have: 'hav haf', be: 'bee',
  tonight: 'tunite tonite 2nite', kill: 'kil killl', know: 'kno', going: 'goin gona', where: 'were wer', hurt: 'hurrt hert',
  sheriff: 'sherrif sherif', police: 'polis plice poleece', jail: 'jial jale', migra: 'migras', immigration: 'emigration', boss: 'bos',
}; // prettier-ignore

const WITHOUT_VOWELS =
  'you your house door gun come have will call bring home kill hurt burn know where tonight today police arrest arrested deported jail boss wife kids sheriff';
const STANDING = new Set(
  'mr mrs ms dr st rd ltd llc llp inc dba apt blvd hwy pkwy ave dept mgr sgt lt phd dds cpa rn tv pm hr hrs ft lb lbs mph mm kg km ssn tbd asap dvd tbh pls plz thx btw my by why try fly dry sky shy cry'.split(
    ' ',
  ),
);

/** Words near to one that is looked for, and meant as they stand. */
const ORDINARY = new Set(
  'depot report polite policy person poise changes charge charged arrests employee employed employ reported depart deposit criminals polices charges poison import colonel felon charger chargers sports sport policed child deserted husbands cloud field queries three compliant panel portal reverse carbon liquid bluetooth looked crawl except pager tires pools proton ball balls tars tiers brian broad allen turbine houses spots brawl cali bali cooling booting bakers fall falls hall mall trial trail tired'.split(
    ' ',
  ),
);

const folded = (word: string): string => word.replace(/[il1!|]/g, 'l').replaceAll('0', 'o');
const squeezed = (word: string): string => word.replace(/(.)\1+/g, '$1');
const scrambled = (word: string): string => word.slice(0, 1) + [...word.slice(1, -1)].sort().join('') + word.slice(-1);
const skeleton = (word: string): string => word.replace(/[aeiou]/g, '');
/** What only those write who write as they speak. */
const BY_EAR_ONLY = /uh|ee|oo|aw|dh|id$/;
/** Roughly how a word sounds. */
const sound = (word: string): string =>
  word
    .replace(/^[aeiou]+h?/, 'A')
    .replaceAll('ph', 'f')
    .replace(/c(?=[eiy])|z/g, 's')
    .replace(/ck|c|q/g, 'k')
    .replace(/(?!^)[aeiouyhw]/g, '')
    .replace(/(.)\1+/g, '$1');

let grown: Keys | undefined;

function keys(): Keys {
  if (grown) return grown;
  const { known, stopped } = vocabulary();
  const byKey = new Map<string, string>();
  const note = (key: string, word: string): void => void (byKey.has(key) || byKey.set(key, word));
  for (const [word, spellings] of Object.entries(BY_EAR))
    for (const spelling of spellings.split(' ')) note(spelling, word);
  const byLength: string[][] = [];
  const all = [...stopped, ...WITHOUT_VOWELS.split(' '), ...[...known].filter((word) => /^[a-z]+$/.test(word))];
  for (const word of all) {
    if (word.length >= 3) note(`l:${folded(word)}`, word);
    if (word.length >= 4) {
      note(`d:${squeezed(word)}`, word);
      note(`s:${scrambled(word)}`, word);
    }
    if (word.length >= 3) (byLength[word.length] ??= []).push(word);
  }
  for (const word of stopped) if (word.length >= 6) note(`h:${sound(word)}`, word);
  const skeletons = new Map<string, string>();
  for (const word of [...WITHOUT_VOWELS.split(' '), ...stopped])
    if (!skeletons.has(skeleton(word))) skeletons.set(skeleton(word), word);
  grown = { byKey, byLength, skeletons };
  return grown;
}

const LETTERS_OF: Readonly<Record<string, string>> = { 0: 'o', 1: 'li', 3: 'e', 4: 'a', 5: 's', 6: 'gb', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'il', '|': 'l', '#': 'h', '€': 'e' }; // prettier-ignore
const MASKED = /[0-9@$!|#€]/;
/** Readings of a masked word that are tried. */
const MOST_READINGS = 16;

/** A digit may stand for two letters; what makes a known word is meant. */
function unmasked(form: string, known: ReadonlySet<string>): string | null {
  let readings = [''];
  for (const character of form) {
    const letters = LETTERS_OF[character] ?? character;
    readings = readings.flatMap((read) => [...letters].map((letter) => read + letter)).slice(0, MOST_READINGS);
  }
  const { byKey } = keys();
  for (const read of readings) if (known.has(read)) return read;
  for (const read of readings) {
    const stem = read.replace(/[il]+$/, '');
    if (stem.length >= 4 && known.has(stem)) return stem;
    const folds = byKey.get(`l:${folded(read)}`);
    if (folds !== undefined && read.length >= 4) return folds;
  }
  return null;
}

/** Letters left open: a star, or a letter of a script nobody mixes with this one. */
function filledIn(form: string, { byLength }: Keys): string | null {
  const open = form.replace(/[^a-z]/g, '*');
  if (!/[a-z]/.test(open) || open.replaceAll('*', '').length * 3 < open.length) return null;
  const pattern = new RegExp(`^${open.replaceAll('*', '[a-z]')}$`);
  return byLength[open.length]?.find((word) => pattern.test(word)) ?? null;
}

const memo = new Map<string, string>();

/** @returns the known word a word was meant to be; the word as it stands when none is */
export function meantBy(form: string): string {
  const { known } = vocabulary();
  if (known.has(form) || ORDINARY.has(form) || isBare({ form })) return form;
  const before = memo.get(form);
  if (before !== undefined) return before;
  const meant = guessed(form);
  if (memo.size > 5_000) memo.clear();
  memo.set(form, meant);
  return meant;
}

function guessed(form: string): string {
  const { known, variants } = vocabulary();
  if (form.length > 40) return form;
  const found = keys();
  const bare = form.replace(/^[#*!|$]+|[*!|]+$/g, '') || form;
  if (MASKED.test(form) && /[a-z]/.test(form)) {
    const read = unmasked(form, known) ?? (bare === form ? null : unmasked(bare, known));
    if (read !== null) return read;
  }
  if (known.has(bare)) return bare;
  const variant = variants.get(bare) ?? found.byKey.get(bare);
  if (variant !== undefined) return variant;
  if (/[^a-z0-9'#@$!|]/.test(form) && form.length >= 3) return filledIn(form, found) ?? bare;
  if (!/^[a-z]+$/.test(bare)) return bare;
  const runs = bare.match(/(.)\1+/g) ?? [];
  const isStretched = runs.length > 1 || runs.some((run) => run.length > 2);
  return (
    (isStretched ? found.byKey.get(`d:${squeezed(bare)}`) : undefined) ??
    (bare.length >= 3 && bare.includes('l') ? found.byKey.get(`l:${folded(bare)}`) : undefined) ??
    (bare.length >= 4 ? found.byKey.get(`s:${scrambled(bare)}`) : undefined) ??
    (bare.length >= 5 && BY_EAR_ONLY.test(bare) ? found.byKey.get(`h:${sound(bare)}`) : undefined) ??
    bare
  );
}

/** Words that have no vowel and are none of those that never have one. */
const isBare = ({ form }: { readonly form: string }): boolean =>
  /^(?!y$)[bcdfghj-np-tv-z]+$/.test(form) && !/(.)\1\1/.test(form) && !STANDING.has(form);

/** What is left of words of two letters. */
const LONE: Readonly<Record<string, string>> = { y: 'you', t: 'to', n: 'on', b: 'be' };

/** Words written without their vowels, where several stand together. */
export function meantWithoutVowels<Word extends { readonly form: string }>(words: readonly Word[]): readonly Word[] {
  const bare = words.map(isBare);
  if (bare.filter(Boolean).length < 2) return words;
  const { skeletons } = keys();
  return words.map((word, index) => {
    if (!bare[index] && !own(LONE, word.form)) return word;
    const around = bare.slice(Math.max(0, index - 4), index + 5).filter(Boolean).length;
    const meant = around >= 2 ? (own(LONE, word.form) ?? skeletons.get(word.form)) : undefined;
    return meant === undefined ? word : { ...word, form: meant };
  });
}
