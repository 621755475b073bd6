import { answerActivityFile } from "@/lib/bff"

/** GET sends the log of edits as a CSV file. */
const handle = (request: Request): Promise<Response> => answerActivityFile(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
