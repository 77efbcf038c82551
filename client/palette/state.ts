/** The keys that were pressed while the palette was loading. */
export interface EarlyKeys {
  text: string;
  isEntered: boolean;
}
