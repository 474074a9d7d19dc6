/** An operation of a service as it is written: it takes the context in which the service works before what is asked. */
export type InContext<Context, Operation> = Operation extends (...asked: infer Asked) => infer Answer
  ? (context: Context, ...asked: Asked) => Answer
  : never;

type Bound<Context, Operations> = {
  [Name in keyof Operations]: Operations[Name] extends (context: Context, ...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Answer
    : never;
};

/** The operations of a service, each with the service's context in place: what others call it by. */
export const bound = <Context, Operations extends Record<string, (context: Context, ...asked: never[]) => unknown>>(
  context: Context,
  operations: Operations,
): Bound<Context, Operations> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, act]) => [name, act.bind(null, context)]),
    // Names and parameters are kept, which `fromEntries` cannot say.
  ) as Bound<Context, Operations>;
