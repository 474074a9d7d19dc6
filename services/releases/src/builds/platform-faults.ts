import { withoutCommentsAndTexts } from './unsafe-code.ts';

/** A file of a remote that would disturb others on the page, or that cannot be pinned. */
export interface PlatformFault {
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

export function findPlatformFaults(file: string, source: string): PlatformFault[] {
  if (file.endsWith('.css')) {
    const leaking = leakingSelectors(source);
    if (leaking.length === 0) return [];
    return [{ code: 'STYLE_LEAKS', file, what: `styles what is not the remote's own: ${leaking.join(', ')}` }];
  }
  if (!file.endsWith('.js')) return [];
  const copies = Object.entries(COPIES).filter(([, text]) => text.test(source));
  return [
    ...copies.map(([name]): PlatformFault => ({ code: 'OWN_COPY', file, what: `brings its own copy of ${name}` })),
    ...(MODULE_STATEMENT.test(withoutCommentsAndTexts(source))
      ? [{ code: 'ES_MODULE' as const, file, what: 'is an ES module' }]
      : []),
  ];
}

/** At-rules whose block holds rules of the page, in any spelling; of all others the block holds something else. */
const HOLDS_RULES = /^@(?:(?:media|supports|layer|container|scope|starting-style|(?:-moz-)?document)\b|[\w-]*\\)/i;
/** Fetches a sheet that no pin and no gate has seen. */
const IMPORTS = /^@import\b/i;
const OWN = /\.[\w\\-]|\[\s*data-/;
const MAX_NAMED = 3;
/** Selectors inside of selectors: deeper than anybody writes it, what is meant is not looked for. */
const MAX_DEPTH = 20;

/** What is no selector, found from the left, so that none is taken for a part of another: comments, addresses, texts. */
const NO_SELECTORS =
  /\/\*[\s\S]*?(?:\*\/|$)|\burl\(\s*(?=[^"'\s])(?:\\[\s\S]?|[^\\)])*(?:\)|$)|(["'])(?:\\[\s\S]|(?!\1)[^\\\n])*\1?/gi;

/** Selectors without a class or a data attribute: they reach elements of other teams. And sheets from elsewhere. */
export function leakingSelectors(css: string): string[] {
  const text = css.replace(NO_SELECTORS, (found) => (found.startsWith('/*') ? ' ' : '""'));
  const leaking = new Set<string>();
  // Whether rules that stand directly in the open block, or in none, are rules of the page.
  const open: boolean[] = [];
  let start = 0;
  const endStatement = (at: number) => {
    if (IMPORTS.test(text.slice(start, at).trim())) leaking.add('@import');
    start = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === ';') endStatement(at);
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
    for (const selector of listOf(prelude)) if (!isOwn(selector)) leaking.add(selector);
  }
  endStatement(text.length);
  return [...leaking].slice(0, MAX_NAMED);
}

/** The selectors of a list, without splitting those inside parentheses. */
function listOf(prelude: string): string[] {
  const list: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= prelude.length; at += 1) {
    if (prelude[at] === '(') depth += 1;
    if (prelude[at] === ')') depth -= 1;
    if (at < prelude.length && (prelude[at] !== ',' || depth > 0)) continue;
    list.push(prelude.slice(start, at).trim());
    start = at + 1;
  }
  return list.filter((selector) => selector !== '');
}

/**
 * What a selector excludes makes nothing its own, and of `:is(.mine, body)` each alternative counts. `html:has(.mine)` is
 * the remote's: it asks for its own element.
 */
function isOwn(selector: string, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  let isOfRemote = false;
  let outside = '';
  let start = 0;
  for (let open = selector.indexOf('('); open >= 0; open = selector.indexOf('(', start)) {
    let end = open;
    for (let depth = 0; end < selector.length; end += 1) {
      if (selector[end] === '(') depth += 1;
      else if (selector[end] === ')' && (depth -= 1) === 0) break;
    }
    const before = selector.slice(start, open);
    outside += before;
    const inside = listOf(selector.slice(open + 1, end));
    isOfRemote ||= !/:not$/i.test(before) && inside.length > 0 && inside.every((each) => isOwn(each, depth + 1));
    start = end + 1;
  }
  return isOfRemote || OWN.test(outside + selector.slice(start));
}
