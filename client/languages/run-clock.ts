/** Measures how long a program runs, and says when its time is up. */

const TICK = 50;
/** A later tick shows that the computer slept or was busy: the program did not run either. */
const TICK_AT_MOST = 100;
/** In a hidden page, browsers delay the ticks to one a second. */
const HIDDEN_TICK_AT_MOST = 1100;
/** What a message from the worker may take to arrive. */
const GRACE = 100;

/** Counts the time in which a program runs, as near to processor time as a browser can. */
export class RunClock {
  #ms = 0;
  #last = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  get ms(): number {
    return Math.round(this.#ms);
  }

  reset(): void {
    this.stop();
    this.#ms = 0;
  }

  start(most: number, onTimeUp: () => void): void {
    if (this.#timer !== undefined) return;
    this.#last = performance.now();
    this.#timer = setInterval(() => {
      this.#count();
      if (this.#ms > most + GRACE) onTimeUp();
    }, TICK);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#count();
  }

  #count(): void {
    const now = performance.now();
    const most = document.hidden ? HIDDEN_TICK_AT_MOST : TICK_AT_MOST;
    this.#ms += Math.min(now - this.#last, most);
    this.#last = now;
  }
}
