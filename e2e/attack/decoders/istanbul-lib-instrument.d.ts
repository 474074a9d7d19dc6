/** What of it is used: the package brings no types. */
declare module 'istanbul-lib-instrument' {
  export function createInstrumenter(options: { esModules: boolean; compact: boolean; coverageVariable: string }): {
    instrumentSync(code: string, file: string): string;
  };
}
