import { findSecrets, findUnsafeCode } from './unsafe-code.ts';

it.each([
  ['eval(code)', 'eval()'],
  ['const f = new Function("a", body)', 'new Function()'],
  ['const g = Function("return 1")', 'Function()'],
  ['document.write("<b>")', 'document.write()'],
  ['setTimeout("go()", 1)', 'a timer given text'],
  ['(0,eval)(x)', 'eval as a value'],
  ['const run = eval;', 'eval as a value'],
  ['window.eval(x)', 'eval as a value'],
  ['f.constructor("return 1")()', 'Function() by its constructor'],
  ['trustedTypes.createPolicy("mine", { createHTML: (x) => x })', 'a Trusted Types policy of its own'],
  ['fetch("https://evil.example/x")', 'evil.example, another origin'],
  ['import("//cdn.example/a.js")', 'cdn.example, another origin'],
  ['new Worker(`https://w.example/w.js`)', 'w.example, another origin'],
  ['i.src="https://pixel.example/p.gif"', 'pixel.example, another origin'],
  ['x=a/b;eval(y)/1', 'eval()'],
  ['const t = `a${1}`; eval(t)', 'eval()'],
  ['a(`x${1}y`);eval(t);b(`x${2}y`)', 'eval()'],
  ['const t = `a${eval(x)}b`', 'eval()'],
  ['const t = `${`${1}`}`;new Function(t)', 'new Function()'],
  ['if (a) /"/.test(b); eval(t); c = "d"', 'eval()'],
  ['import{a}from"./a.js";eval(a);export{a}', 'eval()'],
  ['eval(x); this is no script', 'eval()'],
  ['\\u0065val(x)', 'eval()'],
  ['new F\\u{75}nction(x)', 'new Function()'],
  ['import("https:" + host)', 'import()'],
  ['const later = () => import (/* webpackIgnore: true */ address)', 'import()'],
  ['i\\u006dport(address)', 'import()'],
])('finds what the page would not be allowed to do: %s', (source, name) => {
  expect(findUnsafeCode(source)).toContain(name);
});

it.each([
  ['medieval(x); obj.eval(x); evaluate()'],
  ['// eval(x)\n/* new Function() */'],
  ['const help = "never call eval(x) or document.write()"'],
  ['const it = \'new Function("x")\''],
  ['const pattern = /eval\\(/.test(text)'],
  ['setTimeout(() => done(), 10)'],
  ['class Function2 {} function isFunction(value) { return value instanceof Function }'],
  ['const link = "https://courts.example/forms"; const ns = "http://www.w3.org/2000/svg"'],
  ['load("https://js.stripe.com/endive/stripe.js"); s.src="https://js.stripe.com/x.js"'],
  ['const it = { eval: 1 }; it.eval'],
  ['const root = freeGlobal || self || Function("return this")()'],
  ['new Function("callbacks", `import("${entry}").then(callbacks[0])`)'],
  ['new Function("callbacks",`System.import("${e}")${c}`)([o,r])'],
  ['const t=new Function("name","return import(name)")(e)'],
  ['"u">typeof FEDERATION_ALLOW_NEW_FUNCTION?new Function("callbacks",`import("${a}")${G}`)([n,s]):import(a).then(n)'],
  [
    'o=e.getPublicPath.startsWith("function")?new Function("return "+e.getPublicPath)()():new Function(e.getPublicPath)()',
  ],
  ['requireFn=eval("require"),t=Function("name","return import(name)")(e)'],
  ['const text = `never call ${"eval"}(x) or eval(x)`'],
])('lets words, comments and look-alikes pass: %s', (source) => {
  expect(findUnsafeCode(source)).toEqual([]);
});

it('lets the shell have its Trusted Types policies: the site’s policy names them', () => {
  expect(findUnsafeCode('trustedTypes.createPolicy("redress", {})', { isShell: true })).toEqual([]);
  expect(findUnsafeCode('trustedTypes.createPolicy("redress-stripe", {})')).toEqual([]);
  expect(findUnsafeCode('t.createPolicy(name, {})')).toEqual(['a Trusted Types policy of its own']);
});

it.each([
  ['sk_live_', `sk_live_${'a1'.repeat(12)}`],
  ['pk_live_', `pk_live_${'a1'.repeat(12)}`],
  ['whsec_', `whsec_${'a1'.repeat(16)}`],
  ['AKIA', 'AKIAIOSFODNN7EXAMPLE'],
  ['a private key', '-----BEGIN EC PRIVATE KEY-----'],
  ['a release token', `rr_${'a1'.repeat(16)}`],
])('finds %s in a file, without repeating it', (name, secret) => {
  const [found] = findSecrets(`const key = "${secret}"`);
  expect(found).toContain(name);
  expect(found).not.toContain(secret);
});

it('takes no test key for a live one', () => {
  expect(findSecrets(`pk_test_${'a1'.repeat(12)} sk_test_${'a1'.repeat(12)}`)).toEqual([]);
});
