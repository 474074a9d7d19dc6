import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { InputTypes } from '@redress/contracts/releases';
import type Compiler from 'typescript';
import { packageRoot } from './workspace.ts';

const DIGITS = 10;
/** Deeper than any type this site writes without a name. */
const MAX_DEPTH = 12;
const sorted = <T>(items: Iterable<T>): T[] => [...items].sort();

/** A named type, described once: its own text and the named types that text holds. */
interface Body {
  /** `ui/src/card.tsx CardProps=…` */
  text: string;
  reached: Set<Compiler.Type>;
}

export interface DescribedModule {
  file: string;
  /** Describe the members of this exported interface, each as if it were props, in place of the exported values. */
  membersOf?: string | undefined;
}

const declaredIn = (symbol: Compiler.Symbol | undefined) => symbol?.declarations?.[0]?.getSourceFile().fileName;
const isOwn = (symbol: Compiler.Symbol | undefined) => {
  const source = declaredIn(symbol);
  return source !== undefined && !source.includes('/node_modules/');
};
/** `ui/src/card.tsx CardProps`: two types of one name are two. */
const nameOf = (symbol: Compiler.Symbol): string => {
  const source = declaredIn(symbol);
  if (source === undefined || !isOwn(symbol)) return symbol.name;
  const root = packageRoot(source);
  return `${path.basename(root)}/${path.relative(root, source).split(path.sep).join('/')} ${symbol.name}`;
};
const isAnonymous = (symbol: Compiler.Symbol | undefined) => !symbol || symbol.name.startsWith('__');

/** Reads the modules as a build of any workspace does. */
const openProgram = (ts: typeof Compiler, files: readonly string[]): Compiler.Program =>
  ts.createProgram([...files], {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  });

/** Writes types as text: each named type once, by its own text and those of the named types that it holds. */
function createDigests(ts: typeof Compiler, checker: Compiler.TypeChecker) {
  const bodies = new Map<Compiler.Type, Body>();

  const describe = (type: Compiler.Type, into: Set<Compiler.Type>, depth: number): string => {
    const inner = (part: Compiler.Type) => describe(part, into, depth + 1);
    if (depth > MAX_DEPTH) return '…';
    const listOf = (types: readonly Compiler.Type[] | undefined) =>
      types && types.length > 0 ? `<${types.map(inner).join(',')}>` : '';
    const plain = () => checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    const { flags } = type;
    if (flags & ts.TypeFlags.Boolean) return 'boolean';
    const { aliasSymbol, aliasTypeArguments } = type;
    if (aliasSymbol && !isOwn(aliasSymbol)) return `${aliasSymbol.name}${listOf(aliasTypeArguments)}`;
    if (type.isUnion()) return sorted(type.types.map(inner)).join('|');
    if (type.isIntersection()) return sorted(type.types.map(inner)).join('&');
    if (!(flags & ts.TypeFlags.Object)) return plain();
    const { target } = type as Compiler.TypeReference;
    const typeArguments = target ? checker.getTypeArguments(type as Compiler.TypeReference) : [];
    if (target && checker.isTupleType(type)) return `[${typeArguments.map(inner).join(',')}]`;
    const symbol = aliasSymbol ?? type.symbol;
    if (isAnonymous(symbol)) return structure(type, inner);
    // An interface of another publisher, or of the language.
    const own = listOf(aliasSymbol ? aliasTypeArguments : typeArguments);
    if (!isOwn(symbol)) return `${symbol.name}${own}`;
    const name = `${nameOf(symbol)}${own}`;
    into.add(type);
    if (!bodies.has(type)) {
      const body: Body = { text: '', reached: new Set() };
      bodies.set(type, body);
      body.text = `${name}=${structure(type, (part) => describe(part, body.reached, 0))}`;
    }
    return name;
  };

  const structure = (type: Compiler.Type, inner: (part: Compiler.Type) => string): string => {
    const signature = (kind: string) => (call: Compiler.Signature) => {
      const taken = call.parameters.map(
        (parameter) => `${isOptional(parameter) ? '?' : ''}${inner(checker.getTypeOfSymbol(parameter))}`,
      );
      return `${kind}(${taken.join(',')})=>${inner(checker.getReturnTypeOfSignature(call))}`;
    };
    return [
      ...type.getCallSignatures().map(signature('')),
      ...type.getConstructSignatures().map(signature('new')),
      ...checker.getIndexInfosOfType(type).map((info) => `[${inner(info.keyType)}]:${inner(info.type)}`),
      ...sorted(
        checker
          .getPropertiesOfType(type)
          .map((property) => `${keyOf(property)}:${inner(checker.getTypeOfSymbol(property))}`),
      ),
    ].join(';');
  };

  const isOptional = (symbol: Compiler.Symbol) => {
    const { valueDeclaration } = symbol;
    return (
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
      (valueDeclaration !== undefined &&
        ts.isParameter(valueDeclaration) &&
        (valueDeclaration.questionToken !== undefined || valueDeclaration.initializer !== undefined))
    );
  };
  const keyOf = (property: Compiler.Symbol) => `${property.name}${isOptional(property) ? '?' : ''}`;

  const isUndefined = ({ flags }: Compiler.Type) => (flags & ts.TypeFlags.Undefined) !== 0;

  const digestOf = (type: Compiler.Type): string => {
    const reached = new Set<Compiler.Type>();
    // That a prop may be left out is said by its key.
    const parts = type.isUnion() && !type.aliasSymbol ? type.types.filter((part) => !isUndefined(part)) : [type];
    const text = sorted(parts.map((part) => describe(part, reached, 0))).join('|');
    // A set may grow while it is walked: what a body reaches is reached as well.
    for (const named of reached) for (const next of bodies.get(named)?.reached ?? []) reached.add(next);
    const told = sorted(new Set([...reached].map((named) => bodies.get(named)?.text ?? '')));
    return createHash('sha256')
      .update([text, ...told].join('\n'))
      .digest('hex')
      .slice(0, DIGITS);
  };

  return { keyOf, digestOf };
}

/**
 * Describes every value that a module exports by its types, as digests that no folder, machine or order of files
 * changes. Of a component each prop counts by itself (`title`, `tone?`), so that a new optional one is seen as such;
 * anything else is one digest under `''`. Types of other publishers count by their names.
 * @returns of each module its names, in the order of the modules
 */
export function describeModules(modules: readonly DescribedModule[]): Record<string, InputTypes>[] {
  if (modules.length === 0) return [];
  // Loaded when there is something to describe: it takes longer than a build's whole start.
  const ts = createRequire(import.meta.url)('typescript') as typeof Compiler;
  const program = openProgram(
    ts,
    modules.map(({ file }) => file),
  );
  const checker = program.getTypeChecker();
  const { keyOf, digestOf } = createDigests(ts, checker);

  const propsOf = (type: Compiler.Type): InputTypes =>
    Object.fromEntries(
      checker
        .getPropertiesOfType(type)
        // What every element takes comes from React, by its version.
        .filter((property) => isOwn(property))
        .map((property): [string, string] => [keyOf(property), digestOf(checker.getTypeOfSymbol(property))])
        .sort(),
    );

  const isProps = (type: Compiler.Type | undefined): type is Compiler.Type =>
    type !== undefined &&
    !type.isUnion() &&
    type.getCallSignatures().length === 0 &&
    checker.getPropertiesOfType(type).some((property) => isOwn(property));

  const describeValue = (type: Compiler.Type): InputTypes => {
    const [call, ...more] = type.getCallSignatures();
    const [props, ...others] = call?.parameters ?? [];
    // A selector is given the shell's own state, not something that its caller makes.
    const taken = props && !/state$/i.test(props.name) ? checker.getTypeOfSymbol(props) : undefined;
    if (!call || more.length > 0 || others.length > 0 || call.typeParameters || !isProps(taken))
      return { '': digestOf(type) };
    return { '': digestOf(checker.getReturnTypeOfSignature(call)), ...propsOf(taken) };
  };

  return modules.map(({ file, membersOf }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} exports nothing`);
    const exported = checker.getExportsOfModule(module).map((symbol): [string, Compiler.Symbol] => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol];
    });
    const described =
      membersOf === undefined
        ? exported
            .filter(([, symbol]) => (symbol.flags & ts.SymbolFlags.Value) !== 0)
            .map(([name, symbol]): [string, InputTypes] => [name, describeValue(checker.getTypeOfSymbol(symbol))])
        : exported
            .filter(([name]) => name === membersOf)
            .flatMap(([, symbol]) => checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)))
            .map((member): [string, InputTypes] => [member.name, propsOf(checker.getTypeOfSymbol(member))]);
    return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
