import { answerHiddenView } from "@/lib/bff"

/** PUT takes a pinned exploration off one's own overview, or puts it back. */
const handle = (request: Request): Promise<Response> => answerHiddenView(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
