/** Words that every English or Spanish text has. */
const COMMON_WORDS = new Set(
  `the a to of and in on for with my your you i we he she they it is was were had did not but that at from by
  el la los las de que y en un una por con su mi me le no se`.split(/\s+/u),
);
/** A text of fewer words is too short to tell its language. */
const TELLS_LANGUAGE = 8;

/** Whether a text is English or Spanish, as far as its commonest words tell. */
export function isLanguageKnown(text: string): boolean {
  const read = text.slice(0, 4_000).toLowerCase();
  const words = read.match(/\p{L}+/gu) ?? [];
  if (words.length < TELLS_LANGUAGE) return true;
  const common = words.filter((word) => COMMON_WORDS.has(word)).length;
  return common * 12 >= words.length;
}
