/** How the projector's slides turn: by themselves, or by the keyboard or a presenter. */
import { useEffect, useRef, useState } from "react";
import type { Slide } from "./slides.tsx";

const LEAST = 9000;
const LONGEST = 40_000;
/** To find it and begin, and then for each character, read at ease and from afar. */
const BEGIN = 5000;
const PER_CHARACTER = 70;

export interface Turning {
  slide: Slide | undefined;
  index: number;
  page: number;
  pages: number;
  setPages: (count: number) => void;
  isPaused: boolean;
  /** How long this page stays. */
  duration: number;
}

interface Place {
  id: string | undefined;
  /** Where it stood, for when it is gone. */
  index: number;
  page: number;
}

/** @param onTurn before another slide is shown by itself */
export function useTurning(slides: readonly Slide[], onTurn: () => void): Turning {
  const [place, setPlace] = useState<Place>({ id: slides[0]?.id, index: 0, page: 0 });
  const [pages, setPages] = useState(1);
  const [isPaused, setIsPaused] = useState(false);
  // The first slides have come: this one stays where it is, whatever comes before it.
  if (place.id === undefined && slides[0] !== undefined) {
    setPlace({ id: slides[0].id, index: 0, page: 0 });
  }
  const found = slides.findIndex(({ id }) => id === place.id);
  const index = found >= 0 ? found : Math.min(place.index, Math.max(0, slides.length - 1));
  const slide = slides[index];
  const page = found >= 0 ? Math.min(place.page, pages - 1) : 0;
  const news = useNews(slides);
  const duration = Math.min(
    LONGEST,
    Math.max(LEAST, BEGIN + (slide?.length ?? 0) / pages * PER_CHARACTER),
  );

  function show(to: number): void {
    const at = (to + slides.length) % Math.max(1, slides.length);
    // The next slide tells its own.
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
    // What has just come is shown first.
    const fresh = news.take();
    const at = slides.findIndex(({ id }) => id === fresh);
    show(at >= 0 ? at : index + 1);
  }

  const latest = useRef({ step, turn });
  useEffect(() => {
    latest.current = { step, turn };
  });
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
  // Refused by the browser: then its own key does it.
  done?.catch(() => {});
}

/** The slides that came since the first ones, and were not shown as news yet. */
function useNews(slides: readonly Slide[]): { take: () => string | undefined } {
  const known = useRef<ReadonlySet<string> | null>(null);
  const waiting = useRef<string[]>([]);
  useEffect(() => {
    const before = known.current;
    const ids = slides.map(({ id }) => id);
    if (before !== null && before.size > 0) {
      const came = ids.filter((id) => !before.has(id));
      // What is gone again is no news.
      waiting.current = [...waiting.current, ...came].filter((id) => ids.includes(id));
    }
    known.current = new Set(ids);
  }, [slides]);
  return { take: () => waiting.current.shift() };
}
