import { STATE_NAMES } from '../places/states.ts';
import { invalid } from './errors.ts';

/** A request as text fields and one file. */
export interface LetterForm {
  fields: Map<string, string>;
  file: Buffer | null;
}

const KNOWN =
  /^(to|from)\[(name|company|address_line1|address_line2|address_city|address_state|address_zip|address_country)\]$|^metadata\[[^[\]]+\]$|^(color|double_sided|use_type|mail_type|extra_service|size|description|file)$/;

/** @throws {LobRefusal} 422 naming the field, as Lob's validation does */
export function readLetter({ fields, file }: LetterForm) {
  for (const name of fields.keys()) if (!KNOWN.test(name)) throw invalid(`${name} is not allowed`);
  const text = (name: string, longest: number): string | null => {
    const value = fields.get(name)?.trim() ?? '';
    if (value.length > longest)
      throw invalid(`${label(name)} length must be less than or equal to ${longest} characters long`);
    return value || null;
  };
  const need = (name: string, longest: number): string => {
    const value = text(name, longest);
    if (value === null) throw invalid(`${label(name)} is required`);
    return value;
  };
  const flag = (name: string, fallback?: boolean): boolean => {
    const value = fields.get(name);
    if (value === undefined && fallback !== undefined) return fallback;
    if (value === undefined) throw invalid(`${name} is required`);
    if (value !== 'true' && value !== 'false') throw invalid(`${name} must be a boolean`);
    return value === 'true';
  };
  const oneOf = (name: string, allowed: readonly string[], fallback: string | null): string | null => {
    const value = fields.get(name) || fallback;
    if (value !== null && !allowed.includes(value)) throw invalid(`${name} must be one of [${allowed.join(', ')}]`);
    return value;
  };
  const address = (who: 'to' | 'from') => {
    if (![...fields.keys()].some((name) => name.startsWith(`${who}[`))) throw invalid(`${who} is required`);
    const name = text(`${who}[name]`, 40);
    const company = text(`${who}[company]`, 40);
    if (name === null && company === null) throw invalid(`either ${who}.name or ${who}.company is required`);
    const country = text(`${who}[address_country]`, 40) ?? 'US';
    if (!/^(us|united states)$/i.test(country)) throw invalid(`${who}.address_country must be US`);
    const state = need(`${who}[address_state]`, 50).toUpperCase();
    if (!Object.hasOwn(STATE_NAMES, state)) throw invalid(`${who}.address_state is not a valid state`);
    const zip = need(`${who}[address_zip]`, 10);
    if (!/^\d{5}(-?\d{4})?$/.test(zip)) throw invalid(`${who}.address_zip must be in a valid zip or zip+4 format`);
    return {
      name,
      company,
      address_line1: need(`${who}[address_line1]`, 64),
      address_line2: text(`${who}[address_line2]`, 64),
      address_city: need(`${who}[address_city]`, 200),
      address_state: state,
      address_zip: zip,
    };
  };

  const doubleSided = flag('double_sided', true);
  const useType = oneOf('use_type', ['marketing', 'operational'], null);
  if (useType === null) throw invalid('use_type is required');
  return {
    to: address('to'),
    from: address('from'),
    color: flag('color'),
    doubleSided,
    useType,
    mailType: oneOf('mail_type', ['usps_first_class', 'usps_standard'], 'usps_first_class') as string,
    extraService: oneOf('extra_service', ['certified', 'certified_return_receipt', 'registered'], null),
    size: oneOf('size', ['us_letter'], 'us_letter') as string,
    description: text('description', 255),
    metadata: metadataOf(fields),
    ...pdfOf(file, doubleSided),
  };
}
export type LetterInput = ReturnType<typeof readLetter>;
export type AddressInput = LetterInput['to'];

const label = (name: string) => name.replace(/\[(\w+)\]/, '.$1');

function metadataOf(fields: Map<string, string>): Record<string, string> {
  const pairs = [...fields].flatMap(([name, value]) => {
    const key = /^metadata\[([^[\]]+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  if (pairs.length > 20) throw invalid('metadata must have less than or equal to 20 keys');
  for (const [key, value] of pairs) {
    if (key.length > 40) throw invalid('metadata keys must be less than or equal to 40 characters long');
    if (value.length > 500) throw invalid('metadata values must be less than or equal to 500 characters long');
    if (/["\\]/.test(key + value)) throw invalid('metadata must not contain the characters " and \\');
  }
  return Object.fromEntries(pairs);
}

/** Pages as they stand in the file; where they are inside compressed objects only the file's kind is checked. */
function pdfOf(file: Buffer | null, doubleSided: boolean): { pdf: Buffer; pages: number } {
  if (!file?.length) throw invalid('file is required');
  if (!file.subarray(0, 1024).includes('%PDF-')) throw invalid('file must be a PDF');
  const source = file.toString('latin1');
  const pages = source.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 1;
  const most = doubleSided ? 120 : 60;
  if (pages > most) throw invalid(`file must have at most ${most} pages, has ${pages}`);
  for (const [, box] of source.matchAll(/\/MediaBox\s*\[([^\]]+)\]/g)) {
    const [left = 0, bottom = 0, right = 0, top = 0] = (box ?? '').trim().split(/\s+/).map(Number);
    if (Math.abs(right - left - 612) > 1 || Math.abs(top - bottom - 792) > 1)
      throw invalid('file has incorrect dimensions: pages must be 8.5x11 inches');
  }
  return { pdf: file, pages };
}
