/** Where the notices stand. */

const GAP = 8;

/** What the notices must not cover: the heading, an open menu, and what is pressed next. */
const KEPT_FREE = "[data-heading] > *, .menu, [data-menu], main :is(.btn-primary, .btn-success)";

/** Puts the notices as high as they cover none of these, or no button of an open dialog, and right. */
export function placeAside(region: HTMLElement): void {
  const box = (part: Element) => part.getBoundingClientRect();
  const { width, height } = box(region);
  const top = box(document.querySelector("header") ?? document.body).bottom + GAP;
  const right = document.documentElement.clientWidth - GAP;
  const dialog = document.querySelector("dialog[open]");
  const kept = [...(dialog ?? document).querySelectorAll(dialog ? ".btn" : KEPT_FREE)]
    .map(box).filter((one) => one.bottom > top && one.top < innerHeight);
  const tops = [top, ...kept.map(({ bottom }) => bottom + GAP)].sort((a, b) => a - b);
  const rights = [right, ...kept.map(({ left }) => left - GAP)].sort((a, b) => b - a);
  const places = tops.flatMap((top) => rights.map((right) => [top, right] as const));
  const [y, x] = places.find(([top, right]) =>
    right >= width && top + height < innerHeight &&
    kept.every((one) =>
      one.left >= right || one.right <= right - width || one.top >= top + height ||
      one.bottom <= top
    )
  ) ?? [top, right];
  region.style.inset = `${y}px auto auto ${x - width}px`;
}
