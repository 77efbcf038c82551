/** Token buckets by name, and lines in which what comes too fast waits for its tokens. */

/** A bucket holds `burst` tokens, and gets `perSecond` back. */
export type Pace = { burst: number; perSecond: number };

export type Buckets = {
  /**
   * Takes tokens if there are enough. A refused take costs nothing.
   * @param cost at most the burst
   * @returns 0 if they were taken, else milliseconds until there are enough
   */
  take(name: string, cost?: number): number;
};

/** Full buckets are forgotten this often, in milliseconds. */
const FORGET_MS = 60_000;

/** @param now milliseconds, for tests with a fixed clock */
export function createBuckets(
  { burst, perSecond }: Pace,
  now: () => number = () => performance.now(),
): Buckets {
  const buckets = new Map<string, { left: number; at: number }>();
  let forgotten = now();

  const leftOf = ({ left, at }: { left: number; at: number }, time: number) =>
    Math.min(burst, left + (time - at) / 1000 * perSecond);

  function forgetFull(time: number): void {
    if (time - forgotten < FORGET_MS) return;
    forgotten = time;
    for (const [name, bucket] of buckets) {
      if (leftOf(bucket, time) === burst) buckets.delete(name);
    }
  }

  return {
    take(name, cost = 1) {
      const time = now();
      forgetFull(time);
      const bucket = buckets.get(name);
      const left = bucket ? leftOf(bucket, time) : burst;
      if (left < cost) return Math.ceil((cost - left) / perSecond * 1000);
      buckets.set(name, { left: left - cost, at: time });
      return 0;
    },
  };
}

/** Something that needs tokens. */
export type Turn = {
  cost: number;
  go: () => void;
  /** Whether nobody needs it any more. Then it costs nothing. */
  isGone: () => boolean;
};

export type PacedLines = {
  /**
   * Runs the turn now, or after the earlier ones of the same name when there are tokens for it.
   * @returns false when too much of that name waits
   */
  enter(name: string, turn: Turn): boolean;
  /** Drops whatever waits. */
  stop(): void;
};

type Line = { turns: Turn[]; timer: ReturnType<typeof setTimeout> };

/** @param most the cost of what may wait of one name */
export function createPacedLines(pace: Pace & { most: number }): PacedLines {
  const buckets = createBuckets(pace);
  const lines = new Map<string, Line>();

  /** Runs what there are tokens for. The rest waits for a timer. */
  function runLine(name: string, turns: Turn[]): void {
    for (;;) {
      const first = turns[0];
      if (!first) return void lines.delete(name);
      const wait = first.isGone() ? 0 : buckets.take(name, first.cost);
      if (wait > 0) {
        const timer = setTimeout(() => runLine(name, turns), wait);
        return void lines.set(name, { turns, timer });
      }
      turns.shift();
      if (!first.isGone()) first.go();
    }
  }

  return {
    enter(name, turn) {
      const line = lines.get(name);
      if (!line) {
        runLine(name, [turn]);
        return true;
      }
      const costOf = () => line.turns.reduce((all, { cost }) => all + cost, turn.cost);
      if (costOf() > pace.most) {
        // In place: a timer holds this list.
        line.turns.splice(0, Infinity, ...line.turns.filter(({ isGone }) => !isGone()));
        if (costOf() > pace.most) return false;
      }
      line.turns.push(turn);
      return true;
    },
    stop() {
      for (const { timer } of lines.values()) clearTimeout(timer);
      lines.clear();
    },
  };
}
