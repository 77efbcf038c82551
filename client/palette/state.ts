/** The keys that were pressed while the palette was loading. */
export interface Typed {
  text: string;
  isEntered: boolean;
}
