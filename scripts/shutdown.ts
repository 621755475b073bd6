interface Stoppable {
  stop(): Promise<void>
}

/** Stops what was started, last first, once: on SIGINT, on SIGTERM, or when `end` is called. */
export class Shutdown {
  private readonly parts: Stoppable[] = []
  private ending: Promise<never> | undefined

  constructor() {
    process.on("SIGINT", () => this.end(0, "\nStopping …"))
    process.on("SIGTERM", () => this.end(0))
  }

  add<T extends Stoppable>(part: T): T {
    this.parts.push(part)
    return part
  }

  /** Stops everything and ends the process with the exit code. */
  end(code: number, message?: string): Promise<never> {
    this.ending ??= this.stopAll(code, message)
    return this.ending
  }

  private async stopAll(code: number, message?: string): Promise<never> {
    if (message) console.error(message)
    for (const part of this.parts.toReversed())
      await part.stop().catch((error: unknown) => console.error(error))
    process.exit(code)
  }
}

/**
 * Runs a script's body; prints only the message of an error and exits with code 1, after everything
 * was stopped.
 */
export async function runScript(body: (shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown = new Shutdown()
  try {
    await body(shutdown)
  } catch (error) {
    await shutdown.end(1, error instanceof Error ? error.message : String(error))
  }
}
