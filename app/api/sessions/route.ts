import { answerEndSessions } from "@/lib/bff"

/** DELETE ends all sessions of the person who asks. */
const handle = (request: Request): Promise<Response> => answerEndSessions(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
