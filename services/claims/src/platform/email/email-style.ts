/**
 * The product's colours, as `packages/ui/src/tokens.css` has them: a mail carries its styles with it and cannot read
 * the tokens. `render.test.ts` compares the two.
 */
export const emailColours = {
  light: {
    ink: '#1b2333',
    inkSoft: '#414b5c',
    line: '#d9dde3',
    controlLine: '#7a8494',
    paper: '#ffffff',
    ground: '#f6f5f1',
    primary: '#0b5d4b',
    primaryTint: '#e6f2ee',
    onPrimary: '#ffffff',
  },
  dark: {
    ink: '#eef1f6',
    inkSoft: '#c3cad6',
    line: '#2d3646',
    controlLine: '#8f9aab',
    paper: '#171d28',
    ground: '#0f141c',
    primary: '#7fdcc3',
    primaryTint: '#12332c',
    onPrimary: '#06211a',
  },
} as const;

const { dark } = emailColours;

/** Laid over the styles of the elements, which are what programs know that read no style sheet. */
export const emailStyle = [
  ':root{color-scheme:light dark}',
  '@media (prefers-color-scheme:dark){',
  `.ground{background:${dark.ground}!important}`,
  `.ink,.sheet{color:${dark.ink}!important}`,
  `.sheet{background:${dark.paper}!important;border-color:${dark.line}!important}`,
  `.soft{color:${dark.inkSoft}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.mark{border-color:${dark.primary}!important}`,
  `.done{color:${dark.primary}!important}`,
  `.box{background:${dark.primaryTint}!important;border-color:${dark.controlLine}!important}`,
  `.button{background:${dark.primary}!important;color:${dark.onPrimary}!important}`,
  '}',
].join('');
