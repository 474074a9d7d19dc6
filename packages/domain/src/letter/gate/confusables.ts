/**
 * Letters of every script that are drawn like a Latin letter or a digit: the table of Unicode Technical Standard 39
 * (confusables.txt, version 10.0, Unicode License), cut to those that a decomposition does not already give, and
 * letters the table leaves out: small capitals, turned, phonetic and barred letters.
 */

/** What is read, then everything read so. */
const TABLE = `
  2ƧƻϨᒿꙄꛯꝚ 3ƷȜЗҘӠⳌꝪꞫ𑣊𖼻𝈆 4Ꮞ𑢯 5Ƽ𑢻 6бᏮⳒ𑣕 7𐓒𑣆𝈒 8ȣ𐌚𞣋 9ⳊꝮ𑣌𑣖 aɐɑαаᎪᗅᴀẚ⍶⍺ⱥꓮ𐊠𖽀 aaꜳ aeæӕ aoꜵ ar🜇 auꜷ avꜹꜻ ayꜽ
  bƀƃƄɓʙΒБЬвѣҍᏏᏴᖯᗷꓐꞴ𐊂𐊡𐌁𝚩𝛣𝜝𝝗𝞑 blЫ cȼɔςϹсҫᴄⲥꓚꮯ𐊢𐌂𐐽𐔜𑣲🝌 dÐđƌɖɗԁძᎠᏧᑯᗞᗪᴅꓒꓓ dzʣ eǝɇɘɛΕеэєҽҿᎬᴇ℮⋿ⴹꓰꬲ𐊆𑢦𑢮𝚬𝛦𝜠𝝚𝞔
  fƒϜᖴᵮẝꓝꜰꞙꬵ𐊇𐊥𐔥𑣂𝈓𝟊 gƍǥɠɡɢԌցᏀᏳᶃꓖ hħɥɦʜΗнћҢһӇӉհჩᎻᏂᏲᕼⱧⲎꓧꚕ𐋏𝚮𝛨𝜢𝝜𝞖 iıɨɩɪιіӏᴉᵻᵼ⍳⍸ꙇꭵ𑣃 jɉϳјᎫᒍᴊꓙꞲ kƙʞκкҚҞᏦᛕᴋⱩⲔꓗꝀ𐔘
  lłƖƗƚǀɫɭʅʟΙІӀլߊᏞᒪᛁ∣⏽ⲒⳐⵏꓡꓲ￨𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨𝈪𝚰𝛪𝜤𝝞𝞘𞣇 llǁ‖∥𐆙 loЮ lsʪ lzʫ mΜϺмӍᎷᗰᛖᴍⲘꓟ𐊰𐌑𝚳𝛭𝜧𝝡𝞛 mb🝫 nŋƝƞɳɴΝηπипոռიᵰⲚꓠꞥ𐆎𐔓𝚴𝛮𝜨𝝢𝞜
  oøɵθοσоѳөօଠഠတဝჿዐᴏᴑ⊖⊝⍬ⲟⴱⵁⵔꓳꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐬𐓪𐔖𑢵𑣈𑣗𝈚🜔 oeœ oo∞ꚙꝏ pþƥρрքᏢᑭᴘᵽ⍴ⲣꓑꝑ𐊕 qǫʠԛգզⵕ qe🜀 rɍɹɼɽʀгяғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ𐒴𖼵𝈖 rnɱᵯ𑜀
  sƽʂѕՏᏕᵴꓢꜱꮪ𐊖𐑈𑣁𖼺 tŧƭȾʈτтҬᎢᴛᵵ⊤⍡⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨 t3Ꜩ tfꝷ tsʦ uµʉʊʋυцսሀᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓶𑣘𖽂 ueᵫ uoꭣ vʌνѵᐯᴠ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑣀𖼈𝈍🜈 vb🝬
  wɯʍωѡѽԝաᏔᴡꓪꝡꮃ𑓅𑜊𑜎𑜏𑣯 x×ΧхҲᕁᕽ᙭᙮ᚷ╳⤫⤬⨯⨰ⲬⵝꓫꞳ𐆖𐊐𐊴𐌗𐌢𐔧𑣬𝚾𝛸𝜲𝝬𝞦 yƴɏɣʎʏΥγϒуүұყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃𝚼𝛶𝜰𝝪𝞤 zƶȥʐΖᴢᵶꓜꮓ𐋵𑢩𑣄𝚭𝛧𝜡𝝛𝞕 aⲁ bьნ eεⲉ gგԍ iⲓ kⲕꝁ lⳑ mⲙ nⲛ pⲣ rɾ sⴝ tⲧ yⲩ`;

let read: ReadonlyMap<string, string> | undefined;

/** @returns for each character what it is read as, one or two of `a` to `z` and `0` to `9` */
export function confusables(): ReadonlyMap<string, string> {
  read ??= new Map(
    TABLE.trim()
      .split(/\s+/u)
      .flatMap((row) => {
        const [, latin = '', drawnAlike = ''] = /^([a-z0-9]{1,2})(.+)$/u.exec(row) ?? [];
        return [...drawnAlike].map((character) => [character, latin] as const);
      }),
  );
  return read;
}
