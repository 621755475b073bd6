import { answerDefaultView } from "@/lib/bff"

/** PUT sets what a report opens with, for a person or a role. */
const handle = (request: Request): Promise<Response> => answerDefaultView(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
