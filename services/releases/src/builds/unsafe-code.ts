import { tokenizer, tokTypes } from 'acorn';

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
 * Fetches a module from wherever its address says while it runs: no pin covers it, and the documents' policy lets trusted
 * scripts load others (`strict-dynamic`). Bundlers leave none, and the shell's loader fetches what a build names.
 */
const IMPORT_CALL = /(?<![\w$.])import\s*\(/;

/**
 * Code that never runs in this site and comes with packages that remotes are made with: the runtime of module federation
 * (an entry as an ES or SystemJS module, a module of Node, a manifest that carries a function for its address) and the
 * search of bundlers and lodash for the global object (`self` and `globalThis` are found first). The documents' policy
 * would stop each of them.
 */
const KNOWN = [
  /\bFEDERATION_ALLOW_NEW_FUNCTION\s*\?\s*(?:new )?Function\(\s*(["'`])callbacks\1\s*,\s*`import\("\$\{[\w$]+\}"\)\$\{[\w$]+\}`\)\(\[[\w$]+,\s*[\w$]+\]\)\s*:\s*import\([\w$]+\)/g,
  /(?:new |\b)Function\(\s*(["'`])callbacks\1\s*,\s*(["'`])(?:System\.)?import\(/g,
  /(?:new |\b)Function\(\s*(["'`])name\1\s*,\s*(["'`])return import\(name\)\2\s*\)/g,
  /(?:new |\b)Function\((?:(["'`])return \1\s*\+\s*)?[\w$]+\.getPublicPath\)\(\)/g,
  /(?:new |\b)Function\((["'`])return this\1\)\(\)/g,
  /\beval\((["'`])require\1\)/g,
];

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
  // A name may be written with escapes: outside of texts they stand in names alone.
  const code = withoutCommentsAndTexts(source).replace(
    /\\u(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/gi,
    (_, braced?: string, plain?: string) => String.fromCharCode(Number.parseInt(braced ?? plain ?? '', 16)),
  );
  const hosts = [...ours.matchAll(ADDRESSED)].map(([, host]) => host as string).filter((host) => !OUR_HOSTS.has(host));
  const policies = [...ours.matchAll(OWN_POLICY)].map(([, , name]) => name ?? '');
  const isOwnPolicy = !isShell && policies.some((name) => !KNOWN_POLICIES.has(name));
  return [
    ...PATTERNS.filter(({ pattern }) => pattern.test(code)).map(({ name }) => name),
    ...(!isShell && IMPORT_CALL.test(code) ? ['import()'] : []),
    ...(isOwnPolicy ? ['a Trusted Types policy of its own'] : []),
    ...[...new Set(hosts)].map((host) => `${host}, another origin`),
  ];
}

/**
 * Keeps code and blanks comments and what is inside texts: `"eval("` is a word, `setTimeout("` is a call. A script that
 * is none is looked at as it is, words and all: it cannot run, so nothing is lost by finding too much.
 */
export function withoutCommentsAndTexts(source: string): string {
  const blanks: [from: number, to: number, instead: string][] = [];
  try {
    // Tokens are enough, and cost a fraction of a tree.
    for (const { type, start, end } of tokenizer(source, {
      ecmaVersion: 'latest',
      allowHashBang: true,
      onComment: (_isBlock, _text, from, to) => void blanks.push([from, to, ' ']),
    })) {
      if (type === tokTypes.string) blanks.push([start, end, '""']);
      else if (type === tokTypes.template) blanks.push([start, end, '']);
      else if (type === tokTypes.regexp) blanks.push([start, end, '//']);
    }
  } catch {
    return source;
  }
  for (const known of KNOWN)
    for (const { index, 0: text } of source.matchAll(known)) blanks.push([index, index + text.length, ' ']);
  const kept: string[] = [];
  let end = 0;
  for (const [from, to, instead] of blanks.sort(([one], [other]) => one - other)) {
    // Inside one that is blanked already.
    if (from < end) continue;
    kept.push(source.slice(end, from), instead);
    end = to;
  }
  kept.push(source.slice(end));
  return kept.join('');
}
