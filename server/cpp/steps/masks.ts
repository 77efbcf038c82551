/**
 * What the parser does not know, it reads as something else that is as long. It takes `const T x{1};`
 * for a function, and reads `const T x=0  ;` instead: nothing is inserted into such braces. It knows
 * no suffixes such as those of `35min` and `"text"s`.
 */

/** Comments, texts, characters and directives have no group. */
export const TOKEN =
  /\/\/.*|\/\*[^]*?(?:\*\/|$)|R"([^()\\\s]{0,16})\([^]*?(?:\)\1"|$)|"(?:\\[^]|[^"\\\n])*"?(?<suffix>[A-Za-z_]\w*)?|'(?:\\[^]|[^'\\\n])*'?|^[ \t]*#(?:\\\r?\n|[^\n])*|(?<number>\d[\w.']*)|(?<token>[A-Za-z_]\w*|->|::|[^\s\w])/gm;
/** What no variable is called, or what no type before a variable is called. */
const KEYWORD =
  /^(?:alignas|asm|case|catch|class|concept|co_\w+|const|consteval|default|delete|do|else|enum|explicit|export|extern|final|for|friend|goto|if|inline|mutable|namespace|new|noexcept|operator|override|private|protected|public|requires|return|static|struct|switch|template|this|throw|try|typedef|typename|union|using|virtual|volatile|while|int|char|bool|long|short|double|float|void|unsigned|signed|auto)$/;
const NO_TYPE =
  /^(?:case|class|co_\w+|delete|do|else|enum|goto|namespace|new|operator|private|protected|public|return|sizeof|struct|throw|try|typename|union|using|virtual)$/;
const NAME = /^[A-Za-z_]\w*$/;

const SUFFIXED = /^(?!0[xXbB])\d[\d']*(?:\.[\d']*)?(?:[eE]\d+)?(?![eEuUlLfFzZ]+$)[A-Za-z_]\w*$/;

export function withoutSuffixes(text: string): string {
  return text.replace(TOKEN, (whole, ...rest) => {
    const { suffix, number } = rest.at(-1) as { suffix?: string; number?: string };
    if (suffix) return whole.slice(0, -suffix.length).padEnd(whole.length);
    return number && SUFFIXED.test(number) ? number.replace(/[^\d.']/g, "0") : whole;
  });
}

export function withoutBraces(text: string): string {
  // The two tokens before.
  let [first, second] = ["", ""];
  let [masked, from] = ["", 0];
  for (const { index, groups } of text.matchAll(TOKEN)) {
    const token = groups?.token ?? groups?.number;
    if (token === undefined || index < from) continue;
    const isVariable = token === "{" && NAME.test(second) && !KEYWORD.test(second) &&
      (/^[>*&\]]$/.test(first) || (NAME.test(first) && !NO_TYPE.test(first)));
    if (isVariable) {
      const end = closing(text, index, "{}");
      // The declaration goes on or ends there.
      if (end !== null && /^\s*[;,]/.test(text.slice(end, end + 200))) {
        masked += text.slice(from, index) + "=0" +
          text.slice(index + 2, end).replace(/[^\r\n]/g, " ");
        from = end;
      }
    }
    [first, second] = [second, token];
  }
  return masked + text.slice(from);
}

/** Returns where what is opened here is closed; null where it is not. */
export function closing(text: string, from: number, [open, close]: "{}" | "()"): number | null {
  let depth = 0;
  const tokens = new RegExp(TOKEN);
  tokens.lastIndex = from;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const { token } = found.groups ?? {};
    if (token === open) depth++;
    else if (token === close && --depth === 0) return found.index + 1;
  }
  return null;
}
