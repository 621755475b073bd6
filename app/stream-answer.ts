import "server-only"
import type { AnswerText, StreamedAnswer } from "@/lib/client"

/** What the browser needs of an answer's headers. */
const carried = /^(content-type|retry-after|x-.*)$/

async function readText(answer: Response): Promise<AnswerText> {
  const headers = [...answer.headers].filter(([name]) => carried.test(name))
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    text: await answer.text(),
  }
}

/** An answer that a page's stream carries to the query that would ask for it; where it comes to nothing, or is undefined, the browser asks. */
export const streamAnswer = (
  { url, queryKey }: Pick<StreamedAnswer, "url" | "queryKey">,
  answer: Promise<Response | undefined>,
): StreamedAnswer => ({
  url,
  queryKey,
  answer: answer.then((found) => found && readText(found)).catch(() => undefined),
})
