import { answerRecents } from "@/lib/bff"

/** GET tells the records that the person opened last, POST remembers one. */
const handle = (request: Request): Promise<Response> => answerRecents(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
