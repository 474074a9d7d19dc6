/**
 * Makes src/shared/passwords/common-passwords.bin: the 10,000 most common passwords of six characters and more, as the
 * first six bytes of their SHA-256, sorted. Digests, because many of the words are offensive. Source: npm package
 * @zxcvbn-ts/language-common 4.1.3 (MIT), src/passwords.json. Usage: node scripts/make-common-passwords.ts
 * path/to/passwords.json
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const COUNT = 10_000;
const DIGEST_BYTES = 6;
const words = (JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as string[]).filter((word) => word.length >= 6);
const digests = [...new Set(words.map((word) => word.toLowerCase()))]
  .slice(0, COUNT)
  .map((word) => createHash('sha256').update(word).digest().subarray(0, DIGEST_BYTES))
  .sort(Buffer.compare);
writeFileSync(new URL('../src/shared/passwords/common-passwords.bin', import.meta.url), Buffer.concat(digests));
