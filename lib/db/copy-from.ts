import { once } from "node:events"
import type { Connection, PoolClient, Submittable } from "pg"

/** The part of the driver's connection that its types omit. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

type Lines = AsyncIterable<string> | Iterable<string>

const chunkLength = 64 * 1024

/** One COPY … FROM STDIN. The driver calls its methods as server messages arrive. */
class CopyFrom implements Submittable {
  readonly done: Promise<void>
  /** Set by the driver, to clear its timer. */
  callback: ((error?: Error) => void) | undefined
  private completion: { resolve: () => void; reject: (error: Error) => void } | undefined
  private failure: Error | undefined
  private sourceFailure: { error: unknown } | undefined

  constructor(
    private readonly statement: string,
    private readonly lines: Lines,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.completion = { resolve, reject }
    })
  }

  submit(connection: Connection) {
    connection.query(this.statement)
  }

  handleCopyInResponse(connection: Connection) {
    void this.send(connection as CopyConnection)
  }

  handleError(error: Error) {
    this.failure = error
    this.callback?.(error)
    const cause = this.sourceFailure ? this.sourceFailure.error : error
    this.completion?.reject(cause as Error)
  }

  handleReadyForQuery() {
    this.callback?.()
    this.completion?.resolve()
  }

  handleCommandComplete() {}

  private async send(connection: CopyConnection) {
    try {
      for await (const chunk of joinLines(this.lines)) {
        if (this.failure) return
        connection.sendCopyFromChunk(Buffer.from(chunk))
        if (connection.stream.writableNeedDrain) await drained(connection)
      }
      if (!this.failure) connection.endCopyFrom()
    } catch (error) {
      this.sourceFailure = { error }
      if (!this.failure) connection.sendCopyFail("The source of the rows failed.")
    }
  }
}

/** Waits until the socket drains. Also returns on a lost connection, which the driver reports. */
async function drained({ stream }: CopyConnection) {
  const stop = new AbortController()
  const wait = (event: string) => once(stream, event, { signal: stop.signal }).catch(() => {})
  await Promise.race([wait("drain"), wait("close"), wait("error")])
  stop.abort()
}

/** Lines already present are not awaited: a promise for each would cost more than the line. */
const joinLines = (lines: Lines) =>
  Symbol.iterator in lines ? joinPresent(lines) : joinArriving(lines)

function* joinPresent(lines: Iterable<string>): Generator<string> {
  let chunk = ""
  for (const line of lines) {
    chunk += line
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ""
  }
  if (chunk) yield chunk
}

async function* joinArriving(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ""
  for await (const line of lines) {
    chunk += line
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ""
  }
  if (chunk) yield chunk
}

/**
 * Streams lines of COPY's text format into `copy … from stdin`, with backpressure. Rejects with the
 * server's or the source's error. In both cases nothing is stored.
 */
export async function copyFrom(client: PoolClient, statement: string, lines: Lines): Promise<void> {
  await client.query(new CopyFrom(statement, lines)).done
}
