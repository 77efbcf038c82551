/** The program as a whole: linking, threads, and the limits of the compiler. */
import { say } from "../../languages/sentences/say.ts";
import type { Rule } from "./rule.ts";

export const PROGRAM: Rule[] = [
  [
    /^undefined symbol: main$/,
    (_, { lines }) =>
      lines.some((line) => /^\s*\w+\s+(?:Main|MAIN|mian|mein)\s*\(/.test(line))
        ? say("mainSmall")
        : say("noMain"),
  ],
  [/^the question has main already$/, "mainGiven"],
  [/^a hidden file of the question does not compile/, "hiddenDoesNotFit"],
  [/^#embed is not possible here/, "noEmbed"],
  [/^undefined symbol: vtable for (.+)/, "virtualNoBody"],
  [/^undefined symbol: (.+)/, "noDefinition"],
  [/^duplicate symbol: (.+)/, "duplicateSymbol"],
  [/^threads cannot be started here/, "noThreads"],
  [/^(?:initial memory too large|maximum memory too small)/, "globalsTooLarge"],
  [/^#include nested too deeply/, "includesItself"],
  [/^recursive template instantiation exceeded/, "templateEndless"],
  [/constant expression|constexpr evaluation hit maximum step limit/, "notConstant"],
  [/^bracket nesting level exceeded|^the program is nested too deeply/, "nestedDeeply"],
  [/^the compiler needs too much memory/, "compilerMemory"],
  [/^the compiled program is larger than/, "programTooLarge"],
  [/^the compiler has too much to say/, "tooManyErrors"],
  [/^the compiler stopped at the program/, "compilerFailed"],
  [/^the program is longer than/, "programTooLong"],
  [/NUL/, "unseenCharacter"],
  [
    /^(?:invalid instruction|Unexpected token in operand|invalid (?:input|output) constraint|unknown register)|inline asm|assembly is disabled/i,
    "noAssembler",
  ],
];
