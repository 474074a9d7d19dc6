import { stateCode } from './gazetteer.ts';

/** What is typed so far, in its parts. */
export interface TypedAddress {
  houseNumber: string;
  route: string;
  unit: string;
  /** The beginning of a city's name. */
  city: string;
  state?: string;
  zipPrefix?: string;
}

/** As the Postal Service shortens them; the words people write most. */
const SUFFIXES: Record<string, string> = {
  alley: 'Aly', avenue: 'Ave', av: 'Ave', boulevard: 'Blvd', circle: 'Cir', court: 'Ct', cove: 'Cv', crossing: 'Xing',
  drive: 'Dr', expressway: 'Expy', highway: 'Hwy', hill: 'Hl', lane: 'Ln', loop: 'Loop', parkway: 'Pkwy', path: 'Path',
  place: 'Pl', plaza: 'Plz', point: 'Pt', ridge: 'Rdg', road: 'Rd', route: 'Rte', row: 'Row', run: 'Run',
  square: 'Sq', street: 'St', terrace: 'Ter', trail: 'Trl', turnpike: 'Tpke', walk: 'Walk', way: 'Way',
}; // prettier-ignore
const SHORT = new Map(Object.values(SUFFIXES).map((short) => [short.toLowerCase(), short]));
const DIRECTIONS: Record<string, string> = {
  north: 'N', south: 'S', east: 'E', west: 'W', northeast: 'NE', northwest: 'NW', southeast: 'SE', southwest: 'SW',
  n: 'N', s: 'S', e: 'E', w: 'W', ne: 'NE', nw: 'NW', se: 'SE', sw: 'SW',
}; // prettier-ignore
const UNIT = /^(apt|apartment|unit|suite|ste|#|fl|floor|rm|room)\.?$/i;

const bare = (word: string) => word.toLowerCase().replace(/\.$/, '');
const suffixOf = (word: string) => (Object.hasOwn(SUFFIXES, bare(word)) ? SUFFIXES[bare(word)] : SHORT.get(bare(word)));
const directionOf = (word: string) => (Object.hasOwn(DIRECTIONS, bare(word)) ? DIRECTIONS[bare(word)] : undefined);

/** Capitals where none were typed; what has some is left as it is (`McDonald`, `O'Neil`), and so is `25th`. */
const titled = (word: string) =>
  /^\d|\p{Lu}/u.test(word) ? word : word.replace(/\p{L}/u, (letter) => letter.toUpperCase());

export function parseTyped(input: string): TypedAddress {
  const [first = '', ...rest] = input
    .replace(/[\s]+/g, ' ')
    .replace(/,\s*(usa|united states)\s*$/i, '')
    .split(',')
    .map((part) => part.trim());
  const words = first.split(' ').filter(Boolean);
  const hasNumber = /^\d+[a-z]?(-\d+)?$/i.test(words[0] ?? '') && (words.length > 1 || rest.length > 0);
  if (!hasNumber) return { houseNumber: '', route: '', unit: '', ...parseLocality([first, ...rest].join(' ')) };

  const end = rest.length > 0 ? words.length : streetEnd(words);
  const { route, unit } = parseStreet(words.slice(1, end));
  return { houseNumber: words[0]!, route, unit, ...parseLocality([...words.slice(end), ...rest].join(' ')) };
}

/** Whether a street may stop at this word: `St`, `Avenue`, `NW`. */
export const endsStreet = (word: string): boolean => suffixOf(word) !== undefined || directionOf(word) !== undefined;

/** Where the street stops and the city may begin: after its suffix, a direction and a unit. */
function streetEnd(words: readonly string[]): number {
  const suffix = words.findIndex((word, index) => index >= 2 && suffixOf(word) !== undefined);
  if (suffix === -1) return words.length;
  let end = suffix + 1;
  // `123 Main St N`, but `12 Oak St South Bend` has a city that begins with a direction.
  if (directionOf(words[end] ?? '') && (words[end]!.length <= 2 || end === words.length - 1)) end += 1;
  if (/^#\S+/.test(words[end] ?? '')) end += 1;
  else if (UNIT.test(words[end] ?? '')) end += 2;
  return Math.min(end, words.length);
}

function parseStreet(words: readonly string[]): { route: string; unit: string } {
  const at = words.findIndex((word, index) => index > 0 && (UNIT.test(word) || /^#\S+/.test(word)));
  const street = at === -1 ? words : words.slice(0, at);
  const last = street.findLastIndex((word, index) => index > 0 && suffixOf(word) !== undefined);
  const route = street.map((word, index) => {
    if (index === last) return suffixOf(word)!;
    const isDirection = street.length > 1 && (index === 0 || index > last) && directionOf(word) !== undefined;
    return isDirection && !(index === 0 && last === 1) ? directionOf(word)! : titled(word);
  });
  const unit = at === -1 ? '' : words.slice(at).map(titled).join(' ');
  return { route: route.join(' '), unit };
}

function parseLocality(text: string): Pick<TypedAddress, 'city' | 'state' | 'zipPrefix'> {
  let words = text.split(' ').filter(Boolean);
  const found: Pick<TypedAddress, 'city' | 'state' | 'zipPrefix'> = { city: '' };
  const last = words.at(-1) ?? '';
  if (/^\d{1,5}(-\d{0,4})?$/.test(last)) {
    found.zipPrefix = last.slice(0, 5);
    words = words.slice(0, -1);
  }
  for (const length of [3, 2, 1]) {
    // A state alone may as well be the city of that name: `New York`.
    if (words.length <= length) continue;
    const state = stateCode(words.slice(-length).join(' '));
    if (!state) continue;
    found.state = state;
    words = words.slice(0, -length);
    break;
  }
  if (words.length === 1 && found.zipPrefix && words[0]!.length === 2 && stateCode(words[0]!)) {
    found.state = stateCode(words[0]!) as string;
    words = [];
  }
  return { ...found, city: words.join(' ') };
}
