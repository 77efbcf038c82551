/** A person's picture, or their initials on a colour that is always the same for their name. */

const colors = [
  "bg-primary text-primary-content",
  "bg-secondary text-secondary-content",
  "bg-neutral text-neutral-content",
  "bg-info text-info-content",
  "bg-warning text-warning-content",
];

function colorOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return colors[sum % colors.length] ?? "";
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...word ?? ""][0] ?? "")
    .join("").toUpperCase();
}

export function Avatar(
  { name, image, size = "size-8 text-xs" }: { name: string; image?: string | null; size?: string },
) {
  if (image) return <img src={image} alt="" className={`${size} rounded-full object-cover`} />;
  return (
    <span
      aria-hidden
      className={`${size} ${
        colorOf(name)
      } inline-grid shrink-0 place-items-center rounded-full font-bold`}
    >
      {initials(name)}
    </span>
  );
}
