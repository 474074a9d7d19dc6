import { forTerminal } from './for-terminal.ts';

it.each([
  ['lines and tabs', 'one\n\ttwo', 'one\n\ttwo'],
  ['letters of any language', 'Özet “a” 日本 🔒', 'Özet “a” 日本 🔒'],
  ['colours', '\u001B[1m\u001B[31mred\u001B[39m\u001B[22m', '\u001B[1m\u001B[31mred\u001B[39m\u001B[22m'],
  ['a command that clears the screen', 'a\u001B[2Jb', 'a [2Jb'],
  ['a command that fills the clipboard', 'a\u001B]52;c;cm0=\u0007b', 'a ]52;c;cm0= b'],
  ['a link over other words', '\u001B]8;;https://evil.example\u001B\\docs', ' ]8;;https://evil.example \\docs'],
  ['a line written over another', 'refused\rallowed', 'refused allowed'],
  ['the same commands in one byte', 'a\u009B2Jb\u007Fc\u0000', 'a 2Jb c '],
  ['a change of direction', 'mf-a\u202Etxt\u2066', 'mf-a txt '],
])('knows %s', (_, given, shown) => {
  expect(forTerminal(given)).toBe(shown);
});
