/**
 * Inserts calls of runtime/steps.h into a C++ program: a step before each statement, and each variable
 * after its declaration. Lines keep their numbers. What the parser does not understand, and what a
 * compiler computes, stays as it is.
 */
import { added, firstOf, FRAME, quoted, SCOPE, written } from "./calls.ts";
import { headVariables, parametersOf, setIn, type Variable, variablesOf } from "./variables.ts";
import { shownOf, staticsOf } from "./fields.ts";
import { hasOurNames, isTooLong } from "./limits.ts";
import {
  childOf,
  children,
  descendants,
  hasClearStatements,
  isDoubtful,
  isStatement,
  type Node,
  RECORDS,
  semicolons,
  Source,
  within,
} from "./source.ts";

export type Level = "values" | "lines";

export interface InstrumentOptions {
  level: Level;
  /** The compiler does not watch the stores. */
  isWithoutStores?: boolean;
  /** Functions with one of these lines stay as they are. */
  without?: ReadonlySet<number>;
  /** The number by which a step names the file's first line, less one. */
  firstLine?: number;
}

/** What stands inside these stands outside functions, too. */
const PASSED_THROUGH = new Set(["LinkageSpecification", "DeclarationList", "TemplateDeclaration"]);
const COMPUTED = /\b(?:constexpr|consteval)\b/;
/** The compiler fails where it watches the stores in a `catch`. */
const CATCHES = /\bcatch\b/;
const UNWATCHED = '__attribute__((no_sanitize("coverage"))) ';
const COROUTINE = /\bco_(?:await|yield|return)\b/;
/** @returns null where the program has a name of ours, or no function that can have steps */
export function instrument(text: string, options: InstrumentOptions): string | null {
  if (hasOurNames(text)) return null;
  try {
    return new Instrumenter(new Source(text), options).all();
  } catch (error) {
    // It is nested more deeply than the stack is. No compiler takes it, either.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The function in which statements are instrumented. */
interface Body {
  hasValues: boolean;
  /** The variables without an initializer, and the first element of those that are arrays. */
  raw: Map<string, string>;
  /** Whether its stores are watched. */
  hasStores: boolean;
}

class Instrumenter {
  readonly #source: Source;
  readonly #hasValues: boolean;
  readonly #hasStores: boolean;
  readonly #firstLine: number;
  readonly #without: ReadonlySet<number>;
  readonly #inserts: { at: number; text: string; order: number }[] = [];
  #hasSteps = false;
  readonly #classes: Set<string>;
  readonly #statics: Set<string>;
  readonly #globals: string[] = [];
  #main: { at: number; line: number } | null = null;

  constructor(
    source: Source,
    { level, isWithoutStores = false, without = new Set(), firstLine = 0 }: InstrumentOptions,
  ) {
    this.#firstLine = firstLine;
    this.#source = source;
    this.#hasStores = !isWithoutStores;
    this.#hasValues = level === "values";
    this.#without = without;
    const records = [...RECORDS].flatMap((name) => descendants(source.top, name));
    const nameOf = (node: Node) => childOf(node, "TypeIdentifier");
    this.#classes = new Set(records.flatMap((node) => {
      const name = nameOf(node);
      return name ? [source.of(name)] : [];
    }));
    this.#statics = new Set(records.flatMap((node) => staticsOf(source, node)));
  }

  all(): string | null {
    this.#outside(this.#source.top, null, "");
    if (!this.#hasSteps) return null;
    const inserts = this.#inserts.sort((a, b) => a.at - b.at || a.order - b.order);
    const { text } = this.#source;
    let [source, from] = ["", 0];
    for (const { at, text: inserted } of inserts) {
      source += text.slice(from, at) + inserted;
      from = at;
    }
    return source + text.slice(from);
  }

  #insert(at: number, text: string): void {
    this.#inserts.push({ at, text, order: this.#inserts.length });
  }

  #step(at: number): string {
    return `${FRAME}.__at(${this.#firstLine + this.#source.lineOf(at)})`;
  }

  /** What stands outside functions. `prefix` names the namespaces around it. */
  #outside(node: Node, record: string | null, prefix: string): void {
    for (const child of children(node)) {
      const { name } = child;
      if (
        name === "FunctionDefinition" &&
        (childOf(child, "FunctionDeclarator") || isFunction(child))
      ) {
        this.#function(child, record);
      } else if (RECORDS.has(name)) this.#record(child, node);
      else if (name === "NamespaceDefinition") {
        const named = childOf(
          child,
          "Identifier",
          "NestedNamespaceSpecifier",
          "NamespaceIdentifier",
        );
        const body = childOf(child, "CompoundStatement", "DeclarationList");
        const inner = named ? `${prefix}${this.#source.of(named)}::` : prefix;
        if (body) this.#outside(body, null, inner);
      } else if (PASSED_THROUGH.has(name)) this.#outside(child, record, prefix);
      else {
        if (name === "Declaration") this.#global(node, child, prefix);
        this.#expressions(child, node);
      }
    }
  }

  #global(parent: Node, node: Node, prefix: string): void {
    if (parent.name === "TemplateDeclaration" || !this.#hasValues) return;
    if (descendants(node, "LambdaExpression").length > 0 || isDoubtful(node)) return;
    for (const { name } of variablesOf(this.#source, node)) this.#globals.push(`${prefix}${name}`);
  }

  /** Functions, lambdas, classes and `new` within an expression or a declaration. */
  #expressions(node: Node, parent: Node): void {
    const isComputed = node.name === "Declaration" && COMPUTED.test(this.#source.of(node));
    if (isComputed) return;
    if (node.name === "LambdaExpression") return this.#lambda(node, parent);
    if (RECORDS.has(node.name)) return this.#record(node, parent);
    if (node.name === "NewExpression" && this.#hasValues) this.#new(node);
    for (const child of children(node)) this.#expressions(child, node);
  }

  #new(node: Node): void {
    const parts = children(node);
    const type = parts.findIndex(({ name }) => name !== "new" && name !== "::");
    // Memory that is given, or a `new` that returns null.
    if (parts[type]?.name === "ArgumentList" || isDoubtful(node)) return;
    const isArray = parts.some(({ name }) => name === "NewDeclarator");
    const isRaw = !parts.some(({ name }) => name === "ArgumentList" || name === "InitializerList");
    this.#insert(node.from, "::__steps::__made(");
    for (const child of parts) this.#expressions(child, node);
    this.#insert(node.to, `,${isArray},${isRaw})`);
  }

  #lambda(node: Node, parent: Node): void {
    const body = childOf(node, "CompoundStatement");
    if (!body || isDoubtful(node) || !this.#mayChange(node, body)) return;
    const declarator = children(node).find(({ name }) => /Declarator$/.test(name));
    const named = parent.name === "InitDeclarator" ? parent.firstChild : null;
    const name = named?.name === "Identifier" ? this.#source.of(named) : "lambda";
    this.#body(body, {
      name,
      parameters: declarator ? parametersOf(this.#source, declarator) : [],
      hasThis: false,
      hasStores: this.#hasStores,
    });
  }

  #function(node: Node, record: string | null): void {
    const body = childOf(node, "CompoundStatement");
    if (!body || !hasClearStatements(this.#source, node) || !this.#mayChange(node, body)) return;
    const initializers = childOf(node, "FieldInitializerList");
    if (initializers) this.#expressions(initializers, node);
    const [declarator] = descendants(node, "FunctionDeclarator");
    if (!declarator) return;
    const [named] = children(declarator);
    const short = named ? this.#source.of(named).replace(/\s+/g, " ") : "?";
    const name = record === null ? short : `${record}::${short}`;
    if (short === "main" && record === null) {
      this.#main = { at: body.from + 1, line: this.#source.lineOf(body.from) };
    }
    const head = this.#source.text.slice(node.from, body.from);
    const owner = name.includes("::") ? name.split("::").at(-2)?.replace(/<[^]*/, "") ?? "" : "";
    const isMethod = this.#classes.has(owner) &&
      !this.#statics.has(name.split("::").slice(-2).join("::"));
    const hasThis = isMethod && !/\b(?:static|friend)\b/.test(head);
    const hasStores = this.#hasStores && !CATCHES.test(this.#source.of(body));
    if (this.#hasStores && !hasStores) this.#insert(node.from, UNWATCHED);
    const parameters = parametersOf(this.#source, declarator);
    this.#body(body, { name, parameters, hasThis, hasStores });
  }

  #mayChange(node: Node, body: Node): boolean {
    return !this.#isLeftOut(node) && !isTooLong(this.#source.of(body)) &&
      !COMPUTED.test(this.#source.text.slice(node.from, body.from)) &&
      !COROUTINE.test(this.#source.of(body));
  }

  #body(
    node: Node,
    { name, parameters, hasThis, hasStores }: {
      name: string;
      parameters: Variable[];
      hasThis: boolean;
      hasStores: boolean;
    },
  ): void {
    const isJumping = within(node, "GotoStatement").length > 0;
    const body: Body = { hasValues: this.#hasValues && !isJumping, raw: new Map(), hasStores };
    this.#hasSteps = true;
    const isMain = this.#main?.at === node.from + 1;
    const globals = isMain && this.#hasValues ? this.#globals : [];
    const shown = globals.map((one) => `::__steps::__global("${one}",::${one});`);
    if (shown.length > 0) shown.unshift("static ::__steps::__globals __steps_g;");
    this.#insert(node.from + 1, `${shown.join("")}::__steps::__frame ${FRAME}(${quoted(name)});`);
    if (this.#hasValues && hasThis) this.#insert(node.from + 1, `${FRAME}.__add("this",*this);`);
    if (this.#hasValues) this.#insert(node.from + 1, added(parameters));
    this.#statements(node, body);
    const last = children(node).findLast(isStatement);
    const isLeft = last !== undefined && /^(?:Return|Throw|Goto)/.test(last.name);
    if (!isLeft) this.#insert(node.to - 1, `${this.#step(node.to - 1)};`);
  }

  #block(node: Node, body: Body, before = ""): void {
    const declares = children(node).some(({ name }) => name === "Declaration");
    if (body.hasValues && (declares || before)) this.#insert(node.from + 1, SCOPE + before);
    this.#statements(node, body);
  }

  #statements(node: Node, body: Body): void {
    for (const child of children(node)) this.#statement(child, body, true);
  }

  #statement(node: Node, body: Body, isInBlock: boolean): void {
    if (node.name === "CaseStatement" || node.name === "LabeledStatement") {
      const inner = children(node).filter(isStatement);
      for (const child of inner) this.#statement(child, body, node.name === "CaseStatement");
      return;
    }
    if (!isStatement(node)) return this.#expressions(node, node);
    if (node.name === "CompoundStatement") return this.#block(node, body);
    if (isInBlock && this.#source.of(node) === ";") return;
    this.#insert(node.from, `${isInBlock ? "" : "{"}${this.#before(node, body)}`);
    const after = isSimple(node) && isDoubtful(node) ? "" : this.#inside(node, body);
    if (after) this.#insert(node.to, after);
    if (node.name === "Declaration" && isInBlock && !isDoubtful(node)) this.#declare(node, body);
    if (!isInBlock) this.#insert(node.to, "}");
  }

  /** The step before a statement; a loop with a condition has it in its condition. */
  #before(node: Node, { hasValues }: Body): string {
    if (node.name === "WhileStatement" && conditionOf(this.#source, node) !== null) return "";
    if (node.name === "DoStatement") return "";
    const declares = node.name === "SwitchStatement" ||
      (node.name === "ForStatement" && childOf(node, "Declaration"));
    const opens = declares && hasValues ? `{${SCOPE}` : "";
    return `${this.#step(node.from)};${opens}`;
  }

  #declare(node: Node, body: Body): void {
    if (!body.hasValues) return;
    const declared = variablesOf(this.#source, node);
    const raw = declared.filter(({ isRaw }) => isRaw);
    for (const one of raw) body.raw.set(one.name, firstOf(one));
    // Nothing may be declared where a `case` jumps over it.
    const isJumpedOver = node.parent?.name === "CaseStatement";
    const known = isJumpedOver ? added(declared) : declared.map((one) => this.#kept(one)).join("");
    // Where a store of zero is not seen, zeros count as set.
    const unseen = body.hasStores ? [] : raw;
    this.#insert(
      node.to,
      known + unseen.map((one) => `${FRAME}.__touched(${firstOf(one)});`).join(""),
    );
  }

  /** The declaration that makes a variable known until it is destroyed. */
  #kept(declared: Variable): string {
    const { name, dimensions, isRaw } = declared;
    if (dimensions > 0) return added([declared]);
    return `::__steps::__variable<decltype(${name})> __steps_${this.#inserts.length}_${name}(${FRAME},"${name}",${name},${isRaw});`;
  }

  /** Instruments a statement's parts; returns what is inserted after it. */
  #inside(node: Node, body: Body): string {
    switch (node.name) {
      case "ForStatement":
        return this.#for(node, body);
      case "ForRangeLoop":
        return this.#rangeFor(node, body);
      case "IfStatement":
        return this.#if(node, body);
      case "WhileStatement":
        return this.#while(node, body);
      case "DoStatement":
        return this.#do(node, body);
      case "SwitchStatement": {
        const block = childOf(node, "CompoundStatement");
        if (block) this.#statements(block, body);
        return body.hasValues ? "}" : "";
      }
      case "TryStatement":
        this.#try(node, body);
        return "";
      default:
        this.#expressions(node, node);
        return /^(?:Expression|Declaration)/.test(node.name) ? this.#written(node, body) : "";
    }
  }

  /** A loop's or a branch's statement, with what comes before it in its block. */
  #branch(node: Node, body: Body, before: string): void {
    const given = body.hasValues ? before : "";
    if (node.name === "CompoundStatement") return this.#block(node, body, given);
    if (given) this.#insert(node.from, `{${SCOPE}${given}`);
    this.#statement(node, body, given !== "" && node.name !== "Declaration");
    if (given) this.#insert(node.to, "}");
  }

  #for(node: Node, body: Body): string {
    const declaration = childOf(node, "Declaration");
    const last = node.lastChild;
    const macro = this.#source.loops.get(node.from);
    const closes = body.hasValues && declaration ? "}" : "";
    if (!last || !isStatement(last)) return closes;
    for (const child of children(node)) {
      if (child !== last && child.to <= last.from) this.#expressions(child, node);
    }
    const variables = declaration ? added(variablesOf(this.#source, declaration)) : "";
    const update = this.#source.isMasked(node.from, last.from)
      ? null
      : updateOf(this.#source, node, last);
    if (update !== null) {
      const names = body.hasValues ? variables.replaceAll(";", ",") : "";
      this.#insert(update.at, `${names}${this.#step(node.from)}${update.isEmpty ? "" : ","}`);
    }
    const shown = macro?.variable ? `${FRAME}.__add("${macro.variable}",${macro.variable});` : "";
    this.#branch(last, body, variables + shown);
    return closes;
  }

  #rangeFor(node: Node, body: Body): string {
    const last = node.lastChild;
    if (!last || !isStatement(last)) return "";
    const parts = children(node).filter(({ to }) => to <= last.from);
    const at = parts.findIndex(({ name }) => name === "Identifier" || /Declarator$/.test(name));
    const declared = parts[at];
    for (const part of parts.slice(at + 1)) this.#expressions(part, node);
    this.#branch(last, body, declared ? added(setIn(this.#source, declared)) : "");
    return "";
  }

  /** The variables that a condition declares, and those that it reads from the input. */
  #inCondition(node: Node, body: Body): string {
    const clause = childOf(node, "ConditionClause");
    if (!clause) return "";
    this.#expressions(clause, node);
    const declared = children(clause).filter(({ name }) => name === "Declaration")
      .flatMap((one) => variablesOf(this.#source, one)).map((one) => ({ ...one, isRaw: false }));
    return added(declared) + this.#written(clause, body);
  }

  #if(node: Node, body: Body): string {
    const before = this.#inCondition(node, body);
    const isElse = (child: Node) => child.prevSibling?.name === "else";
    for (const child of children(node)) {
      if (!isStatement(child)) continue;
      if (child.name !== "IfStatement" || !isElse(child)) {
        this.#branch(child, body, before);
        continue;
      }
      const clause = conditionOf(this.#source, child);
      if (clause) this.#insert(clause.from + 1, `${this.#step(child.from)},`);
      this.#if(child, body);
    }
    const clause = childOf(node, "ConditionClause");
    return clause && conditionOf(this.#source, node) ? this.#written(clause, body) : "";
  }

  #while(node: Node, body: Body): string {
    const clause = conditionOf(this.#source, node);
    if (clause) this.#insert(clause.from + 1, `${this.#step(node.from)},`);
    const before = this.#inCondition(node, body);
    const last = node.lastChild;
    if (last && isStatement(last)) this.#branch(last, body, before);
    return clause ? this.#written(clause, body) : "";
  }

  #do(node: Node, body: Body): string {
    const inner = children(node).find(isStatement);
    if (inner) this.#branch(inner, body, "");
    const clause = conditionOf(this.#source, node);
    if (clause) {
      this.#insert(clause.from + 1, `${this.#step(clause.from)},`);
      this.#expressions(clause, node);
    }
    return "";
  }

  #try(node: Node, body: Body): void {
    for (const child of children(node)) {
      if (child.name === "CompoundStatement") this.#block(child, body);
      if (child.name !== "CatchClause") continue;
      const list = childOf(child, "ParameterList");
      const given = (list ? children(list) : []).flatMap((one) => headVariables(this.#source, one));
      const block = childOf(child, "CompoundStatement");
      if (block) this.#block(block, body, added(given));
    }
  }

  #written(node: Node, { raw, hasValues }: Body): string {
    return hasValues ? written(this.#source, node, raw) : "";
  }

  /** A class, with a function that shows its fields. */
  #record(node: Node, parent: Node): void {
    const list = childOf(node, "FieldDeclarationList");
    if (!list) return;
    const name = childOf(node, "TypeIdentifier", "TemplateType");
    this.#outside(list, name ? this.#source.of(name).replace(/<[^]*/, "") : "", "");
    if (!this.#hasValues || node.name === "UnionSpecifier" || list.lastChild?.name !== "}") return;
    if (this.#isLeftOut(node)) return;
    // An anonymous class has no functions.
    if (!name && parent.name === "FieldDeclaration" && children(parent).length === 1) return;
    if (!name && parent.name === "TypeDefinition") {
      const typedef = childOf(parent, "TypeIdentifier");
      if (!typedef) return;
      this.#insert(list.from, `${this.#source.of(typedef)} `);
    }
    const shown = shownOf(this.#source, node, list).join("");
    this.#insert(list.to - 1, `public:void __steps_fields()const{${shown}}`);
  }

  #isLeftOut(node: Node): boolean {
    const [first, last] = [this.#source.lineOf(node.from), this.#source.lineOf(node.to)];
    return [...this.#without].some((line) => line >= first && line <= last);
  }
}

const isSimple = ({ name }: Node): boolean =>
  name === "ExpressionStatement" || name === "Declaration" || name === "ReturnStatement";

/** Whether a function's declarator is inside that of its reference or pointer. */
function isFunction(node: Node): boolean {
  return childOf(node, "CompoundStatement") !== undefined &&
    ["ReferenceDeclarator", "PointerDeclarator"].some((name) => {
      const declarator = childOf(node, name);
      return declarator !== undefined && descendants(declarator, "FunctionDeclarator").length > 0;
    });
}

/** The condition of a statement, if it is an expression and its text is as the parser reads it. */
function conditionOf(source: Source, node: Node): Node | null {
  const clause = childOf(node, "ConditionClause", "ParenthesizedExpression");
  if (!clause || childOf(node, "constexpr") || source.isMasked(node.from, clause.to)) {
    return null;
  }
  return childOf(clause, "Declaration", "ExpressionStatement") ? null : clause;
}

/** Where the third part of a `for` begins. */
function updateOf(
  source: Source,
  node: Node,
  last: Node,
): { at: number; isEmpty: boolean } | null {
  const open = childOf(node, "(");
  const close = children(node).findLast(({ name, to }) => name === ")" && to <= last.from);
  if (!open || !close) return null;
  const inner = source.text.slice(open.to, close.from);
  const places = semicolons(inner);
  if (places.length !== 2) return null;
  const at = open.to + (places[1] ?? 0) + 1;
  return { at, isEmpty: source.text.slice(at, close.from).trim() === "" };
}
