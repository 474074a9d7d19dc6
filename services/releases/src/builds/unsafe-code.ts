/**
 * What a script must not hold. The site's policy forbids these to run; finding them here turns a page that breaks for
 * visitors into a build that is not promoted.
 */
const PATTERNS: { name: string; pattern: RegExp }[] = [
  { name: 'eval()', pattern: /(?<![\w$.])eval\s*\(/ },
  { name: 'new Function()', pattern: /(?<![\w$.])new\s+Function\s*\(/ },
  { name: 'Function()', pattern: /(?<![\w$.]|new\s|function\s)Function\s*\(\s*["'`]/ },
  { name: 'document.write()', pattern: /document\s*\.\s*write(?:ln)?\s*\(/ },
  { name: 'a timer given text', pattern: /set(?:Timeout|Interval)\s*\(\s*["'`]/ },
  { name: 'a script from another origin', pattern: /importScripts\s*\(/ },
];

/**
 * Code that never runs in a browser and comes with packages we use: Module Federation's way to load an entry as a module
 * (our entries are scripts), and lodash's search for the global object (`self` is found first).
 */
const KNOWN = [/new Function\(\s*(["'`])callbacks\1\s*,\s*(["'`])import\(/g, /\bFunction\((["'`])return this\1\)\(\)/g];

/** @returns names of the unsafe constructs in a script; comments and ordinary texts do not count */
export function findUnsafeCode(source: string): string[] {
  const ours = KNOWN.reduce((text, known) => text.replace(known, ' '), source);
  const code = withoutCommentsAndTexts(ours);
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
