/** Which variables a declaration, a parameter or the head of a loop declares. */
import { childOf, children, type Node, type Source } from "./source.ts";

export interface Variable {
  name: string;
  /** The number of dimensions of an array whose size may be known only when it runs; otherwise 0. */
  dimensions: number;
  /** It has no initializer. */
  isRaw: boolean;
}

const DECLARATOR = /Declarator$/;
const UNDECLARING = /^(?:extern|typedef|using|friend)\b/;
const SET_AT_ONCE = /\b(?:static|thread_local|constexpr)\b/;

export function variablesOf(source: Source, node: Node): Variable[] {
  if (UNDECLARING.test(source.of(node))) return [];
  const head = source.text.slice(node.from, Math.min(node.to, node.from + 200));
  const isSet = SET_AT_ONCE.test(head.replace(/[=({[][^]*/, ""));
  return children(node).flatMap((child) => declaratorVariables(source, child, !isSet));
}

/** The variables of a declarator that have a value at once. */
export const setIn = (source: Source, node: Node): Variable[] =>
  declaratorVariables(source, node, false).map((one) => ({ ...one, dimensions: 0 }));

/** The variables of a parameter or of the head of a loop. */
export const headVariables = (source: Source, node: Node): Variable[] =>
  children(node).flatMap((child) => setIn(source, child)).slice(
    0,
    node.name === "ParameterDeclaration" ? 1 : 99,
  );

function declaratorVariables(source: Source, node: Node, isRaw: boolean): Variable[] {
  switch (node.name) {
    case "Identifier":
      return [{ name: source.of(node), dimensions: 0, isRaw }];
    case "InitDeclarator": {
      const first = node.firstChild;
      return first ? declaratorVariables(source, first, false) : [];
    }
    case "OptionalParameterDeclaration":
      return [];
    case "StructuredBindingDeclarator":
      return children(node).filter(({ name }) => name === "Identifier")
        .map((one) => ({ name: source.of(one), dimensions: 0, isRaw: false }));
    case "ReferenceDeclarator":
      return children(node).flatMap((child) => declaratorVariables(source, child, false));
    case "PointerDeclarator":
    case "ParenthesizedDeclarator":
      return children(node).flatMap((child) => declaratorVariables(source, child, isRaw));
    case "FunctionDeclarator": {
      // `vector<int> v(n);` looks like the declaration of a function, and so does one.
      const [first] = children(node);
      if (first?.name === "ParenthesizedDeclarator") {
        return declaratorVariables(source, first, isRaw);
      }
      return isCertainlyVariable(source, node) && first
        ? declaratorVariables(source, first, false)
        : [];
    }
    case "ArrayDeclarator":
      return arrayIn(source, node, isRaw);
    default:
      return [];
  }
}

/** Whether each "parameter" is a plain name in lower case: then it is a value. */
function isCertainlyVariable(source: Source, node: Node): boolean {
  const list = childOf(node, "ParameterList");
  const parameters = list
    ? children(list).filter(({ name }) => name === "ParameterDeclaration")
    : [];
  return parameters.length > 0 && parameters.every((one) => {
    const [only, ...more] = children(one);
    return only?.name === "TypeIdentifier" && more.length === 0 && /^[a-z]/.test(source.of(one));
  });
}

function arrayIn(source: Source, node: Node, isRaw: boolean): Variable[] {
  let [inner, dimensions, isFixed]: [Node | null, number, boolean] = [node, 0, true];
  while (inner?.name === "ArrayDeclarator") {
    dimensions++;
    const size = children(inner).find(({ name }, at) => at > 0 && !/^[[\]]$/.test(name));
    if (size && size.name !== "Number") isFixed = false;
    inner = inner.firstChild;
  }
  if (!inner) return [];
  return declaratorVariables(source, inner, isRaw).map((one) => ({
    ...one,
    // A pointer's or a reference's array is shown as a whole.
    dimensions: isFixed || inner?.name !== "Identifier" ? 0 : dimensions,
  }));
}

export function parametersOf(source: Source, declarator: Node): Variable[] {
  return children(declarator).flatMap((child) => {
    if (child.name === "ParameterList") {
      return children(child).flatMap((one) =>
        one.name === "OptionalParameterDeclaration"
          ? headVariables(source, one).slice(0, 1)
          : one.name === "ParameterDeclaration"
          ? headVariables(source, one)
          : []
      );
    }
    return DECLARATOR.test(child.name) ? parametersOf(source, child) : [];
  });
}
