import { createRequire } from "node:module";
import type { Node } from "@vscode/tree-sitter-wasm";
import treeSitter from "@vscode/tree-sitter-wasm";
import { mqlReference } from "./mql-reference";
import type { Terminal } from "./source";

/**
 * The constructs shared by MQL and C++ that the adapters use. The grammar is C++'s, which has more than MQL (`->`,
 * `auto`, lambdas, `std::`). Anything not in this list is rejected, so that C++-only constructs are found.
 */
const constructs = new Set(
  `translation_unit comment preproc_call preproc_directive preproc_arg preproc_def string_literal string_content escape_sequence
  declaration init_declarator array_declarator type_qualifier identifier number_literal char_literal
  character true false function_definition function_declarator parameter_list parameter_declaration compound_statement
  expression_statement return_statement if_statement else_clause condition_clause for_statement while_statement break_statement
  continue_statement assignment_expression update_expression binary_expression unary_expression conditional_expression
  parenthesized_expression cast_expression type_descriptor call_expression argument_list subscript_expression
  subscript_argument_list`.split(/\s+/),
);

/** `input` before a variable exists only in MQL; a replacement of the same length keeps the columns. */
const asCpp = (source: string) => source.replace(/^input /gm, "const ");

async function newParser() {
  const require = createRequire(import.meta.url);
  await treeSitter.Parser.init();
  const parser = new treeSitter.Parser();
  parser.setLanguage(
    await treeSitter.Language.load(require.resolve("@vscode/tree-sitter-wasm/wasm/tree-sitter-cpp.wasm")),
  );
  return parser;
}

let parser: ReturnType<typeof newParser> | undefined;

const types = ["primitive_type", "sized_type_specifier", "type_identifier"];

const childrenOf = (node: Node) => node.children.filter((child) => child !== null);
const below = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(below)];

/** Returns the name in a declarator: `x`, `x[]`, `x = 1`. */
function declared(declarator: Node | null): Node | null {
  if (!declarator || declarator.type === "identifier") return declarator;
  return declared(declarator.childForFieldName("declarator"));
}

const parametersOf = (definition: Node) =>
  definition.childForFieldName("declarator")?.childForFieldName("parameters")?.namedChildren.length ?? 0;

function declarations(nodes: Node[]) {
  const functions = new Map<string, number>();
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type === "function_definition")
      functions.set(declared(node.childForFieldName("declarator"))?.text ?? "", parametersOf(node));
    if (["declaration", "parameter_declaration"].includes(node.type))
      for (const declarator of node.childrenForFieldName("declarator"))
        names.add(declared(declarator)?.text ?? "");
    if (node.type === "preproc_def") names.add(node.childForFieldName("name")?.text ?? "");
  }
  return { functions, names };
}

/**
 * Returns the faults of an adapter's source as `line:column what`. Empty means that it parses, uses no construct that
 * MQL lacks, and uses only names that it declares or that are in its language's reference, with the right number of
 * arguments (docs/adr/0023). It is not a compiler: types and scopes are checked by the C++ stand-in.
 */
export async function checkMql(source: string, terminal: Terminal): Promise<string[]> {
  parser ??= newParser();
  const tree = (await parser).parse(asCpp(source));
  if (!tree) return ["1:1 is not parsed"];
  const reference = mqlReference[terminal];
  const nodes = below(tree.rootNode);
  const { functions, names } = declarations(nodes);
  const constants = new Set([...reference.constants, ...names]);

  const problemOf = (node: Node): string | undefined => {
    if (node.isMissing) return `"${node.type}" is missing`;
    if (node.isError) return `is no MQL: ${node.text.slice(0, 40)}`;
    if (!node.isNamed) return;
    if (types.includes(node.type))
      return reference.types.includes(node.text) ? undefined : `is no type: ${node.text}`;
    if (!constructs.has(node.type)) return `is no construct of MQL that is used here: ${node.type}`;
    if (node.type === "function_definition") return eventProblem(node);
    if (node.type === "call_expression") return callProblem(node);
    if (node.type === "identifier" && !isCallee(node) && !isFunctionName(node) && !constants.has(node.text))
      return `is no name: ${node.text}`;
    return;
  };

  const isCallee = (node: Node) =>
    node.parent?.type === "call_expression" && node.parent.childForFieldName("function")?.id === node.id;
  const isFunctionName = (node: Node) => node.parent?.type === "function_declarator";

  const eventProblem = (node: Node) => {
    const name = declared(node.childForFieldName("declarator"))?.text ?? "";
    if (!/^On[A-Z]/.test(name) || reference.events[name] === parametersOf(node)) return;
    return `is no event with ${parametersOf(node)} parameters: ${name}`;
  };

  const callProblem = (node: Node) => {
    const name = node.childForFieldName("function")?.text ?? "";
    const count = node.childForFieldName("arguments")?.namedChildren.length ?? 0;
    const arity = functions.get(name) ?? reference.functions[name];
    if (arity === undefined) return `is no function: ${name}`;
    const [least, most] = typeof arity === "number" ? [arity, arity] : arity;
    if (count < least || count > most) return `${name} takes no ${count} arguments`;
    return;
  };

  return nodes.flatMap((node) => {
    const problem = problemOf(node);
    const { row, column } = node.startPosition;
    return problem ? [`${row + 1}:${column + 1} ${problem}`] : [];
  });
}
