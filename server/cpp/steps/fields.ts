/** What is shown of a class: the calls with its bases and fields; and which of its functions are static. */
import { childOf, children, descendants, type Node, type Source } from "./source.ts";

/** The static functions of a class, each with the class's name. */
export function staticsOf(source: Source, node: Node): string[] {
  const [name, list] = [childOf(node, "TypeIdentifier"), childOf(node, "FieldDeclarationList")];
  if (!name || !list) return [];
  return children(list).filter((one) => childOf(one, "static") !== undefined)
    .flatMap((one) => descendants(one, "FunctionDeclarator").slice(0, 1))
    .flatMap(({ firstChild }) =>
      firstChild ? [`${source.of(name)}::${source.of(firstChild)}`] : []
    );
}

/** @param list the fields of the class */
export const shownOf = (source: Source, node: Node, list: Node): string[] => [
  ...basesOf(source, node),
  ...fieldsOf(source, list),
];

function basesOf(source: Source, node: Node): string[] {
  const clause = childOf(node, "BaseClassClause");
  return (clause ? children(clause) : [])
    .filter(({ name }) => /^(?:TypeIdentifier|ScopedTypeIdentifier|TemplateType)$/.test(name))
    .map((one) => `::__steps::__base(static_cast<const ${source.of(one)}&>(*this));`);
}

function fieldsOf(source: Source, list: Node): string[] {
  return children(list).flatMap((one) => {
    if (
      one.name !== "FieldDeclaration" ||
      /^\s*(?:static|using|typedef|friend)\b/.test(source.of(one))
    ) {
      return [];
    }
    const inner = childOf(one, "StructSpecifier");
    const innerList = inner && childOf(inner, "FieldDeclarationList");
    if (innerList && children(one).length === 1 && !childOf(inner, "TypeIdentifier")) {
      return fieldsOf(source, innerList);
    }
    return children(one).flatMap((child) => field(source, child, false));
  });
}

function field(source: Source, node: Node, isReference: boolean): string[] {
  if (node.name === "FieldIdentifier") {
    const name = source.of(node);
    return [`::__steps::${isReference ? "__reference" : "__field"}("${name}",${name});`];
  }
  if (node.name === "FunctionDeclarator") {
    const [first] = children(node);
    return first?.name === "ParenthesizedDeclarator" ? field(source, first, isReference) : [];
  }
  if (!/^(?:Pointer|Array|Init|Reference|Parenthesized)Declarator$/.test(node.name)) return [];
  const isOne = isReference || node.name === "ReferenceDeclarator";
  return children(node).flatMap((child) => field(source, child, isOne));
}
