/** The one store of atoms. With it, code outside React reads and sets them too. */
import { createStore } from "jotai/vanilla";

export const store = createStore();
