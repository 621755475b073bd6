import { EventEmitter, once } from "node:events"
import { createConnection } from "node:net"
import {
  Client,
  type ClientBase,
  type ClientConfig,
  type Connection,
  type PoolClient,
  type Submittable,
} from "pg"

/** A statement whose rows are read as bytes; its values are texts. */
export interface RawStatement {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** Under which it is prepared, once for each connection; without one it is planned each time. */
  readonly name?: string | undefined
}

/** The fields of one row in PostgreSQL's binary formats, where the socket's bytes have them: one object for all rows, good until the next. */
export interface RawRow {
  readonly bytes: Buffer
  /** Where each field begins. */
  readonly starts: readonly number[]
  /** How many bytes each field has; -1 where it is null. */
  readonly lengths: readonly number[]
}

/** A field that holds text; null where it is null. */
export function readTextField({ bytes, starts, lengths }: RawRow, index: number): string | null {
  const [start = 0, length = -1] = [starts[index], lengths[index]]
  return length < 0 ? null : bytes.toString("utf8", start, start + length)
}

/** Takes one row of the statement of that number. */
export type OnRawRow = (row: RawRow, statement: number) => void

interface RowReader {
  /** A row whose message body begins there. */
  readRow(bytes: Buffer, at: number): void
}

/** What the driver's types leave out, or ask for more than it needs. */
interface OpenConnection extends Pick<Connection, "stream"> {
  readonly parsedStatements: { [name: string]: string }
  attachListeners(stream: EventEmitter): void
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: readonly (string | null)[]; binary: boolean }): void
  execute(): void
  close(target: { type: "S"; name: string }): void
  sync(): void
}

const dataRow = 0x44
const headerBytes = 5

/**
 * Divides what the database sends into messages: rows go to who reads them raw, all else to the driver. A
 * message of the driver's is passed on as it comes in, a row is held until it is whole.
 */
class MessageDivider {
  rows: RowReader | undefined
  private held: Buffer[] = []
  private heldBytes = 0
  /** How many bytes have to be there before the next message can be read. */
  private wanted = headerBytes
  /** How many bytes of a message of the driver's are still to come. */
  private passing = 0

  constructor(private readonly relay: (bytes: Buffer) => void) {}

  read(chunk: Buffer): void {
    const bytes = this.join(chunk)
    if (!bytes) return
    let from = 0
    let at = 0
    while (at < bytes.length) {
      if (this.passing > 0) {
        const passed = Math.min(this.passing, bytes.length - at)
        this.passing -= passed
        at += passed
        continue
      }
      if (bytes.length - at < headerBytes) break
      const size = 1 + bytes.readUInt32BE(at + 1)
      if (bytes[at] !== dataRow || !this.rows) {
        this.passing = size
        continue
      }
      if (bytes.length - at < size) {
        this.wanted = size
        break
      }
      if (at > from) this.relay(bytes.subarray(from, at))
      this.rows?.readRow(bytes, at + headerBytes)
      at += size
      from = at
    }
    if (at < bytes.length) this.hold(bytes.subarray(at))
    if (at > from) this.relay(bytes.subarray(from, at))
  }

  /** What is held with what has come, or undefined while that is too little. */
  private join(chunk: Buffer): Buffer | undefined {
    if (this.heldBytes === 0) return chunk
    this.hold(chunk)
    if (this.heldBytes < this.wanted) return undefined
    const bytes = Buffer.concat(this.held)
    this.held = []
    this.heldBytes = 0
    this.wanted = headerBytes
    return bytes
  }

  private hold(bytes: Buffer) {
    this.held.push(bytes)
    this.heldBytes += bytes.length
  }
}

const dividers = new WeakMap<object, MessageDivider>()

/** A client whose connection can hand rows on as bytes (see `readRawRows`). */
export class RawClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config)
    const connection = this.connection as unknown as OpenConnection
    const attachListeners = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) => {
      const driver = new EventEmitter()
      attachListeners(driver)
      const divider = new MessageDivider((bytes) => driver.emit("data", bytes))
      dividers.set(connection, divider)
      stream.on("data", (chunk: Buffer) => divider.read(chunk))
      stream.on("end", () => driver.emit("end"))
    }
  }
}

/** Several statements sent at once: the driver calls its methods as the server's answers come in. */
class RawQuery implements Submittable {
  readonly done: Promise<void>
  /** That of the first, by which all are known. */
  readonly text: string
  /** The driver puts one here that clears its timer. */
  callback: ((error?: Error) => void) | undefined
  private completion: { resolve: () => void; reject: (error: unknown) => void } | undefined
  private failure: { error: unknown } | undefined
  private statement = 0
  private readonly row: { bytes: Buffer; starts: number[]; lengths: number[] } = {
    bytes: Buffer.alloc(0),
    starts: [],
    lengths: [],
  }
  private divider: MessageDivider | undefined
  private parsed: { connection: OpenConnection; names: string[] } | undefined

  constructor(
    private readonly statements: readonly RawStatement[],
    private readonly onRow: OnRawRow,
  ) {
    this.text = statements[0]?.text ?? ""
    this.done = new Promise((resolve, reject) => {
      this.completion = { resolve, reject }
    })
  }

  submit(given: Connection) {
    const connection = given as unknown as OpenConnection
    this.divider = dividers.get(given)
    if (!this.divider) throw new TypeError("Raw rows are read by a RawClient only.")
    this.divider.rows = this
    const names: string[] = []
    this.parsed = { connection, names }
    connection.stream.cork()
    for (const { name = "", text, values } of this.statements) {
      if (connection.parsedStatements[name] !== text || name === "") {
        if (name !== "") {
          connection.close({ type: "S", name })
          connection.parsedStatements[name] = text
          names.push(name)
        }
        connection.parse({ name, text })
      }
      connection.bind({ statement: name, values, binary: true })
      connection.execute()
    }
    connection.sync()
    connection.stream.uncork()
  }

  readRow(bytes: Buffer, offset: number) {
    if (this.failure) return
    const { row } = this
    const count = bytes.readInt16BE(offset)
    let at = offset + 2
    row.bytes = bytes
    for (let index = 0; index < count; index++) {
      const length = bytes.readInt32BE(at)
      at += 4
      row.starts[index] = at
      row.lengths[index] = length
      if (length > 0) at += length
    }
    try {
      this.onRow(row, this.statement)
    } catch (error) {
      this.failure = { error }
    }
  }

  handleCommandComplete() {
    this.statement += 1
  }

  /** Rows of a statement that was given up before they came. */
  handleDataRow() {}

  handleError(error: Error) {
    this.failure ??= { error }
    const { connection, names } = this.parsed ?? { names: [] }
    for (const name of names) delete connection?.parsedStatements[name]
    this.end()
    this.callback?.(error)
    this.completion?.reject(this.failure.error)
  }

  handleReadyForQuery() {
    this.end()
    this.callback?.()
    if (this.failure) this.completion?.reject(this.failure.error)
    else this.completion?.resolve()
  }

  private end() {
    if (this.divider?.rows === this) this.divider.rows = undefined
  }
}

/** What a cancellation has to name. */
interface Backend {
  readonly processID: number
  readonly secretKey: number
  readonly host: string
  readonly port: number
}

const cancelCode = 80_877_102
const cancelTimeoutMs = 2000

/** Tells the server to end what the client's connection is at; over a connection of its own, which the server closes once it has. */
export async function cancelStatement(client: ClientBase): Promise<void> {
  const { processID, secretKey, host, port } = client as ClientBase & Backend
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const message = Buffer.alloc(16)
  for (const [index, value] of [16, cancelCode, processID, secretKey].entries())
    message.writeInt32BE(value | 0, index * 4)
  const socket = createConnection(target)
  const stop = AbortSignal.timeout(cancelTimeoutMs)
  socket.end(message)
  await once(socket, "close", { signal: stop }).catch(() => socket.destroy())
}

/**
 * Runs statements in one round trip, each in a snapshot of its own unless a transaction is open, and hands
 * their rows on as bytes. A signal that aborts ends what runs; the client is free again once the promise has settled.
 */
export async function readRawRows(
  client: PoolClient,
  statements: readonly RawStatement[],
  onRow: OnRawRow,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  let cancelled: Promise<void> | undefined
  const cancel = () => {
    cancelled = cancelStatement(client)
  }
  signal?.addEventListener("abort", cancel, { once: true })
  try {
    await client.query(new RawQuery(statements, onRow)).done
  } finally {
    signal?.removeEventListener("abort", cancel)
    await cancelled
  }
}
