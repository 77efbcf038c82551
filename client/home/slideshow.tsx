/** Turns the projector's slides: automatically, by the keyboard, or by a presenter. */
import { useEffect, useRef, useState } from "react";
import { useLatest } from "../kit/data/use-latest.ts";
import type { Slide } from "./slides.tsx";

const LEAST = 9000;
const LONGEST = 40_000;
/** In ms: the time to find the text and begin, and for each character, from a distance. */
const BEGIN = 5000;
const PER_CHARACTER = 70;

export interface Slideshow {
  slide: Slide | undefined;
  index: number;
  page: number;
  pages: number;
  setPages: (count: number) => void;
  isPaused: boolean;
  duration: number;
}

interface SlidePosition {
  id: string | undefined;
  /** The slide's last index, which is used if the slide has been removed. */
  index: number;
  page: number;
}

/** @param onTurn called before another slide is shown automatically */
export function useSlideshow(slides: readonly Slide[], onTurn: () => void): Slideshow {
  const [place, setPlace] = useState<SlidePosition>({ id: slides[0]?.id, index: 0, page: 0 });
  const [pages, setPages] = useState(1);
  const [isPaused, setIsPaused] = useState(false);
  // The first slides are loaded. Storing the id keeps this slide on screen when others are inserted
  // before it.
  if (place.id === undefined && slides[0] !== undefined) {
    setPlace({ id: slides[0].id, index: 0, page: 0 });
  }
  const found = slides.findIndex(({ id }) => id === place.id);
  const index = found >= 0 ? found : Math.min(place.index, Math.max(0, slides.length - 1));
  const slide = slides[index];
  const page = found >= 0 ? Math.min(place.page, pages - 1) : 0;
  const news = useNews(slides, (id) => {
    setPages(1);
    setPlace({ id, index: slides.findIndex((one) => one.id === id), page: 0 });
  });
  const duration = Math.min(
    LONGEST,
    Math.max(LEAST, BEGIN + (slide?.length ?? 0) / pages * PER_CHARACTER),
  );

  function show(to: number): void {
    const at = (to + slides.length) % Math.max(1, slides.length);
    // The next slide reports its own number of pages.
    if (slides[at]?.id !== slide?.id) setPages(1);
    setPlace({ id: slides[at]?.id, index: at, page: 0 });
  }

  function step(by: 1 | -1): void {
    const next = page + by;
    if (next >= 0 && next < pages) setPlace({ id: slide?.id, index, page: next });
    else show(index + by);
  }

  function turn(): void {
    if (page + 1 < pages) return step(1);
    onTurn();
    // A new slide is shown first.
    const fresh = news.take();
    const at = slides.findIndex(({ id }) => id === fresh);
    show(at >= 0 ? at : index + 1);
  }

  const latest = useLatest({ step, turn });
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => latest.current.turn(), duration);
    return () => clearTimeout(timer);
  }, [isPaused, duration, slide?.id, page, place]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A presenter's buttons send the page keys.
      if (event.key === "ArrowRight" || event.key === "PageDown") latest.current.step(1);
      else if (event.key === "ArrowLeft" || event.key === "PageUp") latest.current.step(-1);
      else if (event.key === " ") setIsPaused((paused) => !paused);
      else if (event.key.toLowerCase() === "f") toggleFullScreen();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return { slide, index, page, pages, setPages, isPaused, duration };
}

function toggleFullScreen(): void {
  const done = document.fullscreenElement === null
    ? document.documentElement.requestFullscreen?.()
    : document.exitFullscreen();
  // If the browser refuses, its own full-screen key still works.
  done?.catch(() => {});
}

/** The slides that were not shown as news yet. @param cutIn shows a new announcement at once */
function useNews(
  slides: readonly Slide[],
  cutIn: (id: string) => void,
): { take: () => string | undefined } {
  const known = useRef<ReadonlySet<string> | null>(null);
  const waiting = useRef<string[]>([]);
  useEffect(() => {
    const before = known.current;
    const ids = slides.map(({ id }) => id);
    if (before !== null && before.size > 0) {
      const isNew = ({ id }: Slide) => !before.has(id);
      // Only the newest one: an older one comes into the list when another is deleted.
      const newest = slides.find(({ kind }) => kind === "announcement");
      const urgent = newest && isNew(newest) ? newest.id : undefined;
      if (urgent !== undefined) cutIn(urgent);
      const came = slides.filter(isNew).map(({ id }) => id).filter((id) => id !== urgent);
      // A slide that has been removed again is not news.
      waiting.current = [...waiting.current, ...came].filter((id) => ids.includes(id));
    }
    known.current = new Set(ids);
  }, [slides]);
  return { take: () => waiting.current.shift() };
}
