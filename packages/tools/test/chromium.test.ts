import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasFallbackFont } from '../lib/chromium.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-fonts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('finds a font of the widths for which the fallback faces are cut, and takes no other one for it', () => {
  const fonts = path.join(folder, 'truetype/some');
  mkdirSync(fonts, { recursive: true });
  writeFileSync(path.join(fonts, 'DejaVuSans.ttf'), '');
  writeFileSync(path.join(fonts, 'LiberationSans-Bold.ttf'), '');
  const folders = [path.join(folder, 'missing'), folder];
  expect(hasFallbackFont(folders)).toBe(false);
  writeFileSync(path.join(fonts, 'LiberationSans-Regular.ttf'), '');
  expect(hasFallbackFont(folders)).toBe(true);
});
