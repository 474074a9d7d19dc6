import { withoutCommentsAndTexts } from './unsafe-code.ts';

/** A file of a remote that would disturb others on the page, or that cannot be pinned. */
export interface Misfit {
  code: 'ES_MODULE' | 'OWN_COPY' | 'STYLE_LEAKS';
  file: string;
  /** What it does, behind its name: `brings its own copy of react`. */
  what: string;
}

/** Statements that only an ES module has. Of these a browser checks no integrity: it stands on the script element. */
const MODULE_STATEMENT =
  /(?<![\w$.])(?:export\s*(?:[{*]|(?:default|const|let|var|function|class|async)\b)|import\s*(?:""|[{*]|[\w$]+\s*(?:,|from\b)))/;

/** Texts that a package keeps in every form of it, minified or not. */
const COPIES: Readonly<Record<string, RegExp>> = {
  react: /\.__(?:CLIENT|SECRET)_INTERNALS_DO_NOT_USE\w+\s*=(?!=)/,
  'react-dom': /\.__DOM_INTERNALS_DO_NOT_USE/,
  'react-router': /You cannot render a <Router> inside another <Router>/,
};

export function findMisfits(file: string, source: string): Misfit[] {
  if (file.endsWith('.css')) {
    const leaking = leakingSelectors(source);
    if (leaking.length === 0) return [];
    return [{ code: 'STYLE_LEAKS', file, what: `styles what is not the remote's own: ${leaking.join(', ')}` }];
  }
  if (!file.endsWith('.js')) return [];
  const copies = Object.entries(COPIES).filter(([, text]) => text.test(source));
  return [
    ...copies.map(([name]): Misfit => ({ code: 'OWN_COPY', file, what: `brings its own copy of ${name}` })),
    ...(MODULE_STATEMENT.test(withoutCommentsAndTexts(source))
      ? [{ code: 'ES_MODULE' as const, file, what: 'is an ES module' }]
      : []),
  ];
}

/** At-rules whose block holds rules of the page; of all others the block holds something else. */
const HOLDS_RULES = /^@(?:media|supports|layer|container|scope|starting-style)\b/;
const OWN = /\.[\w\\-]|\[\s*data-/;
const MAX_NAMED = 3;

/** Selectors without a class or a data attribute: they reach elements of other teams. */
export function leakingSelectors(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(["'])(?:\\[\s\S]|(?!\1)[^\\])*\1/g, '""');
  const leaking = new Set<string>();
  // Whether rules that stand directly in the open block, or in none, are rules of the page.
  const open: boolean[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === ';') start = at + 1;
    if (character === '}') {
      open.pop();
      start = at + 1;
    }
    if (character !== '{') continue;
    const prelude = text.slice(start, at).trim();
    start = at + 1;
    const isRead = open.at(-1) ?? true;
    open.push(isRead && HOLDS_RULES.test(prelude));
    if (!isRead || prelude.startsWith('@')) continue;
    for (const selector of selectorsOf(prelude)) if (!OWN.test(selector)) leaking.add(selector);
  }
  return [...leaking].slice(0, MAX_NAMED);
}

/** One by one, without what a selector only excludes. `html:has(.mine)` is the remote's: it asks for its own element. */
function selectorsOf(prelude: string): string[] {
  const kept = prelude.replace(/:not\((?:[^()]|\([^()]*\))*\)/g, '');
  return kept
    .split(/,(?![^(]*\))/)
    .map((selector) => selector.trim())
    .filter((selector) => selector !== '');
}
