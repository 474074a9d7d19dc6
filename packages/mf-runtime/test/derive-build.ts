/// <reference types="node" />
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildDescriptor } from '@redress/contracts/releases';

/**
 * Another build made from a finished one: a new id, and changes to its text. For drills that need two builds of a remote
 * without touching its sources.
 * @param change - called with every script's text
 */
export function deriveBuild(from: string, to: string, buildId: string, change: (script: string) => string): string {
  const source = path.join(from, 'dist');
  const target = path.join(to, 'dist');
  const original: BuildDescriptor = JSON.parse(readFileSync(path.join(source, 'build.json'), 'utf8'));
  const files: BuildDescriptor['files'] = {};
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'build.json') continue;
    const name = path.relative(source, path.join(entry.parentPath, entry.name));
    let content: Buffer = readFileSync(path.join(source, name));
    if (name.endsWith('.js'))
      content = Buffer.from(change(content.toString('utf8').replaceAll(original.buildId, buildId)));
    mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
    writeFileSync(path.join(target, name), content);
    files[name] = {
      integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
      bytes: content.length,
    };
  }
  const derived: BuildDescriptor = {
    ...original,
    buildId,
    globalName: original.globalName.replace(original.buildId, buildId),
    files,
  };
  writeFileSync(path.join(target, 'build.json'), JSON.stringify(derived));
  return to;
}
