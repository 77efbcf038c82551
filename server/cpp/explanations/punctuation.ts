/** Semicolons, quotes, braces, parentheses and other signs. */
import { FOR_WITHOUT_SEMICOLONS, type MessageContext, type Rule } from "./rule.ts";

const FOR_HEAD =
  "The three parts of a for are separated by semicolons, not by commas: for (i = 0; i < n; i++).";
const UNCLOSED_TEXT = 'The text is not closed: a " is missing at its end, on the same line.';
const SINGLE_QUOTES =
  'Single quotes hold one character: write text in double quotes, as in "hello".';

export const PUNCTUATION: Rule[] = [
  [
    /^expected ';' in 'for' statement specifier|^expected expression/,
    FOR_HEAD,
    FOR_WITHOUT_SEMICOLONS,
  ],
  [
    /^expected ';' in 'for' statement specifier/,
    "The head of a for has exactly two semicolons: for (int i = 0; i < n; i++).",
  ],
  [
    /^expected ';' after (?:struct|class|enum|union)/,
    "A semicolon is missing after the closing brace of the type.",
  ],
  [
    /^expected ';' after expression/,
    'Between the parts that cout prints stand <<, as in cout << "Sum = " << sum;',
    /\bcout\b[^;]*‸\s*["'\w(]/,
  ],
  [
    /^expected ';' after expression/,
    "Between the variables that cin reads stand >>, as in cin >> a >> b;",
    /\bcin\b[^;]*‸\s*[\w(]/,
  ],
  [
    /^expected ';' after expression/,
    "Only if takes a condition, and else takes none: write else if (…) for a second condition, or else alone.",
    /\belse\s*\(/,
  ],
  [/^expected ';'/, "A statement ends with a semicolon: write ; instead of this colon.", /‸\s*:/],
  [
    /^expected ';' at end of declaration/,
    "A name is one word: write $1_$2, or put a comma between two variables.",
    /\b(\w+)‸\s+(\w+)\s*[=;,]/,
  ],
  [/^expected ';'/, "A semicolon is missing at the end of this statement."],
  [
    /U\+(?:201[89A-F]|00B4|0060)|[\u2018-\u201f]/i,
    "These are typographic quotes, perhaps from a copied text: write \" for text and ' for a single character.",
  ],
  [
    /^(?:unexpected character|non-ASCII characters are not allowed|source file is not valid UTF-8)/,
    "This character does not belong into a program: it may come from a copied text; type it again.",
  ],
  [/^missing terminating '"' character/, UNCLOSED_TEXT],
  [/^missing terminating ' character/, "The character is not closed: a ' is missing after it."],
  [
    /^empty character constant/,
    "There is no character between the single quotes: write ' ' for a space, or \"\" for an empty text.",
  ],
  [/^(?:multi-character character constant|character constant too long)/, SINGLE_QUOTES],
  [
    /^(?:no viable conversion from 'int' to '(?:std::)?string|invalid operands to binary expression \(.*string|no viable overloaded '='|no matching (?:member )?function|no matching constructor)/,
    SINGLE_QUOTES,
    /^(?:[^'"]|"[^"]*"|'\\?.')*'[^'\\]{2,}'/,
  ],
  [
    /^unterminated \/\* comment/,
    "This comment never ends: write */ at its end; all that follows belongs to it.",
  ],
  [
    /^expected '}'|^expected end of file/,
    (_, { notes }) => {
      const open = notes.find(({ message }) => message === "to match this '{'");
      return open === undefined
        ? "A closing brace is missing: each { needs a }. Look for the last block that is not closed."
        : `A closing brace is missing: the { in line ${open.line} is never closed, or a block inside it is not.`;
    },
  ],
  [/^extraneous closing brace/, "There is a closing brace too many: it has no { of its own."],
  [
    /^expected '\(' for function-style cast/,
    "In a call, only the values stand, without their types: add(2, 3), not add(int 2, int 3).",
  ],
  [
    /^expected '\)'/,
    "A closing parenthesis is missing before the {: write ) to close the ( of the same line.",
    /‸\s*[{}]/,
  ],
  [/^expected '\)'/, "A closing parenthesis is missing: each ( needs a )."],
  [/^expected ']'/, "Each index has brackets of its own: write a[3][3], not a[3,3].", /\[[^\]]*,/],
  [/^expected ']'/, "A closing bracket is missing: each [ needs a ]."],
  [
    /^top-level comma expression in array subscript/,
    "Each index has brackets of its own: write a[1][2], not a[1,2].",
  ],
  [
    /^expected '\('/,
    "An opening parenthesis is missing: after if, while, for and switch comes a condition in parentheses.",
  ],
  [
    /^expected ':' after/,
    "After case and default stands a colon: case 1: and not case 1;",
  ],
  [
    /^expected unqualified-id/,
    (_, place) =>
      /;\s*$/.test(textBefore(place))
        ? "The { belongs to the head of the function above, which ends with a semicolon: remove that semicolon."
        : null,
    /^\s*‸\{/,
  ],
  [
    /^(?:expected unqualified-id|invalid suffix '[a-z]\w*' on integer constant)/,
    "A name cannot begin with a digit: write the number at its end, or a letter before it.",
    /‸\d|\d‸/,
  ],
  [
    /^brackets are not allowed here/,
    "The brackets of an array stand after its name: int a[5]; and not int[] a.",
  ],
  [
    /^expected unqualified-id/,
    "A name is expected here: a name cannot be a word of the language or begin with a digit, and a statement must stand inside a function.",
  ],
  [
    /^expected expression/,
    "This else has no if of its own: the if above needs no semicolon after its condition, { } around its statements if they are several, and a } before the else.",
    /‸else\b/,
  ],
  [/^expected expression/, "Greater or equal is written >=, not =>.", /=‸>/],
  [/^expected expression/, "Less or equal is written <=, not =<.", /=‸</],
  [
    /^expected expression/,
    "C++ has no colon after a condition: remove it, and put the statements between { and }.",
    /\)\s*‸:/,
  ],
  [
    /^expected expression|^unexpected ';' before ']'/,
    (_, { notes }) => {
      const macro = notes.find(({ message }) => message.startsWith("expanded from macro"));
      const [, name = ""] = /'(\w+)'/.exec(macro?.message ?? "") ?? [];
      return macro === undefined
        ? null
        : `The #define in line ${macro.line} is copied as it stands: it needs no = and no semicolon, as in #define ${name} 10.`;
    },
  ],
  [
    /^expected expression/,
    "Something is missing here or stands in the wrong place: a value, or a parenthesis.",
  ],
  [
    /^expected statement/,
    "A statement is expected here: check the braces and parentheses just before this place.",
  ],
  [
    /^(if|while|for|range-based for) (?:statement|loop) has empty body/,
    ([kind = ""]) =>
      kind === "while"
        ? "The semicolon after the condition is the whole body, so the loop may never end: remove the semicolon."
        : "The semicolon after the parentheses is the whole body, so what follows always runs, and only once: remove the semicolon.",
  ],
  [
    /^function definition is not allowed here/,
    "A function cannot be defined inside another one: close the braces of the function before it.",
  ],
  [
    /^'(break|continue)' statement not in/,
    "$1 stands outside a loop, so there is nothing to leave: check the braces.",
  ],
];

/** The last line before this one that is not empty. */
const textBefore = ({ lines, diagnostic }: MessageContext): string =>
  lines.slice(0, diagnostic.line - 1).findLast((line) => line.trim() !== "") ?? "";
