import { findUnsafeCode } from './unsafe-code.ts';

it.each([
  ['eval(code)', 'eval()'],
  ['const f = new Function("a", body)', 'new Function()'],
  ['const g = Function("return 1")', 'Function()'],
  ['document.write("<b>")', 'document.write()'],
  ['setTimeout("go()", 1)', 'a timer given text'],
  ['x=a/b;eval(y)/1', 'eval()'],
  ['const t = `a${1}`; eval(t)', 'eval()'],
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
  ['const root = freeGlobal || self || Function("return this")()'],
  ['new Function("callbacks", `import("${entry}").then(callbacks[0])`)'],
])('lets words, comments and look-alikes pass: %s', (source) => {
  expect(findUnsafeCode(source)).toEqual([]);
});
