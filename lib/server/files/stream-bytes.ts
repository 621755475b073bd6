/**
 * Streams bytes on demand; an error closes the connection. Calls `onEnd` when nothing more is read.
 */
export function streamParts(
  parts: AsyncGenerator<Uint8Array>,
  onEnd: () => void = () => {},
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next()
          if (!done) return controller.enqueue(value)
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          throw error
        }
      },
      async cancel() {
        onEnd()
        await parts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
