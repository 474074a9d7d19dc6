type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type AsText<Value> = Value extends Date ? string : Value;
type Wire<Row> = { [Name in keyof Row & string as Camel<Name>]: AsText<Row[Name]> };

/**
 * A row as calls answer it: names in camel case, instants as texts. Each property goes out: who calls this selects, or takes out
 * before, what is not to be told.
 */
export const wire = <Row extends object>(row: Row): Wire<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value instanceof Date ? value.toISOString() : value,
    ]),
    // Names in camel case and instants as texts, as `Wire` says; `fromEntries` knows no names.
  ) as Wire<Row>;
