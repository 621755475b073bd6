/** Bytes as a stream, made as they are taken; where they fail, the connection is cut. `onEnd` is called when nothing more is taken. */
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
