/** The bytes as a stream, made as they are taken; it fails where they are not as many as was said. */
export function streamBytes(
  parts: AsyncGenerator<Uint8Array>,
  length: number,
): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (!done) {
          sent += value.length
          controller.enqueue(value)
        } else if (sent === length) controller.close()
        else controller.error(new RangeError("The file has changed while it was sent."))
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}

/** Bytes of unknown length as a stream, made as they are taken; where they fail, the connection is cut. */
export function streamParts(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
