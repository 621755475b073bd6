/** A document that is read while it streams in. */
export interface DocumentStream {
  readonly status: number
  /**
   * Waits for a text and returns everything received so far; throws if the document ends without
   * it.
   */
  readonly readUntil: (part: string) => Promise<string>
}

/** Requests a document of the dashboard with a session's cookies. */
export async function openDocument(url: string, cookie: string): Promise<DocumentStream> {
  const headers = { cookie, accept: "text/html", "accept-encoding": "gzip" }
  const answer = await fetch(url, { headers, redirect: "manual" })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  return {
    status: answer.status,
    async readUntil(part) {
      while (!text.includes(part)) {
        const { done = true, value } = (await reader?.read()) ?? {}
        if (done) throw new Error(`The document has ended without "${part}".`)
        text += value
      }
      return text
    },
  }
}
