import type { TagPart } from '@redress/contracts/releases';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Name = TagPart['name'];
type Element = DefaultTreeAdapterTypes.Element;

const NAMES: readonly string[] = ['script', 'style', 'meta', 'link', 'img', 'div'] satisfies Name[];
const LINKS = ['stylesheet', 'preconnect', 'dns-prefetch', 'icon'];

function attributesOf({ tagName, attrs }: Element): Record<string, string> {
  // A nonce means nothing here: what runs is listed by hash.
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
  delete attributes['nonce'];
  const forbidden = Object.keys(attributes).find(
    (name) => name.startsWith('on') || name === 'style' || name === 'http-equiv',
  );
  if (forbidden !== undefined) throw new Error(`<${tagName} ${forbidden}> cannot be used: the page does not run it`);
  for (const name of ['src', 'href']) {
    const url = attributes[name];
    if (url !== undefined && !/^https:\/\/[^/]/.test(url)) throw new Error(`${url} is not an https address`);
  }
  if (tagName === 'link' && !LINKS.includes(attributes['rel'] ?? '')) {
    throw new Error(`<link rel="${attributes['rel'] ?? ''}"> is none of ${LINKS.join(', ')}`);
  }
  return attributes;
}

function textOf({ tagName, childNodes }: Element): string {
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('');
  if (tagName !== 'div') return text;
  if (text.trim() !== '' || childNodes.some((node) => 'tagName' in node)) throw new Error('a <div> for a tag is empty');
  return '';
}

/**
 * Takes a site's own tag code apart (`custom_head_code`, `custom_body_code`), so that the browser parses no HTML from a
 * setting and the policy can name everything in it. Comments and `noscript` are passed over.
 * @throws {Error} when it is not well-formed, or something in it is no script, style, meta, link, img or empty div
 */
export function readTagMarkup(markup: string): TagPart[] {
  const { childNodes } = parseFragment(markup, {
    onParseError({ code, startLine }) {
      throw new Error(`line ${startLine} is not well-formed (${code})`);
    },
  });
  const parts: TagPart[] = [];
  for (const node of childNodes) {
    if (node.nodeName === '#comment' || node.nodeName === 'noscript') continue;
    if ('value' in node && node.value.trim() === '') continue;
    if (!('tagName' in node) || !NAMES.includes(node.tagName)) {
      const found = 'value' in node ? `“${node.value.trim().slice(0, 30)}”` : `<${node.nodeName}>`;
      throw new Error(`${found} is none of ${NAMES.join(', ')}, noscript or a comment`);
    }
    parts.push({ name: node.tagName as Name, attributes: attributesOf(node), text: textOf(node) });
  }
  return parts;
}
