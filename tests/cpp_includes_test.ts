/** Which precompiled includes a program is compiled with. */
import { strictEqual as is } from "node:assert/strict";
import { bestIncludes, includesKey, leadingIncludes } from "../server/cpp/includes.ts";

const usual = { standard: "c++20", optimise: 0 };
const key = (names: string[], settings = usual) =>
  includesKey(settings, leadingIncludes(names.map((name) => `#include <${name}>\n`).join("")));

Deno.test("a program is compiled with the kept includes that have most of its own and no others", () => {
  const kept = [
    key(["iostream"]),
    key(["iostream", "vector"]),
    key(["iostream", "vector", "map"]),
    key(["bits/stdc++.h"]),
  ];
  is(bestIncludes(kept, key(["iostream", "vector", "string"])), kept[1]);
  is(bestIncludes(kept, key(["vector", "iostream", "map"])), kept[2]);
  is(bestIncludes(kept, key(["vector"])), null);
  is(bestIncludes(kept, key(["iostream", "vector", "bits/stdc++.h"])), kept[3]);
  is(bestIncludes(kept, key(["iostream"], { ...usual, optimise: 1 })), null);
  is(bestIncludes(kept, null), null);
});
