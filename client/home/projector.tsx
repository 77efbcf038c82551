/** The class's news on a projector: slides that turn by themselves, without personal data. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { loadAnnouncements } from "../announcements/actions.ts";
import { announcementsAtom } from "../announcements/state.ts";
import { loadHomework } from "../assignments/actions.ts";
import { homeworkAtom } from "../assignments/state.ts";
import { loadRecentBriefings } from "../briefings/actions.ts";
import { recentAtom } from "../briefings/state.ts";
import { ConnectionBadge } from "../kit/news/connection-badge.tsx";
import { useQueryParameter } from "../kit/ui/page.tsx";
import { serverTime } from "../kit/net/server-clock.ts";
import { ofTab, readStored, removeStored, writeStored } from "../kit/net/storage.ts";
import { isOutdated, reloadIfServed } from "../kit/net/build-version.ts";
import { connectionAtom, onReady, resyncAtom } from "../kit/net/socket.ts";
import { store } from "../kit/net/store.ts";
import { inClassZone, useNow } from "../kit/ui/format-time.ts";
import Wall, { useWall } from "../class-sessions/wall.tsx";
import { loadMentorMessages } from "./actions.ts";
import { FittedText, titleSize } from "./fitted-text.tsx";
import { kinds, type Slide, SlideBody, slidesOf } from "./slides.tsx";
import { mentorMessagesAtom } from "./state.ts";
import { type Slideshow, useSlideshow } from "./slideshow.tsx";

const RETRY_AT_LEAST = 2000;
const RETRY_AT_MOST = 30_000;
/** All data is fetched again at this interval, to repair any unnoticed error. */
const FRESH_EVERY = 30 * 60_000;
const LOOK_FOR_BUILD_EVERY = 10 * 60_000;
const NEW_FOR = 15 * 60_000;
const HINT_FOR = 8000;

const loads = [loadAnnouncements, loadRecentBriefings, loadHomework, loadMentorMessages];

export default function Projector() {
  useScreen();
  useWakeLock();
  const staleSince = useLasting();
  const minute = useNow(10_000);
  const slides = useSlides(minute);
  const onTurn = useNewBuild();
  const turning = useSlideshow(slides ?? [], onTurn);
  const hint = useHint();
  const [code, isOver, forget] = useWallCode();
  const wall = useWall(code, forget);
  return (
    <main
      className={`fixed inset-0 grid grid-rows-[auto_minmax(0,1fr)_auto] overflow-hidden bg-base-200 p-[calc(var(--unit)*5)] [--unit:min(1vh,0.5625vw)] portrait:[--unit:min(0.5625vh,1vw)] ${
        hint ? "" : "cursor-none"
      }`}
    >
      <div
        aria-hidden
        className="absolute inset-y-0 left-[calc(var(--unit)*3)] w-[calc(var(--unit)*0.35)] bg-error/45"
      />
      {wall
        ? <Wall view={wall} clock={<Clock now={minute} />} />
        : turning.slide === undefined
        ? <Start isLoaded={slides !== null} />
        : <Sheet slide={turning.slide} turning={turning} now={minute} />}
      <footer className="flex items-center gap-x-[calc(var(--unit)*4)] gap-y-[calc(var(--unit)*3)] pl-[calc(var(--unit)*2)] text-[calc(var(--unit)*2.6)] portrait:flex-wrap portrait:justify-between portrait:text-[calc(var(--unit)*3.4)]">
        {wall
          ? <span className="grow" />
          : <Progress count={slides?.length ?? 0} turning={turning} />}
        {isOver && <p role="status">This link to the class session has ended.</p>}
        <Hint isShown={hint} isPaused={wall ? null : turning.isPaused} />
        <span className="[&_span]:text-[1em]! [&_.size-2\.5]:size-[0.6em]!">
          {staleSince === null ? <ConnectionBadge /> : `as of ${showWallClock(staleSince)}`}
        </span>
      </footer>
    </main>
  );
}

const WALL = "wall";
const OVER_FOR = 60_000;

/**
 * Returns the code of the wall's link, whether it has just stopped working, and a function for that
 * moment. The code comes after the # of the address, and leaves the address at once; the tab keeps
 * it for a reload.
 */
function useWallCode(): [code: string | null, isOver: boolean, forget: () => void] {
  const [code, setCode] = useState(takeWallCode);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const take = () => setCode(takeWallCode());
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setOver(false), OVER_FOR);
    return () => clearTimeout(timer);
  }, [isOver]);
  const forget = useCallback(() => {
    removeStored(WALL, ofTab);
    setCode(null);
    setOver(true);
  }, []);
  return [code, isOver, forget];
}

function takeWallCode(): string | null {
  const [, code] = location.hash.match(/^#wall=(.+)$/) ?? [];
  if (code === undefined) return readStored<string>(WALL, ofTab);
  writeStored(WALL, code, ofTab);
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}

function Sheet({ slide, turning, now }: { slide: Slide; turning: Slideshow; now: number }) {
  const { name, Icon } = kinds[slide.kind];
  const { page, pages, setPages } = turning;
  const isNew = now - Date.parse(slide.at) < NEW_FOR;
  const body = useMemo(() => <SlideBody body={slide.body} />, [slide.body]);
  return (
    <>
      <header className="pb-[calc(var(--unit)*3)] pl-[calc(var(--unit)*2)]">
        <div className="flex flex-wrap items-center gap-[calc(var(--unit)*3)] text-[calc(var(--unit)*3.4)] leading-none">
          <p className="flex items-center gap-[0.6em] font-bold text-primary">
            <Icon aria-hidden className="size-[1.2em]" />
            {name}
          </p>
          {isNew && (
            <p className="rounded-full bg-accent px-[0.7em] py-[0.25em] text-[0.75em] font-bold text-accent-content">
              New
            </p>
          )}
          <Clock now={now} />
        </div>
        <h1
          key={slide.id}
          className="slide-in mt-[0.35em] line-clamp-4 leading-[1.1] font-extrabold text-balance"
          style={{ fontSize: `calc(var(--unit) * ${titleSize(slide.title)})` }}
        >
          {slide.title}
        </h1>
      </header>
      <div key={slide.id} className="slide-in min-h-0 pl-[calc(var(--unit)*2)]">
        <FittedText page={page} onPages={setPages}>{body}</FittedText>
      </div>
      <p className="flex gap-[calc(var(--unit)*4)] py-[calc(var(--unit)*2)] pl-[calc(var(--unit)*2)] text-[calc(var(--unit)*3)] text-muted">
        {slide.by}
        {pages > 1 && <span className="ml-auto shrink-0 font-bold">{page + 1} of {pages}</span>}
      </p>
    </>
  );
}

/** Read from afar, at all hours: 24 of them. */
const showWallClock = inClassZone({ hour: "2-digit", minute: "2-digit", hour12: false });
const showWeekday = inClassZone({ weekday: "long", day: "numeric", month: "long" });

function Clock({ now }: { now: number }) {
  return (
    <p className="ml-auto flex shrink-0 items-baseline gap-[0.8em] whitespace-nowrap">
      <span className="text-[0.8em] text-muted">{showWeekday(now)}</span>
      <time className="text-[1.5em] font-extrabold">{showWallClock(now)}</time>
    </p>
  );
}

function Start({ isLoaded }: { isLoaded: boolean }) {
  return (
    <div className="row-span-2 grid place-content-center justify-items-center gap-[calc(var(--unit)*4)] text-center">
      <img src="/favicon.svg" alt="" className="size-[calc(var(--unit)*20)]" />
      <h1 className="text-[calc(var(--unit)*9)] font-extrabold">Doubtless</h1>
      <p className="text-[calc(var(--unit)*4.4)] text-muted">
        {isLoaded ? "Announcements, briefings and homework appear here by themselves." : "Loading…"}
      </p>
    </div>
  );
}

function Progress({ count, turning }: { count: number; turning: Slideshow }) {
  const { index, page, pages, isPaused, duration, slide } = turning;
  const fill = {
    "--from": isPaused ? (page + 1) / pages : page / pages,
    "--to": (page + 1) / pages,
    animationDuration: `${duration}ms`,
  } as React.CSSProperties;
  return (
    <div
      role="img"
      aria-label={`Slide ${index + 1} of ${count}`}
      className="flex h-[calc(var(--unit)*0.8)] grow gap-[calc(var(--unit)*0.8)] portrait:basis-full"
    >
      {Array.from(
        { length: count },
        (_, place) => (
          <span key={place} className="grow overflow-hidden rounded-full bg-base-content/18">
            {place < index && <span className="block size-full bg-base-content/45" />}
            {place === index && (
              <span
                key={`${slide?.id} ${page} ${isPaused} ${duration}`}
                className="slide-time block size-full bg-accent"
                style={fill}
              />
            )}
          </span>
        ),
      )}
    </div>
  );
}

/** @param isPaused null where there are no slides: the questions of the wall follow the session */
function Hint({ isShown, isPaused }: { isShown: boolean; isPaused: boolean | null }) {
  return (
    <p role="status" className="flex items-center gap-[1em] whitespace-nowrap">
      {isPaused && (
        <span className="rounded-full bg-accent px-[0.8em] py-[0.15em] font-bold text-accent-content">
          Paused
        </span>
      )}
      {isShown && (
        <span className="text-muted">
          {isPaused !== null && `Space ${isPaused ? "resumes" : "pauses"} · ← → step · `}
          F full screen
        </span>
      )}
    </p>
  );
}

/** Returns the slides; null until all data is loaded. */
function useSlides(now: number): readonly Slide[] | null {
  const announcements = useAtomValue(announcementsAtom)?.items;
  const briefings = useAtomValue(recentAtom)?.items;
  const homework = useAtomValue(homeworkAtom)?.items;
  const messages = useAtomValue(mentorMessagesAtom)?.items;
  const hour = Math.floor(now / (60 * 60_000));
  return useMemo(() => {
    if (!announcements || !briefings || !homework || !messages) return null;
    return slidesOf({ announcements, briefings, homework, messages }, hour * 60 * 60_000);
  }, [announcements, briefings, homework, messages, hour]);
}

/**
 * Fetches all data, and again after each resync and every `FRESH_EVERY`; retries until it succeeds,
 * however long that takes.
 *
 * @returns the time of the last successful load, if the data may be old although the connection is
 *   up; otherwise null
 */
function useLasting(): number | null {
  const resyncs = useAtomValue(resyncAtom);
  const [staleSince, setStaleSince] = useState<number | null>(null);
  const loadedAt = useRef<number | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let wait = RETRY_AT_LEAST;
    const attempt = async () => {
      try {
        await Promise.all(loads.map((load) => load(stop.signal)));
        if (stop.signal.aborted) return;
        loadedAt.current = serverTime(Date.now());
        setStaleSince(null);
        wait = RETRY_AT_LEAST;
        timer = setTimeout(attempt, FRESH_EVERY);
      } catch {
        if (stop.signal.aborted) return;
        // If the connection is lost, the screen has everything pushed until then, and the
        // connection badge shows since when.
        if (!isCutOff()) setStaleSince(loadedAt.current);
        timer = setTimeout(attempt, wait * (0.5 + Math.random()));
        wait = Math.min(RETRY_AT_MOST, wait * 2);
      }
    };
    void attempt();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [resyncs]);
  return staleSince;
}

function isCutOff(): boolean {
  const { state } = store.get(connectionAtom);
  return state === "reconnecting" || state === "away";
}

/** Loads a newer build, but only between two slides. Returns the function to call there. */
function useNewBuild(): () => void {
  const isWaiting = useRef(false);
  useEffect(() => {
    const look = async () => {
      isWaiting.current ||= await isOutdated();
      // The app's socket code was not loaded at all.
      if (store.get(connectionAtom).state === "starting") void reloadIfServed();
    };
    // A server that is reachable again may serve a newer build.
    const stopReady = onReady(look);
    const timer = setInterval(look, LOOK_FOR_BUILD_EVERY);
    return () => {
      stopReady();
      clearInterval(timer);
    };
  }, []);
  return () => {
    if (isWaiting.current) void reloadIfServed();
  };
}

/** Returns whether the hint is shown: at the start, and for a while after any input. */
function useHint(): boolean {
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setIsShown(false), HINT_FOR);
    const show = () => {
      clearTimeout(timer);
      setIsShown(true);
      timer = setTimeout(() => setIsShown(false), HINT_FOR);
    };
    addEventListener("pointermove", show);
    addEventListener("keydown", show);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointermove", show);
      removeEventListener("keydown", show);
    };
  }, []);
  return isShown;
}

/** Sets up the full page without scrolling, and the dark theme unless another one is chosen. */
function useScreen(): void {
  const theme = useQueryParameter("theme");
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    document.title = "Projector · Doubtless";
    style.overflow = "hidden";
    style.scrollbarGutter = "auto";
    if (theme === "light") dataset.theme = "doubtless";
    else if (theme === "dark") dataset.theme = "doubtless-dark";
    else dataset.theme ??= "doubtless-dark";
    return () => {
      style.overflow = "";
      style.scrollbarGutter = "";
    };
  }, [theme]);
}

/** Keeps the screen on, if the browser can. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (isOver || document.visibilityState !== "visible" || lock?.released === false) return;
      // The browser may refuse, for example on a low battery. Try again when the page is visible
      // again.
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isOver) void lock?.release();
      // The system may release the lock at any time.
      else lock?.addEventListener("release", () => void hold(), { once: true });
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
