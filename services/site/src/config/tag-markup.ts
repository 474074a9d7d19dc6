import type { TagPart } from '@redress/contracts/releases';

type Name = TagPart['name'];

const NAMES: readonly Name[] = ['script', 'style', 'meta', 'link', 'img', 'div'];
const VOID: readonly Name[] = ['meta', 'link', 'img'];
const LINKS = ['stylesheet', 'preconnect', 'dns-prefetch', 'icon'];
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
const OPENING = /^<([a-z]+)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*)\s*\/?>/i;

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

function attributesOf(text: string, name: Name): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, key = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[key.toLowerCase()] = decoded(double ?? single ?? bare ?? '');
  }
  // A nonce means nothing here: what runs is listed by hash.
  delete attributes['nonce'];
  const forbidden = Object.keys(attributes).find(
    (key) => key.startsWith('on') || key === 'style' || key === 'http-equiv',
  );
  if (forbidden !== undefined) throw new Error(`<${name} ${forbidden}> cannot be used: the page does not run it`);
  for (const key of ['src', 'href']) {
    const url = attributes[key];
    if (url !== undefined && !/^https:\/\/[^/]/.test(url)) throw new Error(`${url} is not an https address`);
  }
  if (name === 'link' && !LINKS.includes(attributes['rel'] ?? '')) {
    throw new Error(`<link rel="${attributes['rel'] ?? ''}"> is none of ${LINKS.join(', ')}`);
  }
  return attributes;
}

/**
 * Takes a site's own tag code apart (`custom_head_code`, `custom_body_code`), so that the browser parses no HTML from a
 * setting and the policy can name everything in it.
 * @throws {Error} when something in it is no script, style, meta, link, img, noscript or empty div
 */
export function readTagMarkup(markup: string): TagPart[] {
  const parts: TagPart[] = [];
  let rest = markup.trim();
  while (rest !== '') {
    const skipped = /^(?:<!--[\s\S]*?-->|<noscript\b[\s\S]*?<\/noscript\s*>)/i.exec(rest);
    if (skipped) {
      rest = rest.slice(skipped[0].length).trim();
      continue;
    }
    const opening = OPENING.exec(rest);
    const name = opening?.[1]?.toLowerCase() as Name;
    if (!opening || !NAMES.includes(name)) {
      throw new Error(`“${rest.slice(0, 30)}” is none of ${NAMES.join(', ')}, noscript or a comment`);
    }
    const attributes = attributesOf(opening[2] ?? '', name);
    rest = rest.slice(opening[0].length);
    let text = '';
    if (!VOID.includes(name)) {
      const closing = new RegExp(`</${name}\\s*>`, 'i').exec(rest);
      if (!closing) throw new Error(`<${name}> is not closed`);
      text = rest.slice(0, closing.index);
      rest = rest.slice(closing.index + closing[0].length);
      if (name === 'div' && text.trim() !== '') throw new Error('a <div> for a tag is empty');
    }
    parts.push({ name, attributes, text: name === 'div' ? '' : text });
    rest = rest.trim();
  }
  return parts;
}
