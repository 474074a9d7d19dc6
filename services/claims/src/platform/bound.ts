type Bound<Context, Operations> = {
  [Name in keyof Operations]: Operations[Name] extends (context: Context, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** The operations of a service, each with the service's context in place: what others call it by. */
export const bound = <Context, Operations extends Record<string, (context: Context, ...rest: never[]) => unknown>>(
  context: Context,
  operations: Operations,
): Bound<Context, Operations> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, act]) => [name, act.bind(null, context)]),
    // Names and parameters are kept, which `fromEntries` cannot say.
  ) as Bound<Context, Operations>;
