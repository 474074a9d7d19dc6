// `npm run sbom`: bill of materials and third-party notices of each service, from what it has installed; the builds have
// their own.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPackage, workspaces } from '../lib/install.mjs';
import { inRoot } from '../lib/repository.mjs';
import { installedPackages, makeNotices, makeSbom, NOTICES_FILE, SBOM_FILE } from '../sbom/sbom.ts';

for (const folder of workspaces().filter((name) => name.startsWith('services/'))) {
  const { version } = readPackage(folder);
  const file = path.join(folder, 'dist', SBOM_FILE);
  const packages = installedPackages(inRoot(folder));
  mkdirSync(inRoot(folder, 'dist'), { recursive: true });
  writeFileSync(inRoot(file), makeSbom({ name: path.basename(folder), version, packages }));
  writeFileSync(inRoot(folder, 'dist', NOTICES_FILE), makeNotices(packages));
  process.stdout.write(`${file}: ${packages.size} packages\n`);
}
