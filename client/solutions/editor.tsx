/** The solution editor. */
export default function SolutionEditor() {
  return null;
}
