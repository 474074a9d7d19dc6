/**
 * What a script must not hold. The site's policy forbids these to run; finding them here turns a page that breaks for
 * visitors into a build that is not promoted.
 */
const PATTERNS: { name: string; pattern: RegExp }[] = [
  { name: 'eval()', pattern: /(?<![\w$.])eval\s*\(/ },
  // `(0,eval)(x)`, an alias, a property of the global object: the same by another way. Not a key or a method of that name.
  {
    name: 'eval as a value',
    pattern: /(?<![\w$.])eval\b(?!\s*[:(])|\b(?:window|self|globalThis|top|parent)\s*\.\s*eval\b/,
  },
  { name: 'Function() by its constructor', pattern: /\.\s*constructor\s*\(\s*["'`]/ },
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

/** Looked for in texts too: what is blanked around it depends on where a minifier has put a slash. */
const OWN_POLICY = /\.\s*createPolicy\s*\(\s*(?:(["'`])([^"'`]*)\1)?/g;
/** Policies of remotes that the site's own policy names. */
const KNOWN_POLICIES = new Set(['redress-stripe']);

/** Where a script or a message goes: a call or an assignment with an address. Other addresses are links for people. */
const ADDRESSED =
  /(?:\b(?:fetch|import|importScripts|Worker|SharedWorker|EventSource|WebSocket|sendBeacon)\s*\(|\.\s*src\s*=)\s*["'`](?:(?:https?|wss?):)?\/\/([\w.-]+)/g;
/** Hosts the site's own policy lets scripts come from. */
const OUR_HOSTS = new Set(['js.stripe.com']);

/** Keys that must never stand in a file every visitor can read, and public ones that belong into the configuration. */
const SECRETS: { name: string; pattern: RegExp }[] = [
  { name: 'a live Stripe key (sk_live_ or rk_live_)', pattern: /\b[sr]k_live_\w{10,}/ },
  { name: 'a live Stripe key (pk_live_)', pattern: /\bpk_live_\w{10,}/ },
  { name: 'a webhook secret (whsec_)', pattern: /\bwhsec_\w{20,}/ },
  { name: 'a Lob key (live_)', pattern: /\blive_[0-9a-f]{30,}/ },
  { name: 'an AWS key (AKIA)', pattern: /\bAKIA[0-9A-Z]{16}\b/ },
  { name: 'a Google key (AIza)', pattern: /\bAIza[\w-]{35}/ },
  { name: 'a private key', pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/ },
  { name: 'a release token (rr_)', pattern: /\brr_[\w-]{32}\b/ },
];

/** @returns names of the keys in a file; never the keys */
export const findSecrets = (text: string): string[] =>
  SECRETS.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name);

/**
 * @param options.isShell - its Trusted Types policies are those the site's policy names; a remote has none
 * @returns names of the unsafe constructs in a script; comments and ordinary texts do not count
 */
export function findUnsafeCode(source: string, { isShell = false }: { isShell?: boolean } = {}): string[] {
  const ours = KNOWN.reduce((text, known) => text.replace(known, ' '), source);
  const code = withoutCommentsAndTexts(ours);
  const hosts = [...ours.matchAll(ADDRESSED)].map(([, host]) => host as string).filter((host) => !OUR_HOSTS.has(host));
  const policies = [...ours.matchAll(OWN_POLICY)].map(([, , name]) => name ?? '');
  const isOwnPolicy = !isShell && policies.some((name) => !KNOWN_POLICIES.has(name));
  return [
    ...PATTERNS.filter(({ pattern }) => pattern.test(code)).map(({ name }) => name),
    ...(isOwnPolicy ? ['a Trusted Types policy of its own'] : []),
    ...[...new Set(hosts)].map((host) => `${host}, another origin`),
  ];
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
