/** A document as it comes in, as a browser asks for it. */
export interface DocumentStream {
  readonly status: number
  /** Waits until that text has come; answers all that has come so far. Throws where the document ends without it. */
  readonly readUntil: (part: string) => Promise<string>
}

/** Opens a document of the dashboard's with the cookies of a session. */
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
