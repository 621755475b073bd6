import { answerActivity } from "@/lib/bff"

/** GET answers the log of edits. */
const handle = (request: Request): Promise<Response> => answerActivity(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
