/** The keys that were pressed while the palette was loading. */
export interface Typed {
  text: string;
  /** Whether Enter was pressed after the text. */
  isEntered: boolean;
}
