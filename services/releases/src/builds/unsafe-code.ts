/**
 * What a script must not hold. The site's policy forbids these to run; finding them here turns a page that breaks for
 * visitors into a build that is not promoted.
 */
const PATTERNS: { name: string; pattern: RegExp }[] = [
  { name: 'eval()', pattern: /(?<![\w$.])eval\s*\(/ },
  { name: 'new Function()', pattern: /(?<![\w$.])new\s+Function\s*\(/ },
  { name: 'Function()', pattern: /(?<![\w$.]|new\s|function\s)Function\s*\(\s*["'`]/ },
  { name: 'document.write()', pattern: /document\s*\.\s*writeln?\s*\(/ },
  { name: 'a timer given text', pattern: /set(?:Timeout|Interval)\s*\(\s*["'`]/ },
  { name: 'a script from another origin', pattern: /importScripts\s*\(/ },
];

/**
 * Module Federation's runtime can load an entry as a module through `new Function`; our entries are scripts, so this
 * branch never runs, and it is the one known place.
 */
const KNOWN = /new Function\(\s*(["'`])callbacks\1\s*,\s*(["'`])import\(/g;

/** @returns names of the unsafe constructs in a script; comments and ordinary texts do not count */
export function findUnsafeCode(source: string): string[] {
  const code = withoutCommentsAndTexts(source.replace(KNOWN, 'knownLoader("import('));
  return PATTERNS.filter(({ pattern }) => pattern.test(code)).map(({ name }) => name);
}

/**
 * Blanks what is inside comments and texts but keeps the quotes: `"eval("` is a word, `setTimeout("` is a call. Not a
 * parser: a slash after a value is division, after an operator it begins a pattern.
 */
function withoutCommentsAndTexts(source: string): string {
  const TOKEN =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(["'])(?:\\[\s\S]|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|[^\\`$]|\$(?!\{))*`|(?<=(?:^|[=(,;:!&|?{}[+\-*%~^<>]|return|typeof|case)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;
  return source.replace(TOKEN, (token) => {
    const first = token[0] as string;
    if (first === '/') return ' ';
    return `${first}${first}`;
  });
}
