import { type LoadProgress, printProgress, printProgressBar } from "./progress"

/** Where progress is shown: a terminal, or any other text stream. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export interface ProgressDisplay {
  show(progress: LoadProgress): void
  /** Ends the bar's line, if one was drawn. */
  end(): void
}

interface DisplayOptions {
  readonly stream: ProgressStream
  readonly clock: () => number
}

const redrawMs = 100
const lineMs = 10_000

/** Returns true once every `ms`, the first time after `firstMs`. */
function everyMs(ms: number, clock: () => number, firstMs = ms): () => boolean {
  let next = clock() + firstMs
  return () => {
    const now = clock()
    if (now < next) return false
    next = now + ms
    return true
  }
}

function createBar({ stream, clock }: DisplayOptions): ProgressDisplay {
  const isDue = everyMs(redrawMs, clock, 0)
  let drawn = false
  return {
    show(progress) {
      if (!isDue() && progress.share < 1) return
      stream.write(`\r\u001b[K${printProgressBar(progress, stream.columns ?? 80)}`)
      drawn = true
    },
    end() {
      if (drawn) stream.write("\n")
      drawn = false
    },
  }
}

/** Reports progress every ten seconds, for a log. */
export function createProgressLines(
  write: (progress: LoadProgress) => void,
  clock: () => number,
): ProgressDisplay {
  const isDue = everyMs(lineMs, clock)
  return {
    show: (progress) => {
      if (isDue()) write(progress)
    },
    end() {},
  }
}

/** A progress bar that redraws its line on a terminal. Elsewhere a line every ten seconds. */
export function createProgressDisplay(options: DisplayOptions): ProgressDisplay {
  const { stream, clock } = options
  if (stream.isTTY) return createBar(options)
  const print = (progress: LoadProgress) =>
    stream.write(`Demo data: ${printProgress(progress).trimStart()}\n`)
  return createProgressLines(print, clock)
}

/**
 * Shows progress: sends it to the parent process and logs it, or draws it on the terminal, or only
 * logs it.
 */
export function openProgressDisplay(outputs: {
  readonly lines: ProgressDisplay
  readonly send: ((progress: LoadProgress) => void) | undefined
  readonly terminal: ProgressStream | undefined
  readonly clock: () => number
}): ProgressDisplay {
  const { lines, send, terminal, clock } = outputs
  if (!send) return terminal ? createProgressDisplay({ stream: terminal, clock }) : lines
  return {
    show(progress) {
      lines.show(progress)
      send(progress)
    },
    end: lines.end,
  }
}
