/**
 * Lets the minifier leave out components that nobody uses: of react-router it would keep each whose display name is set, and
 * all that these call, 1.5 kB of every page with a router. A name that is known while building is written out: React as a
 * value would be a namespace, whose code stands in the shell's first file.
 */
function pureComponentsLoader(source: string): string {
  return source
    .replaceAll(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /*#__PURE__*/ $1')
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
    .replaceAll(/\b(React\d*)\[USE_OPTIMISTIC\]/g, '$1.useOptimistic');
}

// webpack takes a loader by its default export.
export { pureComponentsLoader as default };
