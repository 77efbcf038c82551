/** Names that beginners bring along from Turbo C++ and from other languages. */
import { byWord, say } from "../../languages/sentences/say.ts";

const LEAVE_OUT = byWord({
  clrscr: "noScreen",
  getch: "outputStays",
  getche: "outputStays",
  kbhit: "readsWithCin",
  gotoxy: "plainOutput",
  textcolor: "noColours",
  textbackground: "noColours",
  delay: "noWaiting",
  sound: "noSound",
  nosound: "noSound",
  initgraph: "noGraphics",
  closegraph: "noGraphics",
});

const INSTEAD = byWord({
  gets: "habitGets",
  randomize: "habitRandomize",
  strrev: "habitStrrev",
  strupr: "habitStrupr",
  strlwr: "habitStrlwr",
  stricmp: "habitStricmp",
  strcmpi: "habitStrcmpi",
  itoa: "habitItoa",
  String: "habitString",
  boolean: "habitBoolean",
  null: "habitNull",
  None: "habitNull",
  print: "habitPrint",
  println: "habitPrintln",
  System: "habitJava",
  input: "habitInput",
  elseif: "habitElif",
  elif: "habitElif",
  elsif: "habitElif",
  then: "habitThen",
  def: "habitDef",
  function: "habitFunction",
  let: "habitVar",
  var: "habitVar",
  include: "hashMissing",
});

/** What to write for a name that other languages or compilers have; null for any other name. */
export function habitOf(name: string): string | null {
  const [reason, instead] = [LEAVE_OUT.get(name), INSTEAD.get(name)];
  if (reason) return say("turboCall", name, say(reason));
  return instead ? say(instead) : null;
}

/** Words of the language, which are written in small letters. */
const WORDS = new Set(
  ("bool break case char class const continue default delete do double else enum false float for " +
    "if int long namespace new nullptr private public return short signed sizeof static struct " +
    "switch this true typedef unsigned using void while main").split(" "),
);
export const isWord = (name: string): boolean => WORDS.has(name);
