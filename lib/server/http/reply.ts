/** What a reply may be made of: text, bytes, or a stream that is read as it is sent. */
export type ReplyBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

interface ReplyHead {
  readonly status?: number
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a request is answered with, before its mount sends the bytes or makes a `Response` of them. */
export class Reply {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(
    readonly body: ReplyBody,
    { status = 200, headers = {} }: ReplyHead = {},
  ) {
    this.status = status
    this.headers = { ...headers }
  }

  toResponse(): Response {
    return new Response(this.body, this)
  }
}
